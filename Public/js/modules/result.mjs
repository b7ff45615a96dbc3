// @ts-check

// A calculated value: it is announced when it has changed, since nothing else tells a screen reader of it.

import { announce, labelText } from "../words.mjs";

export default class Result {
  /** Milliseconds without a change: a visitor who types on hears the last value only. */
  static pause = 1000;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.cell = element.closest(".cell");
    this.value = this.current;
  }

  get field() { return this.cell.querySelector("input"); }

  get current() { return this.field.value; }

  update() {
    if (this.current === this.value) return;
    this.value = this.current;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(), Result.pause);
  }

  say() {
    if (!this.cell.isConnected) return;
    announce(`${labelText(this.field.labels[0])}: ${this.current}`);
  }
}
