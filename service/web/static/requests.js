// HTTP requests, repeated while the service is busy or cannot be reached.

/** @import { Problem } from "../api_types.js" */

/** @typedef {(error: RequestError) => void} OnRetry Called before each repetition. */

const TIMEOUT = 15_000; // milliseconds
const RETRY_DELAYS = [300, 1000, 2000, 4000, 8000, 15_000];
const BUSY = [429, 502, 503, 504];

/** A request that failed; `retryAfter` is in milliseconds. */
export class RequestError extends Error {
  /**
   * @param {string} message
   * @param {boolean} isTemporary whether the same request may succeed a moment later
   * @param {number} [retryAfter]
   */
  constructor(message, isTemporary, retryAfter = 0) {
    super(message);
    this.isTemporary = isTemporary;
    this.retryAfter = retryAfter;
  }
}

/** There is no connection, or no service. */
export class Unreachable extends RequestError {
  /** @param {string} message */
  constructor(message) {
    super(message, true);
  }
}

/** The service answered with a problem; the message is for players. */
export class Refusal extends RequestError {
  /**
   * @param {number} status
   * @param {Partial<Problem>} problem empty if a proxy answered instead of the service
   * @param {number} retryAfter
   */
  constructor(status, problem, retryAfter) {
    const isTemporary = BUSY.includes(status) && problem.code !== "log_corrupt";
    super(problemText(status, problem), isTemporary, retryAfter);
  }
}

/**
 * The detail of a problem and, for an invalid body, each field with its error.
 *
 * @param {number} status
 * @param {Partial<Problem>} problem
 */
function problemText(status, { code, detail, errors = [] }) {
  const text = detail ?? `The service answered ${status}.`;
  if (code !== "validation_failed") return text;
  return [text, ...errors.map(({ field, message }) => `${field} ${message}.`)].join(
    " ",
  );
}

/** @param {number} milliseconds */
export function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * The response to a request, whatever its status. Throws `Unreachable`.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 * @param {number} [timeout]
 */
export async function send(path, options = {}, timeout = TIMEOUT) {
  try {
    return await fetch(path, { ...options, signal: AbortSignal.timeout(timeout) });
  } catch {
    throw new Unreachable("The service cannot be reached.");
  }
}

/**
 * The body of a response. Throws `Refusal` if the response is a problem.
 *
 * @template T
 * @param {Response} response
 * @returns {Promise<T>}
 */
export async function jsonBody(response) {
  if (!response.ok) throw await refusal(response);
  try {
    return await response.json();
  } catch {
    throw new Unreachable("The answer is incomplete.");
  }
}

/** @param {Response} response */
async function refusal(response) {
  const seconds = Number(response.headers.get("Retry-After") ?? 0);
  const problem = await response.json().catch(() => ({}));
  return new Refusal(response.status, problem, seconds * 1000);
}

/**
 * The result of `attempt`, which is repeated after temporary errors.
 *
 * @template T
 * @param {() => Promise<T>} attempt
 * @param {OnRetry} [onRetry]
 */
export async function withRetries(attempt, onRetry = () => {}) {
  for (const delay of RETRY_DELAYS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RequestError && error.isTemporary)) throw error;
      onRetry(error);
      await sleep(Math.max(delay, error.retryAfter));
    }
  }
  return attempt();
}

/**
 * What to tell the player about an error.
 *
 * @param {unknown} error
 */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}
