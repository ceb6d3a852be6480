// The lines that take tiles: pattern lines and the floor line.

/** @import { FloorTile, PatternLine } from "../api_types.js" */
/** @import { BoardView } from "./player_board.js" */
/** @import { LinePreview } from "./turn.js" */
/** @import { Child } from "./dom.js" */

import { element, tile } from "./dom.js";
import { pointsText, tilesText } from "./text.js";

/**
 * A pattern line; it fills from the side of the wall.
 *
 * @param {BoardView} view
 * @param {number} number
 */
export function patternLine({ player, turn, before }, number) {
  const line = player.pattern_lines[number];
  if (!line) return null;
  const { color, count, capacity } = line;
  const preview = turn.preview(player.seat, number);
  const old = keptTiles(line, before?.pattern_lines[number]);
  const spaces = Array.from({ length: capacity }, (_, space) =>
    color !== null && space < count
      ? filledSpace(color, space >= old)
      : freeSpace(preview, space - count),
  );
  const contents = color
    ? `${count} of ${capacity} ${color}`
    : `empty, holds ${capacity}`;
  const properties = {
    class: "line",
    id: `line-${player.seat}-${number}`,
    "aria-label": `Line ${number}: ${contents}`,
  };
  return lineOrButton(properties, spaces, preview, () => turn.take(number));
}

/**
 * How many tiles of a pattern line were on it before; all of them if that is unknown.
 *
 * @param {PatternLine} line
 * @param {PatternLine | undefined} before
 */
function keptTiles(line, before) {
  if (before === undefined) return line.count;
  return before.color === line.color ? before.count : 0;
}

/**
 * A free space of a pattern line, the first of which has the index 0.
 *
 * @param {LinePreview | null} preview
 * @param {number} index
 */
function freeSpace(preview, index) {
  const isFilled = preview?.isLegal && index < preview.placed;
  return element(
    "span",
    { class: "cell space" },
    isFilled && tile(preview.color, "preview"),
  );
}

/**
 * @param {FloorTile} item
 * @param {boolean} isNew
 */
function filledSpace(item, isNew) {
  return element("span", { class: "cell" }, tile(item, isNew ? "added" : ""));
}

/**
 * The floor line, with the cost of each space.
 *
 * @param {BoardView} view
 */
export function floorLine({ game, player, turn, before }) {
  const spaces = game.board.floor_penalties.map((penalty, space) => {
    const item = player.floor_line[space];
    const isNew = before !== null && space >= before.floor_line.length;
    return element(
      "span",
      { class: "cost" },
      element("span", { class: "number" }, pointsText(penalty)),
      item ? filledSpace(item, isNew) : element("span", { class: "cell space" }),
    );
  });
  const properties = {
    class: "floor",
    id: `floor-${player.seat}`,
    "aria-label": `Floor line: ${tilesText(player.floor_line)}`,
  };
  const preview = turn.preview(player.seat, null);
  return lineOrButton(properties, spaces, preview, () => turn.take(null));
}

/**
 * A button where the selected tiles may be put, or where the service says why not.
 *
 * @param {{ class: string, id: string, "aria-label": string }} properties
 * @param {Child[]} spaces
 * @param {LinePreview | null} preview
 * @param {() => void} onclick
 */
function lineOrButton(properties, spaces, preview, onclick) {
  if (preview === null) return element("div", { ...properties, role: "img" }, spaces);
  const button = {
    ...properties,
    class: `${properties.class} ${preview.isLegal ? "open" : "closed"}`,
    type: "button",
    "aria-label": `${properties["aria-label"]}; ${previewText(preview)}`,
    onclick,
  };
  return element("button", button, spaces, excess(preview));
}

/** @param {LinePreview} preview */
function previewText({ isLegal, placed, toFloor }) {
  if (!isLegal) return "not allowed";
  if (placed === 0) return `put ${toFloor} here`;
  return `put ${placed} here${toFloor > 0 ? `, ${toFloor} on the floor line` : ""}`;
}

/**
 * How many of the selected tiles the pattern line would not take.
 *
 * @param {LinePreview} preview
 */
function excess({ isLegal, placed, toFloor }) {
  if (!isLegal || placed === 0 || toFloor === 0) return null;
  return element(
    "span",
    { class: "excess", "aria-hidden": "true" },
    `${toFloor} to floor`,
  );
}
