// Following a game live: by the stream, or where it is refused by asking and waiting.

import { changed, eventsAfter, sleep, Unreachable } from "./api.js";

const WAIT = 20;
const POLLS = 3;

/**
 * Call `hear` with `{version, events, game}` for all that happens in `game` after
 * `version`, until it is over, and `connection` with how the news come: "live",
 * "polling", "lost" or "over".
 */
export async function follow(game, version, hear, connection) {
  const news = new News(game, version, hear);
  lookWhenBack(news);
  while (!news.over) {
    await stream(news, connection);
    if (!news.over) await poll(news, connection);
  }
  connection("over");
}

/** What is known of a game, each version told once and in order. */
class News {
  constructor(game, version, hear) {
    this.game = game;
    this.known = version;
    this.hear = hear;
    this.over = false;
  }

  tell(commit) {
    if (commit.version > this.known) {
      this.known = commit.version;
      this.hear(commit);
    }
    this.over ||= commit.game.result !== null;
  }

  /** Ask what is new, and wait so many seconds if nothing is. */
  async ask(seconds) {
    const game = await changed(this.game, this.known, seconds);
    if (!game) return;
    const events = await eventsAfter(this.game, this.known);
    const { version } = game;
    this.tell({ version, events: events.filter((each) => each.version <= version), game });
  }
}

/** Ends with the game or the connection, or if there is no room for another stream. */
function stream(news, connection) {
  return new Promise((done) => {
    const source = new EventSource(`/v1/games/${news.game}/stream?after=${news.known}`);
    const end = () => {
      source.close(); // else the browser would come back for more
      removeEventListener("offline", lose);
      done();
    };
    const lose = () => {
      connection("lost");
      end();
    };
    addEventListener("offline", lose);
    source.onopen = () => connection("live");
    source.onerror = () => {
      connection("lost");
      if (source.readyState === EventSource.CLOSED) end();
    };
    source.addEventListener("commit", (message) => {
      news.tell(JSON.parse(message.data));
      if (news.over) end();
    });
  });
}

/** Some rounds of asking; after them it is worth trying the stream again. */
async function poll(news, connection) {
  for (let round = 0; round < POLLS && !news.over; round += 1) {
    try {
      await news.ask(0);
      connection("polling");
      if (!news.over) await news.ask(WAIT);
    } catch (error) {
      if (error instanceof Unreachable) connection("lost");
      await sleep(Math.max(1000, error.retryAfter ?? 0));
    }
  }
}

/** A phone that slept, or a cable that was out, may not know that its stream is dead. */
function lookWhenBack(news) {
  const look = () => {
    if (document.visibilityState === "visible" && !news.over) news.ask(0).catch(() => {});
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
}
