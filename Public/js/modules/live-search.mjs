import { announce } from "../announce.mjs";
import { beforePaint } from "../frame.mjs";

/** Searches while the visitor types: never with more than one post under way (the queue sees to that), nor in the middle
    of a composition. */
export class LiveSearch {
  constructor(element) {
    this.field = element.querySelector("input");
    this.button = element.querySelector("button");
    this.asked = this.field.value;
    this.told = "";
    this.field.addEventListener("input", (event) => {
      if (event.isComposing) return;
      clearTimeout(this.timer);
      // A short pause, in milliseconds: between the letters of a word nothing is asked.
      this.timer = setTimeout(() => this.search(), 120);
    });
    this.field.addEventListener("compositionstart", () => { this.isComposing = true; });
    this.field.addEventListener("compositionend", () => {
      this.isComposing = false;
      this.search();
    });
  }

  search() {
    if (this.isComposing || this.field.value === this.asked || !this.field.isConnected) return;
    this.asked = this.field.value;
    this.field.form.requestSubmit(this.button);
  }

  /** The answer is there: announces how many were found, and searches for what was typed meanwhile. */
  update() {
    if (this.field.value !== this.asked) this.search();
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
