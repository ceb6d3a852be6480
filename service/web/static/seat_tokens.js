// The tokens of the seats that this browser may act for. A link carries a token in its
// fragment (behind #), which browsers do not send to any server.

const SEAT = /(?:^|[#&])seat=(\d+):([\w.-]+)/;

/**
 * The link that gives a seat to the person who opens it.
 *
 * @param {string} game
 * @param {number} seat
 * @param {string} token
 */
export function seatLink(game, seat, token) {
  return `${location.origin}/games/${game}#seat=${seat}:${token}`;
}

/**
 * The seat and token in a link or in its fragment; null if there are none.
 *
 * @param {string} link
 */
export function seatInLink(link) {
  const [, seat, token] = SEAT.exec(link) ?? [];
  if (seat === undefined || token === undefined) return null;
  return { seat: Number(seat), token };
}

/** The tokens for one game, kept in the browser's local storage. */
export class SeatTokens {
  /** @param {string} game */
  constructor(game) {
    this.key = `azul:seats:${game}`;
    this.tokens = this.read();
  }

  /** Take the seat that the page's address carries, and remove it from the address. */
  takeFromAddress() {
    const found = seatInLink(location.hash);
    if (found === null) return;
    history.replaceState(null, "", location.pathname);
    this.take(found.seat, found.token);
  }

  /**
   * @param {number} seat
   * @param {string} token
   */
  take(seat, token) {
    this.tokens[seat] = token;
    this.write();
  }

  /** Give up all seats. */
  leave() {
    this.tokens = {};
    this.write();
  }

  /**
   * @param {number | null} seat
   * @returns {string | undefined}
   */
  token(seat) {
    return seat === null ? undefined : this.tokens[seat];
  }

  /** @param {number | null} seat */
  holds(seat) {
    return this.token(seat) !== undefined;
  }

  /** The seats that this browser may act for. */
  get seats() {
    return Object.keys(this.tokens).map(Number);
  }

  /** @returns {Record<number, string>} */
  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      return {};
    }
  }

  write() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.tokens));
    } catch {
      // The browser forbids storage: the tokens last as long as the page.
    }
  }
}
