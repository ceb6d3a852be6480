// The seats that this browser may act for: their tokens, which never get into a URL
// that is sent anywhere. A link brings one in its fragment, which stays in the browser.

const memory = new Map();

/** The place for `game`'s tokens; some browsers forbid storage, then it is this page. */
function storage(game) {
  const key = `azul:seats:${game}`;
  return {
    read() {
      try {
        return JSON.parse(localStorage.getItem(key) ?? "{}");
      } catch {
        return memory.get(key) ?? {};
      }
    },
    write(tokens) {
      memory.set(key, tokens);
      try {
        localStorage.setItem(key, JSON.stringify(tokens));
      } catch {
        // Then the tokens last as long as the page.
      }
    },
  };
}

/** The link that gives a seat to whoever opens it. */
export function seatLink(game, seat, token) {
  return `${location.origin}/games/${game}#seat=${seat}:${token}`;
}

/** The seat and token that a link, or what follows its #, carries; null if none. */
export function carriedSeat(link) {
  const match = /(?:^|[#&])seat=([0-3]):([\w.-]+)/.exec(link);
  return match && { seat: Number(match[1]), token: match[2] };
}

export class Seats {
  constructor(game) {
    this.storage = storage(game);
    this.tokens = this.storage.read();
  }

  /** Take the seat that the page's address brings, and clear it from the address. */
  arrive() {
    const brought = carriedSeat(location.hash);
    if (!brought) return;
    history.replaceState(null, "", location.pathname);
    this.take(brought.seat, brought.token);
  }

  take(seat, token) {
    this.tokens[seat] = token;
    this.storage.write(this.tokens);
  }

  leave() {
    this.tokens = {};
    this.storage.write(this.tokens);
  }

  token(seat) {
    return this.tokens[seat];
  }

  holds(seat) {
    return seat !== null && seat in this.tokens;
  }

  get held() {
    return Object.keys(this.tokens).map(Number);
  }
}
