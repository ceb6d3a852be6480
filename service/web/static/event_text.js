// The events of a game in words. Displays, lines and columns count from zero.

/** @import { Event, TilePlacedData, TilesTakenData } from "../api_types.js" */

/** @typedef {(seat: number) => string} NameOf The name of the player at a seat. */
/**
 * @template {Event["type"]} Type
 * @typedef {Extract<Event, { type: Type }>["data"]} DataOf
 */

import { END_REASONS, sourceText, winnersText } from "./game_text.js";
import { listText, plural, spaced } from "./text.js";

/** @type {{ [Type in Event["type"]]: (data: DataOf<Type>, nameOf: NameOf) => string }} */
export const SENTENCES = {
  game_created: ({ players, board }) =>
    `${listText(players.map(({ name }) => name))} play on the ${spaced(board)} board.`,

  round_started: (data, nameOf) =>
    `Round ${data.round}: ${nameOf(data.starting_seat)} starts.` +
    (data.lid_poured ? " The tiles in the lid were put into the bag." : ""),

  tiles_taken: (data, nameOf) =>
    `${nameOf(data.seat)} takes ${takenText(data)}: ${destinationsText(data)}.`,

  tile_placed: (data, nameOf) =>
    `${nameOf(data.seat)}: ${data.color} to row ${data.line}, column ${data.column}; ` +
    `${scoringText(data)}.`,

  line_dropped: (data, nameOf) =>
    `${nameOf(data.seat)}: no space of row ${data.line} takes ${data.color}; ` +
    `${listText(countsText(data))}.`,

  floor_cleared: (data, nameOf) =>
    `${nameOf(data.seat)} clears ${plural(data.tiles.length, "space")} of the floor line.`,

  game_ended: (data, nameOf) =>
    `The game is over, ${END_REASONS[data.reason]}: ${winnersText(data.winners.map(nameOf))}.`,
};

/**
 * An event as a sentence; of a type that a newer service has, only the type.
 *
 * @template {Event["type"]} Type
 * @param {{ type: Type, data: DataOf<Type> }} event
 * @param {NameOf} nameOf
 */
export function sentence({ type, data }, nameOf) {
  return SENTENCES[type]?.(data, nameOf) ?? `${spaced(type)}.`;
}

/**
 * The points that an event brought or cost; null if it is none that does.
 *
 * @param {Event} event
 */
export function pointsOf({ type, data }) {
  if (type === "tile_placed") return data.points;
  return type === "floor_cleared" ? data.penalty : null;
}

/** @param {TilesTakenData} data */
function takenText({ taken, color, took_marker, display }) {
  const marker = took_marker ? " and the starting marker" : "";
  return `${taken} ${color}${marker} from ${sourceText(display)}`;
}

/** @param {TilesTakenData} data */
function destinationsText(data) {
  const line = data.placed > 0 ? [`${data.placed} to line ${data.line}`] : [];
  return listText([...line, ...countsText(data)]);
}

/**
 * Tiles that did not get to a pattern line or a wall.
 *
 * @param {{ to_floor: number, to_lid: number }} data
 */
function countsText({ to_floor, to_lid }) {
  return [
    ...(to_floor > 0 ? [`${to_floor} to the floor line`] : []),
    ...(to_lid > 0 ? [`${to_lid} to the lid`] : []),
  ];
}

/**
 * Why a placed tile scores its points.
 *
 * @param {TilePlacedData} data
 */
function scoringText({ horizontal, vertical, multiplier }) {
  const linked = [
    ...(horizontal > 0 ? [`${horizontal} in its row`] : []),
    ...(vertical > 0 ? [`${vertical} in its column`] : []),
  ];
  const reason = listText(linked) || "on its own";
  return multiplier > 1 ? `${reason}, times ${multiplier}` : reason;
}
