/** The way back to the top: there once the list has been scrolled, and no history entry of its own. */
export class Anchor {
  /** Pixels that are worth a way back. */
  static far = 72;

  constructor(element) {
    this.element = element;
    this.view = element.closest("dialog");
    // Scrolling does not bubble, and what scrolls is the overlay of a sheet, the body of a dialog.
    this.view.addEventListener("scroll", () => this.update(), { capture: true, passive: true });
    element.addEventListener("click", (event) => {
      event.preventDefault();
      for (const scroller of this.scrollers) scroller.scrollTop = 0;
      this.view.querySelector(element.hash).focus({ preventScroll: true });
    });
    this.update();
  }

  get scrollers() { return [this.view, this.view.querySelector(".view-body")]; }

  update() { this.element.dataset.far = this.scrollers.some((scroller) => scroller.scrollTop > Anchor.far); }
}
