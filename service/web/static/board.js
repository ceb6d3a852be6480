// A player's board: pattern lines, wall and floor line.

import { h, plural, tile } from "./dom.js";
import { counted, signed } from "./words.js";

/**
 * The board of `seat`. Lines and spaces are buttons where `turn` may use them; what is
 * not there in `before`, an earlier state or null, is marked as fresh.
 */
export function board(game, seat, turn, before) {
  const player = game.players[seat];
  const drawing = { game, seat, player, turn, before: before?.players[seat] ?? null };
  const toMove = seat === game.current_seat || player.pending_lines.length > 0;
  const won = game.result?.winners.includes(seat);
  return h(
    "section",
    {
      class: `board ${toMove || won ? "active" : ""} ${turn.holds(seat) ? "own" : ""}`,
      id: `board-${seat}`,
      "aria-label": `${player.name}, ${plural(player.score, "point")}`,
    },
    head(drawing),
    h("div", { class: "columns", "aria-hidden": "true" }, numbers()),
    player.pattern_lines.map((_, number) =>
      h(
        "div",
        { class: "row" },
        line(drawing, number),
        h("span", { class: "number", "aria-hidden": "true" }, String(number)),
        wallRow(drawing, number),
      ),
    ),
    floor(drawing),
  );
}

const numbers = () => [0, 1, 2, 3, 4].map((number) => h("span", { class: "number" }, String(number)));

function head({ game, seat, player, turn, before }) {
  const next = game.next_starting_seat === seat && !player.floor_line.includes("starting_marker");
  const scored = before && before.score !== player.score;
  return h(
    "header",
    {},
    next && tile("starting_marker"),
    h("h2", {}, player.name),
    turn.holds(seat) && h("span", { class: "badge" }, "you"),
    h("strong", { class: `score ${scored ? "fresh" : ""}` }, String(player.score)),
  );
}

/** A pattern line, filled from the side of the wall. */
function line({ seat, player, turn, before }, number) {
  const { color, count, capacity } = player.pattern_lines[number];
  const goes = turn.target(seat, number);
  const old = before?.pattern_lines[number];
  const cells = [0, 1, 2, 3, 4].map((place) => {
    if (place >= capacity) return h("span", { class: "cell blank" });
    if (place < count) {
      const fresh = old && (old.color !== color || place >= old.count);
      return h("span", { class: "cell" }, tile(color, fresh ? "fresh" : ""));
    }
    const ghost = goes?.legal && place < count + goes.placed;
    return h("span", { class: "cell space" }, ghost && tile(goes.color, "ghost"));
  });
  const label = `Line ${number}: ${color ? `${count} of ${capacity} ${color}` : `empty, holds ${capacity}`}`;
  return usable(goes, { class: "line", id: `line-${seat}-${number}` }, label, number, turn, cells);
}

/** A button where tiles may be put, or are refused with a reason. */
function usable(goes, properties, label, number, turn, cells) {
  if (!goes) return h("div", { ...properties, role: "img", "aria-label": label }, cells);
  const says = goes.legal
    ? `put ${goes.placed || goes.falls} here${goes.placed && goes.falls ? `, ${goes.falls} fall` : ""}`
    : "not allowed";
  return h(
    "button",
    {
      ...properties,
      class: `${properties.class} ${goes.legal ? "open" : "closed"}`,
      type: "button",
      "aria-label": `${label}; ${says}`,
      onclick: () => turn.take(number),
    },
    cells,
    goes.legal && goes.placed > 0 && goes.falls > 0 &&
      h("span", { class: "falls", "aria-hidden": "true" }, `${goes.falls} fall${goes.falls > 1 ? "" : "s"}`),
  );
}

function wallRow({ game, seat, player, turn, before }, row) {
  const placing = turn.places(seat, row);
  const tiles = player.wall[row];
  const filled = tiles.map((color, column) => color && `${color} in column ${column}`);
  const label = `Row ${row}: ${filled.filter(Boolean).join(", ") || "empty"}`;
  const cells = tiles.map((color, column) => {
    const factor = game.board.multipliers[row][column];
    const fresh = color && before && before.wall[row][column] === null;
    const printed = game.board.wall[row][column];
    const inside = [
      color ? tile(color, fresh ? "fresh" : "") : printed && tile(printed, "printed"),
      factor > 1 && h("b", { class: "factor" }, `×${factor}`),
    ];
    if (color || !placing) return h("span", { class: color ? "cell" : "cell space" }, inside);
    return space(placing, seat, row, column, turn, inside);
  });
  return h("div", { class: "wall", role: placing ? "group" : "img", "aria-label": label }, cells);
}

/** A free space of the row in which a tile is to be placed. */
function space(placing, seat, row, column, turn, inside) {
  const open = placing.columns.includes(column);
  return h(
    "button",
    {
      class: `cell space ${open ? "open" : "closed"}`,
      id: `space-${seat}-${row}-${column}`,
      type: "button",
      "aria-label": `Place ${placing.color} in column ${column}${open ? "" : ": not allowed"}`,
      onclick: () => turn.place(seat, row, column),
    },
    inside,
    open && tile(placing.color, "ghost"),
  );
}

function floor({ game, seat, player, turn, before }) {
  const items = player.floor_line;
  const cells = game.board.floor_penalties.map((cost, place) => {
    const fresh = before && place >= before.floor_line.length ? "fresh" : "";
    return h(
      "span",
      { class: "cost" },
      h("span", { class: "number" }, cost ? signed(cost) : "0"),
      h("span", { class: items[place] ? "cell" : "cell space" }, items[place] && tile(items[place], fresh)),
    );
  });
  const label = `Floor line: ${counted(items)}`;
  const goes = turn.target(seat, null);
  return usable(goes, { class: "floor", id: `floor-${seat}` }, label, null, turn, cells);
}
