import { announce } from "../announce.mjs";

/** Copies the value beside it. Where the browser has no clipboard for pages, it does not show. */
export class Copy {
  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => this.copy());
    this.update();
  }

  update() { this.button.hidden = !navigator.clipboard; }

  async copy() {
    await navigator.clipboard.writeText(this.button.parentElement.querySelector("data").value);
    this.button.textContent = this.button.dataset.copied;
    announce(this.button.dataset.copied);
  }
}
