import { beforePaint } from "../frame.mjs";

/** The link to the top: shown once the list has been scrolled (LV9), and no history entry. */
export class Anchor {
  /** Scrolled pixels from which on it is shown. */
  static far = 72;

  constructor(element) {
    this.element = element;
    this.view = element.closest("dialog");
    // Scroll events do not bubble. In a sheet the overlay scrolls, in a dialog its body.
    this.view.addEventListener("scroll", () => this.look(), { capture: true, passive: true });
    element.addEventListener("click", (event) => {
      event.preventDefault();
      for (const scroller of this.scrollers) scroller.scrollTop = 0;
      this.view.querySelector(element.hash).focus({ preventScroll: true });
    });
    this.update();
  }

  get scrollers() { return [this.view, this.view.querySelector(".view-body")]; }

  update() { beforePaint(() => this.look()); }

  look() {
    // A sheet scrolls first while it grows.
    const grown = this.view.querySelector(".selection").offsetTop;
    this.element.dataset.far = this.view.scrollTop > grown + Anchor.far || this.scrollers[1].scrollTop > Anchor.far;
  }
}
