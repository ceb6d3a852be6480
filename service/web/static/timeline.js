// A slider through all versions of the game, and a button that plays them.

import { sleep } from "./api.js";
import { byId } from "./dom.js";

const PACE = 900;

export class Timeline {
  /** `go(version)` shows a version; resolves once it is shown. */
  constructor(go) {
    this.go = go;
    this.playing = false;
    this.slider = byId("moment");
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    byId("first").addEventListener("click", () => this.jump(1));
    byId("back").addEventListener("click", () => this.jump(this.shown - 1));
    byId("forward").addEventListener("click", () => this.jump(this.shown + 1));
    byId("now").addEventListener("click", () => this.jump(this.latest));
    byId("play").addEventListener("click", () => (this.playing ? this.stop() : this.play()));
  }

  update(shown, latest) {
    this.shown = shown;
    this.latest = latest;
    this.slider.max = String(latest);
    this.slider.value = String(shown);
    this.slider.setAttribute("aria-valuetext", `version ${shown} of ${latest}`);
    byId("position").textContent = `${shown} / ${latest}`;
    for (const id of ["first", "back"]) byId(id).disabled = shown <= 1;
    for (const id of ["forward", "now"]) byId(id).disabled = shown >= latest;
  }

  jump(version) {
    this.stop();
    return this.go(Math.min(Math.max(version, 1), this.latest));
  }

  /** From the start if the end is shown, else from here on. */
  async play() {
    this.label(true);
    if (this.shown >= this.latest) await this.go(1);
    while (this.playing && this.shown < this.latest) {
      await sleep(PACE);
      if (this.playing) await this.go(this.shown + 1);
    }
    this.stop();
  }

  stop() {
    if (this.playing) this.label(false);
  }

  label(playing) {
    this.playing = playing;
    byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    byId("play").classList.toggle("playing", playing);
  }
}
