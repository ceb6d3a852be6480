// All that happened, newest first, each version a link to the table as it was then.

import { h } from "./dom.js";
import { signed, told } from "./words.js";

export class Story {
  constructor(list, names) {
    this.list = list;
    this.who = (seat) => names[seat];
    this.newest = 0;
  }

  /** Add events; those of versions that are there already are left out. */
  add(events) {
    for (const version of new Set(events.map((event) => event.version))) {
      if (version <= this.newest) continue;
      this.newest = version;
      const items = events.filter((event) => event.version === version);
      this.list.prepend(this.entry(version, items));
    }
  }

  entry(version, events) {
    const [first, ...others] = events.map((event) => ({ ...told(event, this.who), type: event.type }));
    return h(
      "li",
      { id: `version-${version}` },
      h("a", { href: `#v=${version}`, "aria-label": `Version ${version}` }, String(version)),
      h(
        "div",
        {},
        h("p", {}, first.sentence, points(first)),
        others.length > 0 &&
          h("ul", {}, others.map((each) => h("li", { class: each.type }, each.sentence, points(each)))),
      ),
    );
  }

  /** Mark the version that is shown. */
  mark(version) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const entry = document.getElementById(`version-${version}`);
    entry?.setAttribute("aria-current", "true");
    if (entry) this.list.scrollTop = entry.offsetTop - this.list.offsetTop - 40;
  }

  /** What `events` say, for a screen reader. */
  news(events) {
    return events
      .map((event) => told(event, this.who))
      .map(({ sentence, points: number }) => (number ? `${sentence} ${signed(number)}` : sentence))
      .join(" ");
  }
}

function points({ points: number }) {
  if (number === null) return null;
  return h("span", { class: number < 0 ? "points loss" : "points" }, ` ${number ? signed(number) : "0"}`);
}
