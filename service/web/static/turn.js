// What the players at this browser may do now, and the commands that do it.

/** @import { Color, CommandResult, Game, Place, Take } from "../api_types.js" */
/** @import { SeatTokens } from "./seat_tokens.js" */

import { sendCommand } from "./api.js";
import { errorText, Unreachable } from "./requests.js";

const SLOW = 500; // milliseconds until the page says that a command is being sent

/** @typedef {{ display: number | null, color: Color }} Selection */
/** @typedef {{ kind: "refusal" | "waiting", text: string }} Note */
/** @typedef {{ isLegal: boolean, color: Color, placed: number, toFloor: number }} LinePreview */
/** @typedef {{ columns: number[], color: Color }} Placement */

/**
 * @typedef Listeners
 * @property {() => void} onChange the page is to be drawn again
 * @property {(result: CommandResult) => void} onResult a command was executed
 */

export class Turn {
  /**
   * @param {Game} state
   * @param {SeatTokens} tokens
   * @param {Listeners} listeners
   */
  constructor(state, tokens, { onChange, onResult }) {
    this.state = state;
    this.tokens = tokens;
    this.onChange = onChange;
    this.onResult = onResult;
    this.isNewest = true;
    this.isSending = false;
    this.dropped = 0;
    /** @type {Selection | null} */
    this.selection = null;
    /** @type {Note | null} */
    this.note = null;
  }

  /**
   * Use another state; moves are possible in the newest one only.
   *
   * @param {Game} state
   * @param {boolean} isNewest
   */
  setState(state, isNewest) {
    const isSame = this.state.version === state.version && this.isNewest === isNewest;
    this.state = state;
    this.isNewest = isNewest;
    if (isSame) return;
    this.selection = null;
    this.dropped = 0;
    if (!this.isSending) this.note = null;
  }

  /** @param {number | null} seat */
  holds(seat) {
    return this.tokens.holds(seat);
  }

  /** Whether a player at this browser may take tiles. */
  get canTake() {
    return this.isNewest && this.holds(this.state.current_seat);
  }

  /** Whether a player at this browser is to take tiles or to place a tile. */
  get canMove() {
    return (
      this.canTake ||
      this.state.legal_placements.some(({ seat, line }) => this.placement(seat, line))
    );
  }

  /**
   * @param {number | null} display
   * @param {Color} color
   */
  isSelected(display, color) {
    return this.selection?.display === display && this.selection.color === color;
  }

  /**
   * How many tiles are selected.
   *
   * @param {Selection} selection
   */
  count({ display, color }) {
    const { center, displays } = this.state;
    const tiles = display === null ? center.tiles : (displays[display] ?? []);
    return tiles.filter((other) => other === color).length;
  }

  /**
   * Select the tiles of a color, or cancel that if they are selected already.
   *
   * @param {number | null} display
   * @param {Color} color
   * @param {boolean} byKeyboard whether the focus is to move to a line
   */
  select(display, color, byKeyboard) {
    if (this.isSending) return;
    const wasSelected = this.isSelected(display, color);
    this.selection = wasSelected ? null : { display, color };
    this.dropped = 0;
    this.note = null;
    this.onChange();
    if (byKeyboard && !wasSelected) focus(".line.open, .floor.open", {});
  }

  cancel() {
    if (this.selection === null || this.isSending) return;
    const { display, color } = this.selection;
    this.selection = null;
    this.note = null;
    this.onChange();
    focus(`#pick-${display ?? "center"}-${color}`, { preventScroll: true });
  }

  /**
   * Choose how many of the selected tiles to drop on the floor line.
   *
   * @param {number} count
   */
  setDropped(count) {
    if (this.selection === null) return;
    this.dropped = Math.min(Math.max(count, 0), this.count(this.selection) - 1);
    this.note = null;
    this.onChange();
  }

  /**
   * What becomes of the selected tiles on a line of a seat, null for the floor line.
   * Null if nothing is selected for this seat.
   *
   * @param {number} seat
   * @param {number | null} line
   * @returns {LinePreview | null}
   */
  preview(seat, line) {
    if (!this.selection || !this.canTake || seat !== this.state.current_seat)
      return null;
    const { display, color } = this.selection;
    const isLegal = this.state.legal_moves.some(
      (move) => move.display === display && move.color === color && move.line === line,
    );
    const count = this.count(this.selection);
    const placed = Math.min(count - this.dropped, this.freeSpaces(seat, line));
    return { isLegal, color, placed, toFloor: count - placed };
  }

  /**
   * @param {number} seat
   * @param {number | null} line
   */
  freeSpaces(seat, line) {
    const found = line === null ? null : this.state.players[seat]?.pattern_lines[line];
    return found ? found.capacity - found.count : 0;
  }

  /**
   * The placement that a seat has to make next, if it is in this row.
   *
   * @param {number} seat
   * @param {number} row
   * @returns {Placement | null}
   */
  placement(seat, row) {
    if (!this.isNewest || !this.holds(seat)) return null;
    const next = this.state.legal_placements.find((other) => other.seat === seat);
    const color = this.state.players[seat]?.pattern_lines[row]?.color;
    return next?.line === row && color ? { columns: next.columns, color } : null;
  }

  /**
   * Take the selected tiles to a line, null for the floor line.
   *
   * @param {number | null} line
   */
  async take(line) {
    if (this.selection === null) return;
    const dropped = line === null ? 0 : this.dropped;
    const body = { ...this.selection, line, dropped };
    await this.send({ name: "take-tiles", body }, this.state.current_seat);
  }

  /**
   * @param {number} seat
   * @param {number} line
   * @param {number} column
   */
  async place(seat, line, column) {
    await this.send({ name: "place-tile", body: { line, column } }, seat);
  }

  /**
   * @param {{ name: "take-tiles", body: Take } | { name: "place-tile", body: Place }} command
   * @param {number | null} seat
   */
  async send(command, seat) {
    const token = this.tokens.token(seat);
    if (this.isSending || token === undefined) return;
    this.isSending = true;
    const slow = setTimeout(() => this.setNote("waiting", "Sending…"), SLOW);
    try {
      const result = await sendCommand(this.state.id, command, token, (error) =>
        this.setNote("waiting", `${error.message} Trying again…`),
      );
      this.isSending = false;
      this.note = null;
      this.selection = null;
      this.onResult(result);
    } catch (error) {
      this.isSending = false;
      const advice =
        error instanceof Unreachable ? " Your move was not confirmed." : "";
      this.setNote("refusal", `${errorText(error)}${advice}`);
    } finally {
      clearTimeout(slow);
    }
  }

  /**
   * Show the player a note.
   *
   * @param {Note["kind"]} kind
   * @param {string} text
   */
  setNote(kind, text) {
    this.note = { kind, text };
    this.onChange();
  }
}

/**
 * @param {string} selector
 * @param {FocusOptions} options
 */
function focus(selector, options) {
  const found = document.querySelector(selector);
  if (found instanceof HTMLElement) found.focus(options);
}
