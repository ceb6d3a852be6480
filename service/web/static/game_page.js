// The page of a game: shows it, follows it, and plays for the seats of this browser.

/** @import { CommandResult, Event, Game, TileCounts } from "../api_types.js" */
/** @import { Connection } from "./live_updates.js" */

import { readEvents, readGame, readVersion } from "./api.js";
import { displaysAndCenter } from "./displays.js";
import { byId, replaceChildren } from "./dom.js";
import { headline, PHASES } from "./game_text.js";
import { followGame } from "./live_updates.js";
import { MoveHistory } from "./move_history.js";
import { playerBoard } from "./player_board.js";
import { errorText, RequestError } from "./requests.js";
import { seatDialog } from "./seat_dialog.js";
import { SeatTokens } from "./seat_tokens.js";
import { Turn } from "./turn.js";
import { turnPanel } from "./turn_panel.js";
import { VersionSlider } from "./version_slider.js";

/** @type {Record<Connection, string>} */
const CONNECTIONS = {
  live: "Live",
  polling: "Live, asking every few seconds",
  lost: "No connection, trying again",
  finished: "Finished",
};

class GamePage {
  /**
   * @param {Game} state
   * @param {Event[]} events
   */
  constructor(state, events) {
    this.newest = state;
    this.shown = state;
    this.requested = state.version;
    this.states = new Map([[state.version, state]]);
    this.tokens = new SeatTokens(state.id);
    this.turn = new Turn(state, this.tokens, {
      onChange: () => this.draw(),
      onResult: (result) => this.update(result),
    });
    const names = state.players.map((player) => player.name);
    this.history = new MoveHistory(byId("history-list"), names);
    this.history.add(events);
    this.slider = new VersionSlider((version) => this.showVersion(version));
    this.takeSeat = seatDialog(this.tokens, state.players, () => this.draw());
    addEventListener("hashchange", () => this.openAddress());
    addEventListener(
      "keydown",
      (event) => event.key === "Escape" && this.turn.cancel(),
    );
  }

  get isNewestShown() {
    return this.shown.version === this.newest.version;
  }

  /** Take the seat and show the version that the address names, or the newest. */
  async openAddress() {
    this.tokens.takeFromAddress();
    const named = /(?:^|[#&])v=(\d+)/.exec(location.hash)?.[1];
    const version = Number(named ?? this.newest.version);
    await this.showVersion(Math.min(Math.max(version, 1), this.newest.version));
  }

  /** @param {number} version */
  async showVersion(version) {
    this.requested = version;
    try {
      const state = await this.stateAt(version);
      if (this.requested === version) this.show(state);
    } catch (error) {
      this.turn.setNote("refusal", errorText(error));
    }
  }

  /** @param {number} version */
  async stateAt(version) {
    const known = this.states.get(version);
    if (known) return known;
    const state = await readVersion(this.newest.id, version);
    this.states.set(version, state);
    return state;
  }

  /**
   * Use a new version. An earlier one that is shown stays shown.
   *
   * @param {CommandResult} result
   */
  update({ events, game }) {
    const wasNewestShown = this.isNewestShown;
    if (game.version > this.newest.version) {
      this.newest = game;
      this.states.set(game.version, game);
      this.history.add(events);
      const text = `${this.history.announcement(events)} ${headline(game)}.`;
      byId("announcement").textContent = text;
    }
    if (wasNewestShown) this.show(this.newest);
    else this.draw();
  }

  /** @param {Game} state */
  show(state) {
    const before = state.version > this.shown.version ? this.shown : null;
    this.shown = state;
    this.draw(before);
    this.history.mark(state.version);
    setAddress(this.isNewestShown ? location.pathname : `#v=${state.version}`);
  }

  /** @param {Game | null} [before] the state since which additions are marked */
  draw(before = null) {
    const { newest, shown, turn } = this;
    turn.setState(shown, this.isNewestShown);
    this.drawTexts();
    replaceChildren(byId("displays"), displaysAndCenter(shown, turn));
    replaceChildren(byId("boards"), this.boards(before));
    replaceChildren(byId("panel"), turnPanel(turn, newest.version, this));
    const { body } = document;
    body.classList.toggle("selecting", turn.selection !== null && turn.canTake);
    body.classList.toggle("earlier-version", !this.isNewestShown);
    body.classList.toggle("finished", this.isNewestShown && shown.result !== null);
    this.slider.update(shown.version, newest.version);
  }

  drawTexts() {
    const { shown, turn } = this;
    byId("round").textContent = `Round ${shown.round}, ${PHASES[shown.phase]}`;
    byId("headline").textContent = headline(shown);
    byId("supply").textContent = `Bag ${total(shown.bag)}, lid ${total(shown.lid)}`;
    document.title = `${turn.canMove ? "● Your turn" : headline(shown)} – Azul`;
  }

  /**
   * The boards by seat; a player with one seat sees their own board first.
   *
   * @param {Game | null} before
   */
  boards(before) {
    const { players } = this.shown;
    const { seats } = this.tokens;
    const first = seats.length === 1 ? (seats[0] ?? 0) : 0;
    const ordered = [...players.slice(first), ...players.slice(0, first)];
    byId("main").dataset.players = String(players.length);
    return ordered.map((player) =>
      playerBoard({
        game: this.shown,
        player,
        before: before?.players[player.seat] ?? null,
        turn: this.turn,
      }),
    );
  }

  showNewest = () => this.slider.jump(this.newest.version);

  leaveSeats = () => {
    if (!confirm("Leave your seat? You need its link to come back.")) return;
    this.tokens.leave();
    this.draw();
  };

  /** @param {Connection} connection */
  setConnection(connection) {
    byId("connection").textContent = CONNECTIONS[connection];
    byId("connection").dataset.connection = connection;
  }
}

/** @param {string} address */
function setAddress(address) {
  try {
    history.replaceState(null, "", address);
  } catch {
    // Some browsers refuse this while the slider moves fast; the next time will do.
  }
}

/** @param {TileCounts} counts */
function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function open() {
  const id = location.pathname.split("/")[2] ?? "";
  const [state, events] = await Promise.all([
    readGame(id, (error) => {
      byId("headline").textContent = `${error.message} Trying again…`;
    }),
    readEvents(id, 0),
  ]);
  const page = new GamePage(state, events);
  await page.openAddress();
  document.body.classList.remove("opening");
  await followGame(
    id,
    state.version,
    (result) => page.update(result),
    (connection) => page.setConnection(connection),
  );
}

open().catch((error) => {
  byId("headline").textContent = errorText(error);
  if (!(error instanceof RequestError)) throw error;
});
