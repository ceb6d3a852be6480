// The first page: sets a table and hands out the links of its seats.

import { post } from "./api.js";
import { byId, h, tile } from "./dom.js";
import { Seats, seatLink } from "./seats.js";

const MADE = "azul:made";
const FRIEZE = ["blue", "white", "yellow", "blue", "red", "white", "black", "blue", "yellow", "white", "red", "blue"];
const SUGGESTED = ["Ana", "Rui", "Eva", "Gil"];

const form = byId("new-game");

function names() {
  return [...form.querySelectorAll("#names input:enabled")].map((input) => input.value);
}

/** As many names as players; those of the others are hidden, and kept. */
function showNames() {
  const number = Number(form.elements.number.value);
  byId("names").querySelectorAll("label").forEach((label, seat) => {
    label.hidden = seat >= number;
    label.querySelector("input").disabled = seat >= number;
  });
  showStarters();
}

function showStarters() {
  const select = form.elements.starting_seat;
  const { value } = select;
  const options = names().map((name, seat) => h("option", { value: String(seat) }, name));
  select.replaceChildren(h("option", { value: "" }, "Chance decides"), ...options);
  select.value = Number(value) < options.length ? value : "";
}

function order() {
  const { board, starting_seat: start, seed } = form.elements;
  return {
    players: names().map((name) => ({ name })),
    board: board.value,
    starting_seat: start.value === "" ? null : Number(start.value),
    seed: seed.value === "" ? null : seed.value,
  };
}

async function create(event) {
  event.preventDefault();
  const button = byId("create");
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  tellProblem("");
  try {
    const made = await post("/v1/games", order(), null, (error) => tellProblem(`${error.message} Trying again…`));
    tellProblem("");
    remember({ id: made.game.id, seats: made.seats });
    show({ id: made.game.id, seats: made.seats });
  } catch (error) {
    tellProblem(error.message);
  } finally {
    button.setAttribute("aria-disabled", "false");
  }
}

function tellProblem(words) {
  byId("problem").textContent = words;
  byId("problem").hidden = words === "";
}

/** The links survive a reload, as long as the tab is open. */
function remember(made) {
  try {
    if (made) sessionStorage.setItem(MADE, JSON.stringify(made));
    else sessionStorage.removeItem(MADE);
  } catch {
    // Then they last as long as the page.
  }
}

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(MADE));
  } catch {
    return null;
  }
}

function show({ id, seats }) {
  byId("links").replaceChildren(...seats.map((each) => seatEntry(id, each)));
  byId("watch").href = `/games/${id}`;
  byId("play-here").onclick = () => {
    const here = new Seats(id);
    for (const { seat, token } of seats) here.take(seat, token);
    location.assign(`/games/${id}`);
  };
  form.hidden = true;
  byId("created").hidden = false;
  byId("created").focus();
}

function seatEntry(id, { seat, name, token }) {
  const link = seatLink(id, seat, token);
  const field = h("input", { readonly: true, value: link, "aria-label": `Link for ${name}`, onfocus: () => field.select() });
  const copy = h("button", { type: "button", class: "quiet", onclick: () => copyLink(field, copy) }, "Copy");
  return h(
    "li",
    {},
    h("b", {}, name),
    field,
    h("span", { class: "choices" }, copy, h("a", { class: "button", href: link, target: "_blank", rel: "noopener" }, "Open")),
  );
}

/** The clipboard is for https and this very machine; elsewhere the link is selected. */
async function copyLink(field, button) {
  field.select();
  if (!navigator.clipboard) return;
  await navigator.clipboard.writeText(field.value);
  button.textContent = "Copied";
}

byId("frieze").append(...FRIEZE.map((color) => tile(color)));
byId("names").append(
  ...SUGGESTED.map((name, seat) =>
    h("label", {}, `Seat ${seat}`, h("input", { value: name, maxlength: byId("names").dataset.maxLength, required: true, oninput: showStarters })),
  ),
);
form.addEventListener("change", showNames);
form.addEventListener("submit", create);
byId("another").addEventListener("click", () => {
  remember(null);
  byId("created").hidden = true;
  form.hidden = false;
  byId("create").focus();
});
showNames();
const made = remembered();
if (made) show(made);
