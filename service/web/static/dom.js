// Creating elements. No markup in strings: a player's name never becomes code.

/** @import { FloorTile } from "../api_types.js" */

/** @typedef {Node | string | false | null | undefined | Child[]} Child */
/** @typedef {string | boolean | ((event: UIEvent) => void)} Property */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes, listeners (`onclick: …`) and children. True and false
 * set an attribute or leave it out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Property>} [properties]
 * @param {Child[]} children
 */
export function element(tag, properties = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") listen(created, name.slice(2), value);
    else if (typeof value === "boolean") created.toggleAttribute(name, value);
    else created.setAttribute(name, value);
  }
  created.append(...flatten(children));
  return created;
}

/**
 * The events that the pages listen to (click, focus, input) are all of the kind that
 * user interfaces send.
 *
 * @param {HTMLElement} target
 * @param {string} type
 * @param {(event: UIEvent) => void} listener
 */
function listen(target, type, listener) {
  target.addEventListener(type, (event) => {
    if (event instanceof UIEvent) listener(event);
  });
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function flatten(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flatten(child);
    return child ? [child] : [];
  });
}

/**
 * The drawing of a tile, of the same shapes as in the pictures of the service.
 *
 * @param {FloorTile} item
 * @param {string} [className]
 */
export function tile(item, className = "") {
  const symbol = item === "starting_marker" ? "marker" : item;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `tile ${className}`);
  svg.setAttribute("viewBox", "0 0 40 40");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#tile-${symbol}`);
  svg.append(use);
  return svg;
}

/**
 * Replace the children of an element. The focus stays on the element with the same id
 * or, if that is no longer there, moves to the panel.
 *
 * @param {HTMLElement} parent
 * @param {Child[]} children
 */
export function replaceChildren(parent, ...children) {
  const focused = parent.contains(document.activeElement)
    ? document.activeElement
    : null;
  parent.replaceChildren(...flatten(children));
  if (focused === null) return;
  const replacement = document.getElementById(focused.id);
  replacement?.focus({ preventScroll: true });
  // A button may have become an element that takes no focus.
  if (replacement === null || document.activeElement !== replacement) {
    byId("panel").focus({ preventScroll: true });
  }
}

/**
 * @overload
 * @param {string} id
 * @returns {HTMLElement}
 */
/**
 * @template {HTMLElement} Kind
 * @overload
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
/**
 * The element of the page with this id, which has to be there.
 *
 * @param {string} id
 * @param {new () => HTMLElement} [kind]
 */
export function byId(id, kind = HTMLElement) {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new TypeError(`The page has no ${kind.name} #${id}.`);
}
