import { announce } from "../announce.mjs";
import { beforePaint } from "../frame.mjs";

/** Searches while the visitor types, also in the middle of a composition: Android composes every word. Never with more than
    one post under way: the queue sees to that. */
export class LiveSearch {
  /** Milliseconds without typing: between the letters of a word nothing is asked, nor for a syllable on its way to a word. */
  static pause = 120;
  static pauseInComposition = 300;

  constructor(element) {
    this.field = element.querySelector("input");
    this.button = element.querySelector(".search-button");
    this.asked = this.field.value;
    this.told = "";
    this.field.addEventListener("input", ({ isComposing }) => {
      this.wait(isComposing ? LiveSearch.pauseInComposition : LiveSearch.pause);
    });
    this.field.addEventListener("compositionend", () => this.wait(0));
    const clear = element.querySelector(".search-clear");
    // Pressing it keeps the focus and a phone's keyboard.
    clear?.addEventListener("pointerdown", (event) => event.preventDefault());
    clear?.addEventListener("click", (event) => this.clear(event));
  }

  wait(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), milliseconds);
  }

  search() {
    if (this.field.value === this.asked || !this.field.isConnected) return;
    this.asked = this.field.value;
    this.field.form.requestSubmit(this.button);
  }

  /** Empties the field at once; the list follows. */
  clear(event) {
    event.preventDefault();
    this.field.focus();
    this.field.select();
    // As a key would, so that the browser's undo brings the text back.
    if (!document.execCommand("delete")) this.field.value = "";
    this.wait(0);
  }

  /** The answer is there: announces how many were found, and searches for what was typed meanwhile. */
  update() {
    if (this.field.value !== this.asked) this.wait(LiveSearch.pause);
    const view = this.field.closest("dialog");
    const found = view.querySelector("#_results, .no-results-title")?.textContent ?? "";
    if (found === this.told) return;
    this.told = found;
    announce(found);
    // Results are shown from the top; a sheet keeps its height.
    beforePaint(() => {
      view.querySelector(".view-body").scrollTop = 0;
      view.scrollTop = Math.min(view.scrollTop, view.querySelector(".selection").offsetTop);
    });
  }
}
