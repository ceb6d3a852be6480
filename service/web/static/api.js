// The endpoints of the service that the pages use.

/** @import { CommandResult, CreatedGame, Event, EventPage } from "../api_types.js" */
/** @import { Game, NewGame, Place, Take } from "../api_types.js" */
/** @import { OnRetry } from "./requests.js" */

import { jsonBody, send, withRetries } from "./requests.js";

const WAIT_TIMEOUT = 15_000; // milliseconds beyond the time that is waited

/**
 * The newest state of a game.
 *
 * @param {string} id
 * @param {OnRetry} [onRetry]
 * @returns {Promise<Game>}
 */
export function readGame(id, onRetry) {
  return read(`/v1/games/${id}`, onRetry);
}

/**
 * The state of a game at an earlier version.
 *
 * @param {string} id
 * @param {number} version
 * @returns {Promise<Game>}
 */
export function readVersion(id, version) {
  return read(`/v1/games/${id}?version=${version}`);
}

/**
 * The newest state if it is not `version`. Otherwise waits at most `seconds` for the
 * next version; null if none came.
 *
 * @param {string} id
 * @param {number} version
 * @param {number} seconds
 * @returns {Promise<Game | null>}
 */
export async function readNext(id, version, seconds) {
  const headers = { "If-None-Match": `"${version}"` };
  const path = `/v1/games/${id}?wait=${seconds}`;
  const timeout = WAIT_TIMEOUT + seconds * 1000;
  const response = await send(path, { headers, cache: "no-store" }, timeout);
  return response.status === 304 ? null : jsonBody(response);
}

/**
 * All events after a version, read page by page.
 *
 * @param {string} id
 * @param {number} after
 */
export async function readEvents(id, after) {
  /** @type {Event[]} */
  const events = [];
  /** @type {number | null} */
  let next = after;
  while (next !== null) {
    /** @type {EventPage} */
    const page = await read(`/v1/games/${id}/events?after=${next}`);
    events.push(...page.events);
    next = page.next_after;
  }
  return events;
}

/**
 * @param {NewGame} order
 * @param {OnRetry} onRetry
 * @returns {Promise<CreatedGame>}
 */
export function createGame(order, onRetry) {
  return post("/v1/games", order, {}, onRetry);
}

/**
 * Take tiles or place a tile. The command is executed once, even if it is repeated.
 *
 * @param {string} id
 * @param {{ name: "take-tiles", body: Take } | { name: "place-tile", body: Place }} command
 * @param {string} token
 * @param {OnRetry} onRetry
 * @returns {Promise<CommandResult>}
 */
export function sendCommand(id, { name, body }, token, onRetry) {
  const headers = { Authorization: `Bearer ${token}` };
  return post(`/v1/games/${id}/${name}`, body, headers, onRetry);
}

/**
 * @template T
 * @param {string} path
 * @param {OnRetry} [onRetry]
 * @returns {Promise<T>}
 */
function read(path, onRetry) {
  return withRetries(async () => jsonBody(await send(path)), onRetry);
}

/**
 * All repetitions have the same idempotency key.
 *
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {Record<string, string>} headers
 * @param {OnRetry} onRetry
 * @returns {Promise<T>}
 */
function post(path, body, headers, onRetry) {
  const options = {
    method: "POST",
    headers: {
      ...headers,
      "Content-Type": "application/json",
      "Idempotency-Key": uuid(),
    },
    body: JSON.stringify(body),
  };
  return withRetries(async () => jsonBody(await send(path, options)), onRetry);
}

/** `crypto.randomUUID` needs HTTPS, which a service in a local network may not have. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[Number(`0x${hex[16]}`) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
