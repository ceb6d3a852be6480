// The middle of the table: displays in a ring, and the center within it.

import { h, tile } from "./dom.js";
import { counted, source } from "./words.js";

const ORDER = ["starting_marker", "blue", "yellow", "red", "black", "white"];
const DIAMETERS = { 5: 30, 7: 27, 9: 24 }; // of a display, in percent of the table

/** The table of `game`; tiles are buttons if `turn` may take them. */
export function table(game, turn) {
  const number = game.displays.length;
  const displays = game.displays.map((tiles, display) => {
    const drawn = place(tiles, display, turn);
    position(drawn, display, number);
    return drawn;
  });
  const marker = game.center.starting_marker ? ["starting_marker"] : [];
  const center = place([...marker, ...game.center.tiles], null, turn);
  const cleared = game.phase !== "factory_offer" ? "cleared" : "";
  return h("div", { class: `ring of-${number} ${cleared}` }, center, displays);
}

/** Clockwise from the top. */
function position(drawn, display, number) {
  const diameter = DIAMETERS[number];
  const angle = (2 * Math.PI * display) / number;
  drawn.style.width = `${diameter}%`;
  drawn.style.left = `${50 + (50 - diameter / 2) * Math.sin(angle)}%`;
  drawn.style.top = `${50 - (50 - diameter / 2) * Math.cos(angle)}%`;
}

/** A display, or the center if `display` is null. */
function place(items, display, turn) {
  const sorted = [...items].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const name = source(display);
  const label = `${name[0].toUpperCase()}${name.slice(1)}: ${counted(sorted)}`;
  const size = sorted.length > 20 ? "huge" : sorted.length > 12 ? "large" : "small";
  const look = display === null ? `center ${size}` : "display";
  const role = turn.canTake ? "group" : "img";
  return h(
    "div",
    { class: `${look} ${items.length ? "" : "bare"}`, role, "aria-label": label },
    h("div", { class: "tiles" }, sorted.map((item, at) => taken(item, at, sorted, display, turn))),
    display !== null && h("span", { class: "number", "aria-hidden": "true" }, String(display)),
  );
}

/** A tile; the first of its color stands for all of them, the others can be clicked. */
function taken(item, at, items, display, turn) {
  if (!turn.canTake || item === "starting_marker") return tile(item);
  const { choice } = turn;
  const chosen = choice?.display === display && choice.color === item;
  const properties = {
    class: chosen ? "pick chosen" : "pick",
    "data-color": item,
    onclick: (event) => turn.choose(display, item, event.detail === 0),
  };
  if (items.indexOf(item) !== at) return h("span", properties, tile(item));
  const count = items.filter((each) => each === item).length;
  return h(
    "button",
    {
      ...properties,
      type: "button",
      id: `pick-${display ?? "center"}-${item}`,
      "aria-label": `Take ${count} ${item} from ${source(display)}`,
      "aria-pressed": String(chosen),
    },
    tile(item),
  );
}
