// What whoever sits here may do now, and doing it.

import { post, Unreachable } from "./api.js";

const SLOW = 500;

export class Turn {
  /**
   * `changed()` is called when something else is to be shown, `heard(commit)` with
   * what a command brought about.
   */
  constructor(game, seats, { changed, heard }) {
    this.id = game;
    this.seats = seats;
    this.changed = changed;
    this.heard = heard;
    this.choice = null;
    this.dropped = 0;
    this.note = null;
    this.sending = false;
    this.state = null;
    this.live = true;
  }

  /** Look at another state; only the newest, `live`, can be played on. */
  look(state, live) {
    const same = this.state?.version === state.version && this.live === live;
    this.state = state;
    this.live = live;
    if (same) return;
    this.choice = null;
    this.dropped = 0;
    if (!this.sending) this.note = null;
  }

  holds(seat) {
    return this.seats.holds(seat);
  }

  get canTake() {
    return this.live && this.holds(this.state.current_seat);
  }

  /** Whether somebody who sits here is to move. */
  get isOurs() {
    return this.canTake || this.state.legal_placements.some((each) => this.places(each.seat, each.line));
  }

  /** The tiles that the choice would take. */
  get taken() {
    const { display, color } = this.choice;
    const tiles = display === null ? this.state.center.tiles : this.state.displays[display];
    return tiles.filter((each) => each === color).length;
  }

  choose(display, color, byKeyboard) {
    if (this.sending) return;
    const again = this.choice?.display === display && this.choice.color === color;
    this.choice = again ? null : { display, color };
    this.dropped = 0;
    this.note = null;
    this.changed();
    if (byKeyboard && !again) document.querySelector(".line.open, .floor.open")?.focus();
  }

  cancel() {
    if (!this.choice || this.sending) return;
    const { display, color } = this.choice;
    this.choice = null;
    this.note = null;
    this.changed();
    document.getElementById(`pick-${display ?? "center"}-${color}`)?.focus({ preventScroll: true });
  }

  drop(number) {
    this.dropped = Math.min(Math.max(number, 0), this.taken - 1);
    this.note = null;
    this.changed();
  }

  /** What putting the chosen tiles on a line would do; null where nobody can. */
  target(seat, line) {
    if (!this.choice || !this.canTake || seat !== this.state.current_seat) return null;
    const { display, color } = this.choice;
    const legal = this.state.legal_moves.some(
      (move) => move.display === display && move.color === color && move.line === line,
    );
    const held = line === null ? null : this.state.players[seat].pattern_lines[line];
    const free = held ? held.capacity - held.count : 0;
    const placed = Math.min(this.taken - this.dropped, free);
    return { legal, color, placed, falls: this.taken - placed };
  }

  take(line) {
    const { display, color } = this.choice;
    const dropped = line === null ? 0 : this.dropped;
    return this.send("take-tiles", { display, color, line, dropped }, this.state.current_seat);
  }

  /** The placement that `seat` has to make in `row` now, if any. */
  places(seat, row) {
    if (!this.live || !this.holds(seat)) return null;
    const next = this.state.legal_placements.find((each) => each.seat === seat);
    if (next?.line !== row) return null;
    const { color } = this.state.players[seat].pattern_lines[row];
    return { columns: next.columns, color };
  }

  place(seat, line, column) {
    return this.send("place-tile", { line, column }, seat);
  }

  async send(command, body, seat) {
    if (this.sending) return;
    this.sending = true;
    const slow = setTimeout(() => this.say("waiting", "Sending…"), SLOW);
    try {
      const path = `/v1/games/${this.id}/${command}`;
      const commit = await post(path, body, this.seats.token(seat), (error) => {
        this.say("waiting", `${error.message} Trying again…`);
      });
      this.sending = false;
      this.note = null;
      this.choice = null;
      this.heard(commit);
    } catch (error) {
      this.sending = false;
      const advice = error instanceof Unreachable ? " Your move was not confirmed." : "";
      this.say("refusal", `${error.message}${advice}`);
    } finally {
      clearTimeout(slow);
    }
  }

  say(kind, text) {
    this.note = { kind, text };
    this.changed();
  }
}
