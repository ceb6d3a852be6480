// Following a game: by the stream or, where that is refused, by asking and waiting.

/** @import { CommandResult } from "../api_types.js" */

/** @typedef {"live" | "polling" | "lost" | "finished"} Connection */
/** @typedef {(result: CommandResult) => void} OnUpdate */
/** @typedef {(connection: Connection) => void} OnConnection */

import { readEvents, readNext } from "./api.js";
import { RequestError, sleep, Unreachable } from "./requests.js";

const WAIT = 20; // seconds that a request waits for the next version
const POLLS = 3; // before the stream is tried again
const PAUSE = 1000; // milliseconds, at least, after a request that failed

/**
 * Call `onUpdate` with all that happens in a game after `version` until it is finished.
 *
 * @param {string} id
 * @param {number} version
 * @param {OnUpdate} onUpdate
 * @param {OnConnection} onConnection
 */
export async function followGame(id, version, onUpdate, onConnection) {
  const updates = new Updates(id, version, onUpdate);
  askWhenVisible(updates);
  while (!updates.isFinished) {
    await stream(updates, onConnection);
    if (!updates.isFinished) await poll(updates, onConnection);
  }
  onConnection("finished");
}

/** Passes each version on once, and in order. */
class Updates {
  /**
   * @param {string} id
   * @param {number} version
   * @param {OnUpdate} onUpdate
   */
  constructor(id, version, onUpdate) {
    this.id = id;
    this.version = version;
    this.onUpdate = onUpdate;
    this.isFinished = false;
  }

  /** @param {CommandResult} update */
  pass(update) {
    if (update.version > this.version) {
      this.version = update.version;
      this.onUpdate(update);
    }
    this.isFinished ||= update.game.result !== null;
  }

  /**
   * Ask for what is new; wait for it at most `seconds`.
   *
   * @param {number} seconds
   */
  async ask(seconds) {
    const game = await readNext(this.id, this.version, seconds);
    if (game === null) return;
    const { version } = game;
    const events = await readEvents(this.id, this.version);
    // Events of later versions may have come in between.
    this.pass({
      version,
      events: events.filter((event) => event.version <= version),
      game,
    });
  }
}

/**
 * Ends when the game is finished, the connection is lost or the stream is refused.
 *
 * @param {Updates} updates
 * @param {OnConnection} onConnection
 * @returns {Promise<void>}
 */
function stream(updates, onConnection) {
  return new Promise((resolve) => {
    const source = new EventSource(
      `/v1/games/${updates.id}/stream?after=${updates.version}`,
    );
    const end = () => {
      source.close(); // otherwise the browser connects again
      removeEventListener("offline", lose);
      resolve();
    };
    const lose = () => {
      onConnection("lost");
      end();
    };
    addEventListener("offline", lose);
    source.onopen = () => onConnection("live");
    source.onerror = () => {
      onConnection("lost");
      if (source.readyState === EventSource.CLOSED) end();
    };
    source.addEventListener("commit", (message) => {
      updates.pass(JSON.parse(message.data));
      if (updates.isFinished) end();
    });
  });
}

/**
 * Some requests that wait for a new version.
 *
 * @param {Updates} updates
 * @param {OnConnection} onConnection
 */
async function poll(updates, onConnection) {
  for (let count = 0; count < POLLS && !updates.isFinished; count += 1) {
    try {
      await updates.ask(0);
      onConnection("polling");
      if (!updates.isFinished) await updates.ask(WAIT);
    } catch (error) {
      await sleep(Math.max(PAUSE, retryAfter(error, onConnection)));
    }
  }
}

/**
 * The milliseconds after which a request that failed may be repeated.
 *
 * @param {unknown} error
 * @param {OnConnection} onConnection
 */
function retryAfter(error, onConnection) {
  if (error instanceof Unreachable) onConnection("lost");
  return error instanceof RequestError ? error.retryAfter : 0;
}

/**
 * After a device was asleep or offline, its stream may be dead without notice.
 *
 * @param {Updates} updates
 */
function askWhenVisible(updates) {
  const ask = async () => {
    if (document.visibilityState !== "visible" || updates.isFinished) return;
    try {
      await updates.ask(0);
    } catch {
      // The stream or the next poll will find the same problem, and report it.
    }
  };
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
}
