// The final result: who won, and the points of all players.

/** @import { Game, Result, Standing } from "../api_types.js" */

import { element } from "./dom.js";
import { END_REASONS, headline } from "./game_text.js";

const COLUMNS = ["", "", "rows", "columns", "colors", "points"];

/**
 * @param {Game} game
 * @param {Result} result
 */
export function gameResult(game, { reason, standings, winners }) {
  const titles = COLUMNS.map((title) => element("th", { scope: "col" }, title));
  const rows = standings.map((standing) => {
    const name = game.players[standing.seat]?.name ?? "";
    return row(standing, name, winners.includes(standing.seat));
  });
  return [
    element(
      "p",
      { class: "lead" },
      element("strong", {}, headline(game)),
      ` – ${END_REASONS[reason]}.`,
    ),
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, titles)),
      element("tbody", {}, rows),
    ),
  ];
}

/**
 * @param {Standing} standing
 * @param {string} name
 * @param {boolean} isWinner
 */
function row(standing, name, isWinner) {
  const { rank, row_points, column_points, color_points, score } = standing;
  const points = [row_points, column_points, color_points, score];
  return element(
    "tr",
    { class: isWinner ? "winner" : "" },
    element("td", {}, `${rank}.`),
    element("th", { scope: "row" }, name),
    points.map((each) => element("td", {}, String(each))),
  );
}
