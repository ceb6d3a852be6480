// The state of a game in words. Displays, lines and columns count from zero, as in the API.

/** @import { EndReason, Game, Phase } from "../api_types.js" */

import { listText } from "./text.js";

/** @type {Record<Phase, string>} */
export const PHASES = {
  factory_offer: "factory offer",
  wall_tiling: "wall-tiling",
  finished: "game over",
};

/** @type {Record<EndReason, string>} */
export const END_REASONS = {
  row_completed: "a row is complete",
  no_tiles_left: "no tiles are left",
  no_progress: "nobody placed a tile on a wall for several rounds",
};

/**
 * Where tiles are taken from.
 *
 * @param {number | null} display
 */
export function sourceText(display) {
  return display === null ? "the center" : `display ${display}`;
}

/**
 * Whose turn it is, or who won.
 *
 * @param {Game} game
 */
export function headline(game) {
  const names = game.players.map((player) => player.name);
  if (game.result) return winnersText(game.result.winners.map((seat) => names[seat]));
  if (game.current_seat !== null) return `${names[game.current_seat]}’s turn`;
  const placing = game.legal_placements.map(({ seat }) => names[seat]);
  return `${listText(placing)} ${placing.length > 1 ? "place" : "places"} tiles`;
}

/** @param {string[]} names */
export function winnersText(names) {
  return `${listText(names)} ${names.length > 1 ? "share the victory" : "wins"}`;
}
