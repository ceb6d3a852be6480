// What is to be done now, and what came of it.

import { h, tile } from "./dom.js";
import { headline, list, reason, source } from "./words.js";

/** The panel's contents for what `turn` looks at; `actions` are what its buttons do. */
export function panel(turn, latest, actions) {
  const { state } = turn;
  const note = turn.note && h("p", { class: `note ${turn.note.kind}`, role: "alert" }, turn.note.text);
  if (!turn.live) return [note, past(state, latest, actions)];
  return [
    note,
    state.result ? result(state) : turn.choice && turn.canTake ? chosen(turn) : hint(turn),
    !state.result && seat(turn, actions),
  ];
}

function past(state, latest, actions) {
  return [
    h("p", { class: "lead" }, `Version ${state.version} of ${latest}`),
    h("button", { type: "button", id: "to-now", onclick: actions.toNow }, "Back to now"),
  ];
}

function hint(turn) {
  const { state } = turn;
  if (turn.canTake) {
    const name = state.players[state.current_seat].name;
    const whose = turn.seats.held.length > 1 ? `${name}, your turn` : "Your turn";
    return h("p", { class: "lead" }, h("strong", {}, whose), ": choose tiles from a display or the center.");
  }
  const mine = state.legal_placements.filter((each) => turn.holds(each.seat));
  if (mine.length === 0) return h("p", { class: "lead" }, `${headline(state)}.`);
  return mine.map(({ seat, line }) => {
    const { color } = state.players[seat].pattern_lines[line];
    return h(
      "p",
      { class: "lead with-tiles" },
      tile(color),
      `${state.players[seat].name}: choose a space of row ${line} for the ${color} tile.`,
    );
  });
}

/** The chosen tiles, and how many of them to drop on purpose. */
function chosen(turn) {
  const { display, color } = turn.choice;
  const { taken, dropped } = turn;
  const tiles = Array.from({ length: taken }, (_, at) => tile(color, at < dropped ? "dropped" : ""));
  return [
    h(
      "p",
      { class: "lead with-tiles" },
      h("span", { class: "chosen-tiles" }, tiles),
      `${taken} ${color} from ${source(display)}: choose a line of your board, or the floor line.`,
    ),
    h(
      "p",
      { class: "choices" },
      taken > 1 && stepper(turn, taken - 1),
      h("button", { type: "button", id: "cancel", class: "quiet", onclick: () => turn.cancel() }, "Cancel"),
    ),
  ];
}

function stepper(turn, most) {
  const step = (by, words, sign) =>
    h(
      "button",
      {
        type: "button",
        id: `drop-${by > 0 ? "more" : "fewer"}`,
        class: "step",
        "aria-label": words,
        "aria-disabled": String(turn.dropped + by < 0 || turn.dropped + by > most),
        onclick: () => turn.drop(turn.dropped + by),
      },
      sign,
    );
  return h(
    "span",
    { class: "stepper", role: "group", "aria-label": "Drop on purpose" },
    "Drop on purpose",
    step(-1, "Drop fewer", "−"),
    h("output", { id: "dropped" }, String(turn.dropped)),
    step(1, "Drop more", "+"),
  );
}

function seat(turn, actions) {
  const { held } = turn.seats;
  const names = held.map((each) => turn.state.players[each]?.name).filter(Boolean);
  const words = held.length ? `You play ${list(names)}.` : "You are watching.";
  const [id, does, label] = held.length
    ? ["leave-seat", actions.leaveSeat, "Leave"]
    : ["take-seat", actions.takeSeat, "Take a seat"];
  return h(
    "p",
    { class: "seat" },
    words,
    h("button", { type: "button", id, class: "quiet", onclick: does }, label),
  );
}

/** The end: who won, and by what. */
function result({ result: { standings, winners }, result: ended, players }) {
  const row = (each) =>
    h(
      "tr",
      { class: winners.includes(each.seat) ? "winner" : "" },
      h("td", {}, `${each.rank}.`),
      h("th", { scope: "row" }, players[each.seat].name),
      ["row_points", "column_points", "color_points", "score"].map((field) => h("td", {}, String(each[field]))),
    );
  const titles = ["", "", "rows", "columns", "colors", "points"];
  return [
    h("p", { class: "lead" }, h("strong", {}, headline({ result: ended, players })), ` – ${reason(ended)}.`),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, titles.map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, standings.map(row)),
    ),
  ];
}
