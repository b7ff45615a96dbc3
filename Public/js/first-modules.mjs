// @ts-check

// Modules that show something before the page is used.

import { pointer } from "./startup.mjs";

/** Watches a cell on which others depend: presses its "Update" after each change, so that the visitor need not. */
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

  /** The server renders the button for pages without scripts. */
  update() { this.button.hidden = true; }

  /** Waits during a composition too: Android composes every word. */
  wait({ target }) {
    clearTimeout(this.timer);
    if (this.element.dataset.typing !== "true" || !target.matches("textarea, input:not([type=password])")) return;
    // Milliseconds until unfinished input counts; the page has another pause if a value is calculated from the input.
    this.timer = setTimeout(() => this.press(), Number(this.element.dataset.pause ?? 500));
  }

  async press() {
    clearTimeout(this.timer);
    // The visitor may be pressing the button that sends the form, which then presses this one first.
    this.button.setAttribute("data-kept-due", "");
    await pointer.lifted;
    if (this.element.isConnected && this.button.hasAttribute("data-kept-due")) this.button.form.requestSubmit(this.button);
  }
}

/** A button that prints the page. It is hidden without scripts, as the browser's menu prints as well. */
export class Print {
  /** @param {HTMLButtonElement} button */
  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => print());
    this.update();
  }

  update() { this.button.hidden = false; }
}

// The registry for `attach.mjs`.

export const firstModules = {
  live: Live,
  print: Print,
};
