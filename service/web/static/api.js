// Talking to the service: only what openapi.yaml describes.

const PATIENCE = 15_000;
const PAUSES = [300, 1000, 2000, 4000, 8000, 15_000];

/** The service said no; `detail` says why in words. */
export class Refusal extends Error {
  constructor(status, problem, retryAfter) {
    super(inWords(status, problem));
    this.status = status;
    this.code = problem.code ?? "";
    this.retryAfter = retryAfter * 1000;
  }
}

/** What a problem says; of a body that is wrong, also where and why. */
function inWords(status, { code, detail, errors }) {
  if (code !== "validation_failed") return detail ?? `The service answered ${status}.`;
  return [detail, ...errors.map(({ field, message }) => `${field} ${message}.`)].join(" ");
}

/** Nobody answered: no connection, or no service. */
export class Unreachable extends Error {
  retryAfter = 0;
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** The answer to a request, whatever its status. */
async function request(path, options, patience = PATIENCE) {
  try {
    return await fetch(path, { ...options, signal: AbortSignal.timeout(patience) });
  } catch {
    throw new Unreachable("The service cannot be reached.");
  }
}

async function contents(response) {
  let body;
  try {
    body = await response.json();
  } catch {
    if (response.ok) throw new Unreachable("The answer broke off.");
    body = {};
  }
  if (response.ok) return body;
  throw new Refusal(response.status, body, Number(response.headers.get("Retry-After") ?? 0));
}

/** Whether the same request may well be answered a moment later. */
function passes(error) {
  if (error instanceof Unreachable) return true;
  return [429, 502, 503, 504].includes(error.status) && error.code !== "log_corrupt";
}

async function patiently(attempt, onWaiting) {
  for (const pause of PAUSES) {
    try {
      return await attempt();
    } catch (error) {
      if (!passes(error)) throw error;
      onWaiting(error);
      await sleep(Math.max(pause, error.retryAfter));
    }
  }
  return attempt();
}

export function get(path, onWaiting = () => {}) {
  return patiently(async () => contents(await request(path)), onWaiting);
}

/** The state once it is not at `version` any more; null if it stays so for long. */
export async function changed(game, version, seconds) {
  const headers = { "If-None-Match": `"${version}"` };
  const path = `/v1/games/${game}?wait=${seconds}`;
  const options = { headers, cache: "no-store" };
  const response = await request(path, options, PATIENCE + seconds * 1000);
  return response.status === 304 ? null : contents(response);
}

/** All events after version `after`, page by page. */
export async function eventsAfter(game, after) {
  const events = [];
  let next = after;
  while (next !== null) {
    const page = await get(`/v1/games/${game}/events?after=${next}`);
    events.push(...page.events);
    next = page.next_after;
  }
  return events;
}

/** Send a command. It is carried out once, however often it has to be repeated. */
export function post(path, body, token, onWaiting = () => {}) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": uuid() };
  if (token) headers.Authorization = `Bearer ${token}`;
  const options = { method: "POST", headers, body: JSON.stringify(body) };
  return patiently(async () => contents(await request(path, options)), onWaiting);
}

/** `crypto.randomUUID` is for https only, and the table may be in the house's network. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}
