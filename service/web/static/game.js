// The page of one game: shows it, follows it, and plays for the seats that are held.

import { eventsAfter, get, Refusal, Unreachable } from "./api.js";
import { board } from "./board.js";
import { byId, redraw } from "./dom.js";
import { follow } from "./follow.js";
import { panel } from "./panel.js";
import { seatDialog } from "./seat.js";
import { Seats } from "./seats.js";
import { Story } from "./story.js";
import { table } from "./table.js";
import { Timeline } from "./timeline.js";
import { Turn } from "./turn.js";
import { headline } from "./words.js";

const CONNECTION = {
  live: "Live",
  polling: "Live, asking every few seconds",
  lost: "No connection, trying again",
  over: "Finished",
};
const PHASES = {
  factory_offer: "factory offer",
  wall_tiling: "wall-tiling",
  finished: "game over",
};

class Page {
  constructor(id, state, events) {
    this.id = id;
    this.latest = state;
    this.shown = state;
    this.states = new Map([[state.version, state]]);
    this.seats = new Seats(id);
    this.seats.arrive();
    this.turn = new Turn(id, this.seats, {
      changed: () => this.draw(),
      heard: (commit) => this.hear(commit),
    });
    this.story = new Story(byId("story"), state.players.map((player) => player.name));
    this.story.add(events);
    this.timeline = new Timeline((version) => this.go(version));
    this.takeSeat = seatDialog(this.seats, state, () => this.draw());
    addEventListener("hashchange", () => this.arrive());
    addEventListener("keydown", (event) => event.key === "Escape" && this.turn.cancel());
  }

  get isLive() {
    return this.shown.version === this.latest.version;
  }

  /** Go where the address says: to a version, or to the newest. */
  arrive() {
    this.seats.arrive();
    const version = Number(/(?:^|[#&])v=(\d+)/.exec(location.hash)?.[1] ?? this.latest.version);
    return this.go(Math.min(Math.max(version, 1), this.latest.version));
  }

  async go(version) {
    this.wanted = version;
    try {
      const state = await this.stateAt(version);
      if (this.wanted === version) this.show(state);
    } catch (error) {
      this.turn.say("refusal", error.message);
    }
  }

  async stateAt(version) {
    if (!this.states.has(version)) {
      this.states.set(version, await get(`/v1/games/${this.id}?version=${version}`));
    }
    return this.states.get(version);
  }

  /** What a version brought; whoever looks at an earlier one is not disturbed. */
  hear({ events, game }) {
    const wasLive = this.isLive;
    if (game.version > this.latest.version) {
      this.latest = game;
      this.states.set(game.version, game);
      this.story.add(events);
      byId("news").textContent = `${this.story.news(events)} ${headline(game)}.`;
    }
    if (wasLive) this.show(this.latest);
    else this.draw();
  }

  show(state) {
    const before = state.version > this.shown.version ? this.shown : null;
    this.shown = state;
    this.draw(before);
    this.story.mark(state.version);
    setAddress(this.isLive ? location.pathname : `#v=${state.version}`);
  }

  draw(before = null) {
    const { shown, turn } = this;
    turn.look(shown, this.isLive);
    const players = shown.players.map((player) => player.seat);
    const { held } = this.seats;
    if (held.length === 1) players.push(...players.splice(0, held[0]));
    redraw(byId("table"), table(shown, turn));
    redraw(byId("boards"), players.map((seat) => board(shown, seat, turn, before)));
    redraw(byId("panel"), panel(turn, this.latest.version, this));
    document.querySelector("main").dataset.players = String(players.length);
    document.body.classList.toggle("choosing", Boolean(turn.choice && turn.canTake));
    document.body.classList.toggle("past", !this.isLive);
    document.body.classList.toggle("finished", this.isLive && shown.result !== null);
    byId("round").textContent = `Round ${shown.round}, ${PHASES[shown.phase]}`;
    byId("headline").textContent = headline(shown);
    byId("supply").textContent = `Bag ${total(shown.bag)}, lid ${total(shown.lid)}`;
    this.timeline.update(shown.version, this.latest.version);
    document.title = `${turn.isOurs ? "● Your turn" : headline(shown)} – Azul`;
  }

  toNow = () => this.timeline.jump(this.latest.version);

  leaveSeat = () => {
    if (!confirm("Leave your seat? You need its link to come back.")) return;
    this.seats.leave();
    this.draw();
  };

  connection(how) {
    byId("connection").textContent = CONNECTION[how];
    byId("connection").dataset.how = how;
  }
}

/** Some browsers refuse this if the slider is moved fast; the next one will do. */
function setAddress(address) {
  try {
    history.replaceState(null, "", address);
  } catch {
    // The table is shown all the same.
  }
}

const total = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

async function open() {
  const id = location.pathname.split("/")[2];
  const waiting = (error) => (byId("headline").textContent = `${error.message} Trying again…`);
  const [state, events] = await Promise.all([get(`/v1/games/${id}`, waiting), eventsAfter(id, 0)]);
  const page = new Page(id, state, events);
  await page.arrive();
  document.body.classList.remove("opening");
  if (state.result) page.connection("over");
  else await follow(id, state.version, (commit) => page.hear(commit), (how) => page.connection(how));
}

open().catch((error) => {
  byId("headline").textContent = error.message;
  if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
});
