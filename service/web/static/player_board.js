// A player's board: name and score, pattern lines, wall and floor line.

/** @import { Game, Player } from "../api_types.js" */
/** @import { Turn } from "./turn.js" */

/**
 * What is drawn: a player's board in a state of the game.
 *
 * @typedef BoardView
 * @property {Game} game
 * @property {Player} player
 * @property {Player | null} before the player in the state that was shown before, if
 *   what has been added since is to be marked
 * @property {Turn} turn
 */

import { element, tile } from "./dom.js";
import { floorLine, patternLine } from "./lines.js";
import { plural } from "./text.js";
import { wallRow } from "./wall.js";

/**
 * A player's board. Lines and spaces are buttons where `turn` may use them.
 *
 * @param {BoardView} view
 */
export function playerBoard(view) {
  const { game, player } = view;
  const columns = game.board.multipliers[0]?.length ?? 0;
  const board = element(
    "section",
    {
      class: `board ${isActive(game, player) ? "active" : ""}`,
      id: `board-${player.seat}`,
      "aria-label": `${player.name}, ${plural(player.score, "point")}`,
    },
    header(view),
    columnNumbers(columns),
    player.pattern_lines.map((_, number) => row(view, number)),
    floorLine(view),
  );
  const longest = Math.max(...player.pattern_lines.map(({ capacity }) => capacity));
  board.style.setProperty("--columns", String(longest + columns));
  board.style.setProperty("--floor-spaces", String(game.board.floor_penalties.length));
  return board;
}

/**
 * Whether a player is to move, or has won.
 *
 * @param {Game} game
 * @param {Player} player
 */
function isActive(game, player) {
  const isWinner = game.result?.winners.includes(player.seat) ?? false;
  return (
    isWinner || player.seat === game.current_seat || player.pending_lines.length > 0
  );
}

/** @param {BoardView} view */
function header({ game, player, turn, before }) {
  const startsNext =
    game.next_starting_seat === player.seat &&
    !player.floor_line.includes("starting_marker");
  const isChanged = before !== null && before.score !== player.score;
  return element(
    "header",
    {},
    startsNext && tile("starting_marker"),
    element("h2", {}, player.name),
    turn.holds(player.seat) && element("span", { class: "badge" }, "you"),
    element(
      "strong",
      { class: `score ${isChanged ? "added" : ""}` },
      String(player.score),
    ),
  );
}

/** @param {number} count */
function columnNumbers(count) {
  const numbers = Array.from({ length: count }, (_, number) =>
    element("span", { class: "number" }, String(number)),
  );
  return element("div", { class: "columns", "aria-hidden": "true" }, numbers);
}

/**
 * A pattern line and the row of the wall beside it.
 *
 * @param {BoardView} view
 * @param {number} number
 */
function row(view, number) {
  return element(
    "div",
    { class: "row" },
    patternLine(view, number),
    element("span", { class: "number", "aria-hidden": "true" }, String(number)),
    wallRow(view, number),
  );
}
