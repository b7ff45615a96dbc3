// @ts-check

// The modules that show something before the page is used.

import { pointer } from "./startup.mjs";

/** Follows a cell on which others depend: presses its "Update" after each change, so that the visitor need not. */
export class Live {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.button = element.querySelector("button");
    const cell = element.closest(".cell");
    cell.addEventListener("change", (event) => { if (event.target.type !== "file") this.press(); });
    for (const name of ["input", "compositionend"]) cell.addEventListener(name, (event) => this.wait(event));
    this.update();
  }

  /** The server draws the button for a page without scripts. */
  update() { this.button.hidden = true; }

  /** A composition is followed too: Android composes every word. */
  wait({ target }) {
    clearTimeout(this.timer);
    if (this.element.dataset.typing !== "true" || !target.matches("textarea, input:not([type=password])")) return;
    // Milliseconds before input counts that is not finished; the page has another pause where a value is calculated from it.
    this.timer = setTimeout(() => this.press(), Number(this.element.dataset.pause ?? 500));
  }

  async press() {
    clearTimeout(this.timer);
    // The hand may be on the button that sends the form, which then presses this one first.
    this.button.setAttribute("data-kept-due", "");
    await pointer.lifted;
    if (this.element.isConnected && this.button.hasAttribute("data-kept-due")) this.button.form.requestSubmit(this.button);
  }
}

/** A button that prints the page. Without scripts it does not show: the browser's own menu prints as well. */
export class Print {
  /** @param {HTMLButtonElement} button */
  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => print());
    this.update();
  }

  update() { this.button.hidden = false; }
}

// The modules that show something before the page is used.

export const firstModules = {
  live: Live,
  print: Print,
};
