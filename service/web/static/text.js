// Parts of sentences: counts, lists and points.

/** @import { FloorTile } from "../api_types.js" */

/**
 * "1 point", "2 points"
 *
 * @param {number} count
 * @param {string} noun
 */
export function plural(count, noun) {
  return `${count} ${noun}${Math.abs(count) === 1 ? "" : "s"}`;
}

/**
 * "a, b and c"
 *
 * @param {string[]} parts
 */
export function listText(parts) {
  if (parts.length < 2) return parts.join();
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/**
 * "+3", "0", or "−2" with a minus sign.
 *
 * @param {number} points
 */
export function pointsText(points) {
  if (points < 0) return `−${-points}`;
  return points > 0 ? `+${points}` : "0";
}

/**
 * "2 red, 1 blue"
 *
 * @param {FloorTile[]} items
 */
export function tilesText(items) {
  const counts = [...new Set(items)].map((item) => {
    if (item === "starting_marker") return "the starting marker";
    return `${items.filter((other) => other === item).length} ${item}`;
  });
  return counts.join(", ") || "empty";
}

/**
 * The name that the API has for something, as words.
 *
 * @param {string} name
 */
export function spaced(name) {
  return name.replaceAll("_", " ");
}
