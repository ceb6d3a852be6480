// Taking a seat with a link or a token that somebody passed on.

import { byId, h } from "./dom.js";
import { carriedSeat } from "./seats.js";

/** A function that asks for a seat and its token; `taken()` is called after it. */
export function seatDialog(seats, state, taken) {
  const dialog = byId("seat-dialog");
  const form = dialog.querySelector("form");
  form.elements.seat.replaceChildren(
    ...state.players.map((player) => h("option", { value: String(player.seat) }, player.name)),
  );
  form.elements.token.addEventListener("input", () => {
    const found = carriedSeat(form.elements.token.value);
    if (!found) return;
    form.elements.seat.value = String(found.seat);
    form.elements.token.value = found.token;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    seats.take(Number(form.elements.seat.value), form.elements.token.value.trim());
    form.reset();
    dialog.close();
    taken();
  });
  byId("seat-cancel").addEventListener("click", () => dialog.close());
  return () => dialog.showModal();
}
