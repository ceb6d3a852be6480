// The list of all events, newest first. Each version is a link to the game as it was.

/** @import { Event } from "../api_types.js" */

import { element } from "./dom.js";
import { pointsOf, sentence } from "./event_text.js";
import { pointsText } from "./text.js";

const MARGIN = 40; // pixels above the shown version when the list is scrolled to it

export class MoveHistory {
  /**
   * @param {HTMLElement} list
   * @param {string[]} names of the players, by seat
   */
  constructor(list, names) {
    this.list = list;
    this.newest = 0;
    /** @param {number} seat */
    this.nameOf = (seat) => names[seat] ?? `seat ${seat}`;
  }

  /**
   * Add the events of the versions that are not in the list yet.
   *
   * @param {Event[]} events
   */
  add(events) {
    for (const version of new Set(events.map((event) => event.version))) {
      if (version <= this.newest) continue;
      this.newest = version;
      const [first, ...others] = events.filter((event) => event.version === version);
      if (first) this.list.prepend(this.entry(first, others));
    }
  }

  /**
   * A version: the event of the command, and the events that followed from it.
   *
   * @param {Event} first
   * @param {Event[]} others
   */
  entry(first, others) {
    const version = String(first.version);
    const link = { href: `#v=${version}`, "aria-label": `Version ${version}` };
    const rest = others.map((event) =>
      element("li", { class: event.type }, this.sentenceAndPoints(event)),
    );
    return element(
      "li",
      { id: `version-${version}` },
      element("a", link, version),
      element(
        "div",
        {},
        element("p", {}, this.sentenceAndPoints(first)),
        rest.length > 0 && element("ul", {}, rest),
      ),
    );
  }

  /** @param {Event} event */
  sentenceAndPoints(event) {
    const points = pointsOf(event);
    if (points === null) return [sentence(event, this.nameOf)];
    const className = points < 0 ? "points loss" : "points";
    return [
      sentence(event, this.nameOf),
      element("span", { class: className }, ` ${pointsText(points)}`),
    ];
  }

  /**
   * Mark the version that is shown.
   *
   * @param {number} version
   */
  mark(version) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const entry = document.getElementById(`version-${version}`);
    if (entry === null) return;
    entry.setAttribute("aria-current", "true");
    this.list.scrollTop = entry.offsetTop - this.list.offsetTop - MARGIN;
  }

  /**
   * Events as plain text, for screen readers.
   *
   * @param {Event[]} events
   */
  announcement(events) {
    const sentences = events.map((event) => {
      const points = pointsOf(event);
      const text = sentence(event, this.nameOf);
      return points ? `${text} ${pointsText(points)}` : text;
    });
    return sentences.join(" ");
  }
}
