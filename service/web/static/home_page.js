// The first page: creates a game and shows the links of its seats.

/** @import { NewGame, Seat } from "../api_types.js" */

/** @typedef {{ id: string, seats: Seat[] }} SeatedGame */

import { createGame } from "./api.js";
import { byId, element } from "./dom.js";
import { errorText } from "./requests.js";
import { SeatTokens, seatLink } from "./seat_tokens.js";

const STORAGE_KEY = "azul:created";

const form = byId("new-game", HTMLFormElement);
const createButton = byId("create", HTMLButtonElement);
const startSelect = byId("starting-seat", HTMLSelectElement);
const nameFields = [...byId("names").querySelectorAll("input")];

/** @param {string} name of a field */
function value(name) {
  return String(new FormData(form).get(name) ?? "");
}

function playerNames() {
  return nameFields.filter((field) => !field.disabled).map((field) => field.value);
}

/** Show a name field for each player; the others are hidden and keep their names. */
function showNameFields() {
  const players = Number(value("number"));
  nameFields.forEach((field, seat) => {
    field.disabled = seat >= players;
    field.labels?.forEach((label) => {
      label.hidden = seat >= players;
    });
  });
  showStartingSeats();
}

function showStartingSeats() {
  const selected = startSelect.value;
  const options = playerNames().map((name, seat) =>
    element("option", { value: String(seat) }, name),
  );
  startSelect.replaceChildren(element("option", { value: "" }, "Random"), ...options);
  startSelect.value = Number(selected) < options.length ? selected : "";
}

/** @returns {NewGame} */
function order() {
  const start = value("starting_seat");
  return {
    players: playerNames().map((name) => ({ name })),
    board: /** @type {NewGame["board"] & string} */ (value("board")),
    starting_seat: start === "" ? null : Number(start),
    seed: value("seed") || null,
  };
}

/** @param {SubmitEvent} event */
async function create(event) {
  event.preventDefault();
  if (createButton.getAttribute("aria-disabled") === "true") return;
  createButton.setAttribute("aria-disabled", "true");
  showProblem("");
  try {
    const { game, seats } = await createGame(order(), (error) =>
      showProblem(`${error.message} Trying again…`),
    );
    showProblem("");
    save({ id: game.id, seats });
    showLinks({ id: game.id, seats });
  } catch (error) {
    showProblem(errorText(error));
  } finally {
    createButton.setAttribute("aria-disabled", "false");
  }
}

/** @param {string} text empty if there is no problem */
function showProblem(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}

/**
 * Keep the links for a reload of the page, as long as the tab is open.
 *
 * @param {SeatedGame | null} created
 */
function save(created) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(created));
  } catch {
    // The browser forbids storage: the links last as long as the page.
  }
}

/** @returns {SeatedGame | null} */
function saved() {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {SeatedGame} created */
function showLinks({ id, seats }) {
  byId("links").replaceChildren(...seats.map((seat) => seatEntry(id, seat)));
  byId("watch", HTMLAnchorElement).href = `/games/${id}`;
  byId("play-here").onclick = () => {
    const tokens = new SeatTokens(id);
    for (const { seat, token } of seats) tokens.take(seat, token);
    location.assign(`/games/${id}`);
  };
  form.hidden = true;
  byId("created").hidden = false;
  byId("created").focus();
}

/**
 * @param {string} game
 * @param {Seat} seat
 */
function seatEntry(game, { seat, name, token }) {
  const link = seatLink(game, seat, token);
  const field = element("input", {
    readonly: true,
    value: link,
    "aria-label": `Link for ${name}`,
    onfocus: () => field.select(),
  });
  const copy = element(
    "button",
    { type: "button", class: "quiet", onclick: () => copyLink(field, copy) },
    "Copy",
  );
  const open = { class: "button", href: link, target: "_blank", rel: "noopener" };
  return element(
    "li",
    {},
    element("b", {}, name),
    field,
    element("span", { class: "choices" }, copy, element("a", open, "Open")),
  );
}

/**
 * Without HTTPS there is no clipboard: then the link is selected, to be copied by hand.
 *
 * @param {HTMLInputElement} field
 * @param {HTMLButtonElement} button
 */
async function copyLink(field, button) {
  field.select();
  if (!window.isSecureContext) return;
  await navigator.clipboard.writeText(field.value);
  button.textContent = "Copied";
}

byId("names").addEventListener("input", showStartingSeats);
form.addEventListener("change", showNameFields);
form.addEventListener("submit", create);
byId("another").addEventListener("click", () => {
  save(null);
  byId("created").hidden = true;
  form.hidden = false;
  createButton.focus();
});
showNameFields();
const created = saved();
if (created) showLinks(created);
