import { leave } from "../leave.mjs";

/** Drags a sheet by its grabber: up it grows, far enough down it closes; a tap changes between half and full. The sheet
    is what its overlay scrolls, so growing is scrolling. */
export default class Grabber {
  /** Pixels under which a press is a tap. */
  static slop = 6;

  constructor(element) {
    this.overlay = element.closest("dialog");
    this.surface = element.closest(".selection");
    element.addEventListener("pointerdown", (event) => this.grab(event, element));
  }

  grab(event, element) {
    if (event.button !== 0) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    const from = event.clientY;
    const scrolled = this.overlay.scrollTop;
    let way = 0;
    const letGo = new AbortController();
    const listen = (name, action) => element.addEventListener(name, action, { signal: letGo.signal });
    listen("pointermove", (moved) => {
      way = moved.clientY - from;
      this.overlay.scrollTop = scrolled - way;
      this.surface.style.translate = `0 ${Math.max(0, way - scrolled)}px`;
    });
    const end = (isDone) => {
      letGo.abort();
      this.surface.style.translate = "";
      if (!isDone) return;
      if (Math.abs(way) < Grabber.slop) this.toggle(scrolled);
      else if (way - scrolled > this.surface.clientHeight / 4) leave(this.overlay);
    };
    listen("pointerup", () => end(true));
    listen("pointercancel", () => end(false));
  }

  toggle(scrolled) {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    this.overlay.scrollTo({ top: scrolled > 0 ? 0 : innerHeight / 2, behavior });
  }
}
