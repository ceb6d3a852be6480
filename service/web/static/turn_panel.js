// The panel that says what the player can do now, and how the last move went.

/** @import { Color, Game } from "../api_types.js" */
/** @import { Selection, Turn } from "./turn.js" */

import { element, tile } from "./dom.js";
import { gameResult } from "./game_result.js";
import { headline, sourceText } from "./game_text.js";
import { listText } from "./text.js";

/**
 * What the buttons of the panel do.
 *
 * @typedef Actions
 * @property {() => void} showNewest
 * @property {() => void} takeSeat
 * @property {() => void} leaveSeats
 */

/**
 * The contents of the panel for the state that `turn` is about.
 *
 * @param {Turn} turn
 * @param {number} newest
 * @param {Actions} actions
 */
export function turnPanel(turn, newest, actions) {
  const { note, state } = turn;
  const shownNote =
    note && element("p", { class: `note ${note.kind}`, role: "alert" }, note.text);
  if (!turn.isNewest) return [shownNote, earlierVersion(state, newest, actions)];
  if (state.result) return [shownNote, gameResult(state, state.result)];
  return [shownNote, instructions(turn), seats(turn, actions)];
}

/**
 * @param {Game} state
 * @param {number} newest
 * @param {Actions} actions
 */
function earlierVersion(state, newest, actions) {
  const button = { type: "button", id: "show-newest", onclick: actions.showNewest };
  return [
    element("p", { class: "lead" }, `Version ${state.version} of ${newest}`),
    element("button", button, "Back to now"),
  ];
}

/** @param {Turn} turn */
function instructions(turn) {
  const { selection, state } = turn;
  if (turn.canTake) return selection ? selected(turn, selection) : takeTiles(turn);
  const placements = state.legal_placements.filter(({ seat }) => turn.holds(seat));
  if (placements.length === 0)
    return element("p", { class: "lead" }, `${headline(state)}.`);
  return placements.map(({ seat, line }) => {
    const player = state.players[seat];
    const color = player?.pattern_lines[line]?.color;
    return color && placeTile(player.name, line, color);
  });
}

/** @param {Turn} turn */
function takeTiles({ state, tokens }) {
  const current = state.players.find(({ seat }) => seat === state.current_seat);
  const whose = current && tokens.seats.length > 1 ? `${current.name}, your` : "Your";
  return element(
    "p",
    { class: "lead" },
    element("strong", {}, `${whose} turn`),
    ": choose tiles from a display or the center.",
  );
}

/**
 * @param {string} name
 * @param {number} line
 * @param {Color} color
 */
function placeTile(name, line, color) {
  return element(
    "p",
    { class: "lead with-tiles" },
    tile(color),
    `${name}: choose a space of row ${line} for the ${color} tile.`,
  );
}

/**
 * The selected tiles, and how many of them to drop on the floor line on purpose.
 *
 * @param {Turn} turn
 * @param {Selection} selection
 */
function selected(turn, selection) {
  const { display, color } = selection;
  const count = turn.count(selection);
  const tiles = Array.from({ length: count }, (_, index) =>
    tile(color, index < turn.dropped ? "dropped" : ""),
  );
  const cancel = {
    type: "button",
    id: "cancel",
    class: "quiet",
    onclick: () => turn.cancel(),
  };
  return [
    element(
      "p",
      { class: "lead with-tiles" },
      element("span", { class: "selected-tiles" }, tiles),
      `${count} ${color} from ${sourceText(display)}: ` +
        "choose a line of your board, or the floor line.",
    ),
    element(
      "p",
      { class: "choices" },
      count > 1 && dropStepper(turn, count - 1),
      element("button", cancel, "Cancel"),
    ),
  ];
}

/**
 * @param {Turn} turn
 * @param {number} most
 */
function dropStepper(turn, most) {
  return element(
    "span",
    { class: "stepper", role: "group", "aria-label": "Drop on purpose" },
    "Drop on purpose",
    stepButton(turn, "fewer", turn.dropped - 1, most),
    element("output", { id: "dropped" }, String(turn.dropped)),
    stepButton(turn, "more", turn.dropped + 1, most),
  );
}

/**
 * @param {Turn} turn
 * @param {"fewer" | "more"} direction
 * @param {number} count
 * @param {number} most
 */
function stepButton(turn, direction, count, most) {
  const properties = {
    type: "button",
    id: `drop-${direction}`,
    class: "step",
    "aria-label": `Drop ${direction}`,
    "aria-disabled": String(count < 0 || count > most),
    onclick: () => turn.setDropped(count),
  };
  return element("button", properties, direction === "fewer" ? "−" : "+");
}

/**
 * Who plays at this browser.
 *
 * @param {Turn} turn
 * @param {Actions} actions
 */
function seats({ state, tokens }, actions) {
  const names = state.players
    .filter(({ seat }) => tokens.holds(seat))
    .map(({ name }) => name);
  const leave = {
    type: "button",
    id: "leave-seat",
    class: "quiet",
    onclick: actions.leaveSeats,
  };
  const take = {
    type: "button",
    id: "take-seat",
    class: "quiet",
    onclick: actions.takeSeat,
  };
  return element(
    "p",
    { class: "seats" },
    names.length > 0 ? `You play ${listText(names)}.` : "You are watching.",
    names.length > 0
      ? element("button", leave, "Leave")
      : element("button", take, "Take a seat"),
  );
}
