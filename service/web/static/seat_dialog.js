// The dialog in which a player takes a seat with a link or a token.

/** @import { Player } from "../api_types.js" */
/** @import { SeatTokens } from "./seat_tokens.js" */

import { byId, element } from "./dom.js";
import { seatInLink } from "./seat_tokens.js";

/**
 * A function that opens the dialog; `onTaken` is called when a seat has been taken.
 *
 * @param {SeatTokens} tokens
 * @param {Player[]} players
 * @param {() => void} onTaken
 */
export function seatDialog(tokens, players, onTaken) {
  const dialog = byId("seat-dialog", HTMLDialogElement);
  const token = byId("seat-token", HTMLInputElement);
  const seat = byId("seat-number", HTMLSelectElement);
  seat.replaceChildren(
    ...players.map((player) =>
      element("option", { value: String(player.seat) }, player.name),
    ),
  );
  token.addEventListener("input", () => {
    const found = seatInLink(token.value);
    if (found === null) return;
    seat.value = String(found.seat);
    token.value = found.token;
  });
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    tokens.take(Number(seat.value), token.value.trim());
    token.value = "";
    dialog.close();
    onTaken();
  });
  byId("seat-cancel").addEventListener("click", () => dialog.close());
  return () => dialog.showModal();
}
