// @ts-check

import { dialogs } from "../dialogs.mjs";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A sheet that can be dragged by its grabber, its header, or its list if that is at its top. Upward it grows, downward it shrinks
 * to half its height, and below that it closes. The overlay scrolls the sheet, so growing is scrolling.
 *
 * It rests at two heights, half and full. The grabber is a button that switches between them.
 */
export class Sheet {
  /** Pixels below which a press counts as a tap. */
  static slop = 6;
  /** It closes when it is this number of pixels below half, or by a flick of this number of pixels per millisecond. */
  static far = 96;
  static fast = 0.5;
  /** Milliseconds before the end of a drag in which its speed is measured. */
  static window = 100;
  /** Pixels that it stretches beyond its full height. */
  static stretch = 32;

  /** @param {HTMLElement & { readonly parentElement: HTMLElement }} grabber */
  constructor(grabber) {
    this.grabber = grabber;
    this.overlay = grabber.closest("dialog");
    // A control for keyboards and screen readers: it shows more of what its title names.
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = "grabber-button";
    this.button.dataset.kept = "";
    // It opens at half its height; `tell` updates this once the sheet is laid out.
    this.button.setAttribute("aria-expanded", "false");
    this.button.setAttribute("aria-labelledby", this.overlay.getAttribute("aria-labelledby"));
    grabber.parentElement.before(this.button);
    this.surface = grabber.closest(".selection");
    grabber.addEventListener("pointerdown", (event) => this.grab(event));
    grabber.addEventListener("click", () => { if (!this.hasMoved) this.rest(!this.isFull); });
    this.button.addEventListener("click", () => this.rest(!this.isFull));
    this.overlay.addEventListener("touchstart", (event) => this.touch(event), { passive: true });
    this.overlay.addEventListener("scroll", () => this.tell(), { passive: true });
    this.overlay.addEventListener("focusin", ({ target }) => {
      // A phone's keyboard would cover the rows of a half sheet.
      if (target.type === "search" && this.isSheet) this.rest(true);
    });
    this.overlay.addEventListener("failed", () => this.settle(null));
    // It is laid out when its view is shown.
    new ResizeObserver(() => {
      this.measure();
      this.tell();
    }).observe(this.head);
    this.update();
  }

  get head() { return this.surface.querySelector(".view-head"); }

  /**
   * Makes headers of lists stay below the bars. The property is not set on the overlay, which leaves as a copy: a copied style is an
   * inline style. The whole page inherits it, so it is set only if a header stays.
   */
  measure() {
    if (!this.surface.querySelector(".value-list-head > h3:not(.hidden)")) return;
    document.documentElement.style.setProperty("--bars", `${this.head.offsetHeight}px`);
  }

  /** Whether it is a sheet, not a dialog or a view as high as the window. */
  get isSheet() { return this.grabber.checkVisibility(); }

  /** The distance that the overlay scrolls until the sheet is full. */
  get above() { return this.surface.offsetTop; }

  get isFull() { return this.overlay.scrollTop >= this.above - 1; }

  /** Called with an answer. If the sheet stays although it had left, it returns; its surface may have another height and kind of list. */
  update() {
    if (this.overlay.style.getPropertyValue("--gone") && !("dragged" in this.overlay.dataset)) this.settle(null);
    requestAnimationFrame(() => {
      this.measure();
      this.tell();
    });
  }

  tell() {
    const isFull = String(this.isFull);
    if (this.button.getAttribute("aria-expanded") !== isFull) this.button.setAttribute("aria-expanded", isFull);
  }

  /**
   * Moves it to one of its two heights.
   * @param {boolean} isFull
   */
  rest(isFull) {
    // With few rows it would not move.
    if (isFull) this.overlay.dataset.keptFull = "";
    const behavior = isStill.matches ? "auto" : "smooth";
    this.overlay.scrollTo({ top: isFull ? Math.max(this.above, this.overlay.scrollTop) : 0, behavior });
  }

  /**
   * Starts a drag with a mouse or a pen. Touches are handled below, as they may also scroll.
   * @param {PointerEvent} event
   */
  grab(event) {
    if (event.button !== 0 || event.pointerType === "touch") return;
    event.preventDefault();
    const drag = this.begin(event.clientY, event.timeStamp);
    const letGo = new AbortController();
    const listen = (name, action) => addEventListener(name, action, { signal: letGo.signal });
    this.hasMoved = false;
    listen("pointermove", ({ clientY, timeStamp }) => {
      this.hasMoved ||= Math.abs(clientY - event.clientY) >= Sheet.slop;
      if (!this.hasMoved) return;
      this.grabber.setPointerCapture(event.pointerId);
      drag.follow(clientY, timeStamp);
    });
    listen("pointerup", ({ timeStamp }) => {
      letGo.abort();
      drag.end(timeStamp, this.hasMoved);
    });
    listen("pointercancel", () => {
      letGo.abort();
      drag.end(0, false);
    });
  }

  /** @param {TouchEvent} event */
  touch(event) {
    const { target, touches: [first, ...others] } = event;
    if (!this.isSheet || others.length > 0 || !this.surface.contains(target)) return;
    this.hasMoved = false;
    const isList = Boolean(target.closest(".view-body"));
    if (target.closest("textarea, .view-foot")) return;
    const letGo = new AbortController();
    const listen = (name, action) => target.addEventListener(name, action, { signal: letGo.signal, passive: false });
    /** @type {ReturnType<Sheet["begin"]>|null} */
    let drag = null;
    listen("touchmove", (moved) => {
      const { clientX, clientY } = moved.changedTouches[0];
      const [x, y] = [clientX - first.clientX, clientY - first.clientY];
      if (!drag) {
        if (Math.hypot(x, y) < Sheet.slop) return;
        // The list scrolls, unless it is at its top and pulled down: then the sheet moves with it, and the page stays.
        if (!moved.cancelable || Math.abs(x) > Math.abs(y) || (isList && (y < 0 || this.overlay.scrollTop > 0))) {
          letGo.abort();
          return;
        }
        drag = this.begin(first.clientY, event.timeStamp);
      }
      moved.preventDefault();
      drag.follow(clientY, moved.timeStamp);
    });
    for (const name of ["touchend", "touchcancel"]) {
      listen(name, ({ timeStamp }) => {
        letGo.abort();
        drag?.end(timeStamp, name === "touchend");
      });
    }
  }

  /**
   * @param {number} from
   * @param {number} began
   */
  begin(from, began) {
    const { overlay, surface } = this;
    const scrolled = overlay.scrollTop;
    const seen = overlay.clientHeight - this.above;
    const most = overlay.scrollHeight - overlay.clientHeight;
    let moves = [{ y: from, time: began }];
    return {
      follow: (y, time) => {
        moves.push({ y, time });
        const place = scrolled - (y - from);
        overlay.scrollTop = place;
        // Below half its height it follows the hand; beyond the end of the list it stretches, less and less.
        const over = Math.max(0, place - most);
        const way = Math.max(0, -place) - Sheet.stretch * over / (over + 3 * Sheet.stretch);
        surface.style.translate = `0 ${way}px`;
        overlay.style.setProperty("--gone", Math.max(0, way) / seen);
        overlay.dataset.dragged = "";
      },
      end: (time, isDone) => {
        const { y } = moves[moves.length - 1];
        moves = moves.filter((move) => time - move.time <= Sheet.window);
        const speed = moves.length > 1 ? (y - moves[0].y) / Math.max(1, time - moves[0].time) : 0;
        delete overlay.dataset.dragged;
        const below = y - from - scrolled;
        if (isDone && below > 0 && (below > Sheet.far || speed > Sheet.fast)) this.close();
        else this.settle(isDone ? speed : null);
      },
    };
  }

  /**
   * Moves to the nearer of its heights, or to the one toward which a flick goes.
   * @param {number|null} speed
   */
  settle(speed) {
    this.overlay.style.removeProperty("--gone");
    this.surface.style.translate = "";
    const { scrollTop } = this.overlay;
    if (speed === null || scrollTop <= 0 || scrollTop > this.above) return;
    this.rest(Math.abs(speed) > Sheet.fast ? speed < 0 : scrollTop > this.above / 2);
  }

  /** It leaves at once. It returns if an answer keeps it, or if there is no answer. */
  close() {
    this.overlay.style.setProperty("--gone", 1);
    this.surface.style.translate = "0 100dvh";
    dialogs.leave(this.overlay);
  }
}

/** The link to the top: shown once the list has been scrolled (LV9); it adds no history entry. */
export class Anchor {
  /** Scrolled pixels from which it is shown. */
  static far = 72;

  /** @param {HTMLAnchorElement} element */
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

  update() { requestAnimationFrame(() => this.look()); }

  look() {
    // A sheet first scrolls while it grows.
    const grown = this.view.querySelector(".selection").offsetTop;
    this.element.dataset.far = String(this.view.scrollTop > grown + Anchor.far || this.scrollers[1].scrollTop > Anchor.far);
  }
}
