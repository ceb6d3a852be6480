// Building elements. No markup in strings: nothing that a name holds can become code.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `on…` are listeners, true and false set or leave out an attribute. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** The drawing of a tile, of the same shapes as in the pictures of the service. */
export function tile(item, look = "") {
  const name = item === "starting_marker" ? "marker" : item;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `tile ${look}`);
  svg.setAttribute("viewBox", "0 0 40 40");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#tile-${name}`);
  svg.append(use);
  return svg;
}

/** Put `children` into `place`; the focus stays where it was, found again by its id. */
export function redraw(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused === null) return;
  const again = focused && document.getElementById(focused);
  again?.focus({ preventScroll: true });
  // What was a button may be none any more.
  if (!again || document.activeElement !== again) byId("panel").focus({ preventScroll: true });
}

export const byId = (id) => document.getElementById(id);

export const plural = (count, word) => `${count} ${word}${Math.abs(count) === 1 ? "" : "s"}`;
