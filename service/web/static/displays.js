// The displays in a ring, and the center within it.

/** @import { Color, FloorTile, Game } from "../api_types.js" */
/** @import { Turn } from "./turn.js" */

import { element, tile } from "./dom.js";
import { sourceText } from "./game_text.js";
import { tilesText } from "./text.js";

const WIDEST = 30; // diameter of a display, in percent of the ring's width
const SPACING = 1.1; // between the middles of two displays, in diameters

/**
 * The displays and the center of a game; tiles are buttons if `turn` may take them.
 *
 * @param {Game} game
 * @param {Turn} turn
 */
export function displaysAndCenter(game, turn) {
  const diameter = displayDiameter(game.displays.length);
  const displays = game.displays.map((tiles, number) => {
    const display = source(game, number, tiles, turn);
    setPosition(display, number / game.displays.length, diameter);
    return display;
  });
  const phase = game.phase === "factory_offer" ? "" : "all-taken";
  const ring = element("div", { class: `ring ${phase}` }, center(game, turn), displays);
  ring.style.setProperty("--display", `${diameter}cqi`);
  return ring;
}

/**
 * As wide as fits side by side into the ring, in percent of its width.
 *
 * @param {number} count
 */
function displayDiameter(count) {
  const halfAngle = Math.sin(Math.PI / count);
  return Math.min(WIDEST, (100 * halfAngle) / (SPACING + halfAngle));
}

/**
 * Clockwise from the top.
 *
 * @param {HTMLElement} display
 * @param {number} turns the part of the whole circle, from 0 to 1
 * @param {number} diameter
 */
function setPosition(display, turns, diameter) {
  const angle = 2 * Math.PI * turns;
  const radius = 50 - diameter / 2;
  display.style.left = `${50 + radius * Math.sin(angle)}%`;
  display.style.top = `${50 - radius * Math.cos(angle)}%`;
}

/**
 * @param {Game} game
 * @param {Turn} turn
 */
function center(game, turn) {
  const { starting_marker: hasMarker, tiles } = game.center;
  return source(game, null, hasMarker ? ["starting_marker", ...tiles] : tiles, turn);
}

/**
 * A display, or the center if `display` is null. Tiles of a color are together.
 *
 * @param {Game} game
 * @param {number | null} display
 * @param {FloorTile[]} items
 * @param {Turn} turn
 */
function source(game, display, items, turn) {
  const name = sourceText(display);
  const label = `${name[0]?.toUpperCase()}${name.slice(1)}: ${tilesText(items)}`;
  const kind = display === null ? `center ${crowding(items.length)}` : "display";
  return element(
    "div",
    {
      class: `${kind} ${items.length > 0 ? "" : "empty"}`,
      role: turn.canTake ? "group" : "img",
      "aria-label": label,
    },
    element(
      "div",
      { class: "tiles" },
      items.includes("starting_marker") && tile("starting_marker"),
      colorsOf(game).map((color) => {
        const count = items.filter((item) => item === color).length;
        return sameColor(display, color, count, turn);
      }),
    ),
    display !== null &&
      element("span", { class: "number", "aria-hidden": "true" }, String(display)),
  );
}

/**
 * All colors, in the order in which the API counts them.
 *
 * @param {Game} game
 */
function colorsOf(game) {
  return /** @type {Color[]} */ (Object.keys(game.bag));
}

/** @param {number} tiles */
function crowding(tiles) {
  if (tiles > 20) return "very-full";
  return tiles > 12 ? "full" : "";
}

/**
 * The tiles of a color at a source. The first is a button that takes all of them; the
 * others can be clicked, too.
 *
 * @param {number | null} display
 * @param {Color} color
 * @param {number} count
 * @param {Turn} turn
 */
function sameColor(display, color, count, turn) {
  const tiles = Array.from({ length: count }, () => tile(color));
  if (!turn.canTake || count === 0) return tiles;
  const isSelected = turn.isSelected(display, color);
  const properties = {
    class: isSelected ? "pick selected" : "pick",
    onclick: (/** @type {UIEvent} */ event) =>
      turn.select(display, color, event.detail === 0),
  };
  const button = {
    ...properties,
    type: "button",
    id: `pick-${display ?? "center"}-${color}`,
    "aria-label": `Take ${count} ${color} from ${sourceText(display)}`,
    "aria-pressed": String(isSelected),
  };
  const [first, ...others] = tiles;
  return element(
    "span",
    { class: "same-color" },
    element("button", button, first),
    others.map((other) => element("span", properties, other)),
  );
}
