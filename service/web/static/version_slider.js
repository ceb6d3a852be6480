// The slider and the buttons that show earlier versions, singly or one after another.

import { byId } from "./dom.js";
import { sleep } from "./requests.js";

const PLAY_DELAY = 900; // milliseconds between two versions

export class VersionSlider {
  /** @param {(version: number) => Promise<void>} show resolves when it is shown */
  constructor(show) {
    this.show = show;
    this.isPlaying = false;
    this.shown = 1;
    this.newest = 1;
    this.slider = byId("version-slider", HTMLInputElement);
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    onClick("first", () => this.jump(1));
    onClick("back", () => this.jump(this.shown - 1));
    onClick("forward", () => this.jump(this.shown + 1));
    onClick("newest", () => this.jump(this.newest));
    onClick("play", () => (this.isPlaying ? this.stop() : this.play()));
  }

  /**
   * @param {number} shown
   * @param {number} newest
   */
  update(shown, newest) {
    this.shown = shown;
    this.newest = newest;
    this.slider.max = String(newest);
    this.slider.value = String(shown);
    this.slider.setAttribute("aria-valuetext", `version ${shown} of ${newest}`);
    byId("position").textContent = `${shown} / ${newest}`;
    for (const id of ["first", "back"]) button(id).disabled = shown <= 1;
    for (const id of ["forward", "newest"]) button(id).disabled = shown >= newest;
  }

  /** @param {number} version */
  async jump(version) {
    this.stop();
    await this.show(Math.min(Math.max(version, 1), this.newest));
  }

  /** Show the following versions one by one; all of them if the newest is shown. */
  async play() {
    this.setPlaying(true);
    if (this.shown >= this.newest) await this.show(1);
    while (this.isPlaying && this.shown < this.newest) {
      await sleep(PLAY_DELAY);
      if (this.isPlaying) await this.show(this.shown + 1);
    }
    this.stop();
  }

  stop() {
    if (this.isPlaying) this.setPlaying(false);
  }

  /** @param {boolean} isPlaying */
  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    button("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    button("play").classList.toggle("playing", isPlaying);
  }
}

/** @param {string} id */
const button = (id) => byId(id, HTMLButtonElement);

/**
 * @param {string} id
 * @param {() => void} action
 */
function onClick(id, action) {
  button(id).addEventListener("click", action);
}
