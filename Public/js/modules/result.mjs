// @ts-check

// A calculated value: announces its changes, as screen readers would not notice them otherwise.

import { announce, labelText } from "../words.mjs";

export default class Result {
  /** Milliseconds without a change: a visitor who keeps typing hears only the last value. */
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
