// The wall of a player's board, row by row.

/** @import { BoardView } from "./player_board.js" */
/** @import { Child } from "./dom.js" */
/** @import { Placement } from "./turn.js" */

import { element, tile } from "./dom.js";

/**
 * A row of the wall. Its free spaces are buttons if a tile is to be placed in it.
 *
 * @param {BoardView} view
 * @param {number} row
 */
export function wallRow(view, row) {
  const { player, turn } = view;
  const placement = turn.placement(player.seat, row);
  const tiles = player.wall[row] ?? [];
  const filled = tiles.flatMap((color, column) =>
    color ? [`${color} in column ${column}`] : [],
  );
  const properties = {
    class: "wall",
    role: placement ? "group" : "img",
    "aria-label": `Row ${row}: ${filled.join(", ") || "empty"}`,
  };
  const spaces = tiles.map((color, column) => {
    const contents = spaceContents(view, row, column);
    if (color !== null) return element("span", { class: "cell" }, contents);
    if (placement === null) return element("span", { class: "cell space" }, contents);
    return placeButton(view, placement, row, column, contents);
  });
  return element("div", properties, spaces);
}

/**
 * The tile on a space, or the color printed on it, and its multiplier.
 *
 * @param {BoardView} view
 * @param {number} row
 * @param {number} column
 */
function spaceContents({ game, player, before }, row, column) {
  const color = player.wall[row]?.[column];
  const printed = game.board.wall[row]?.[column];
  const multiplier = game.board.multipliers[row]?.[column] ?? 1;
  const isNew = before?.wall[row]?.[column] === null;
  return [
    color ? tile(color, isNew ? "added" : "") : printed && tile(printed, "printed"),
    multiplier > 1 && element("b", { class: "multiplier" }, `×${multiplier}`),
  ];
}

/**
 * A free space of the row in which a tile is to be placed.
 *
 * @param {BoardView} view
 * @param {Placement} placement
 * @param {number} row
 * @param {number} column
 * @param {Child[]} contents
 */
function placeButton({ player, turn }, { columns, color }, row, column, contents) {
  const isLegal = columns.includes(column);
  const label = `Place ${color} in column ${column}${isLegal ? "" : ": not allowed"}`;
  const properties = {
    class: `cell space ${isLegal ? "open" : "closed"}`,
    id: `space-${player.seat}-${row}-${column}`,
    type: "button",
    "aria-label": label,
    onclick: () => turn.place(player.seat, row, column),
  };
  return element("button", properties, contents, isLegal && tile(color, "preview"));
}
