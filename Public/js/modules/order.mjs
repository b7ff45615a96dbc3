// @ts-check

import { announce, part, words } from "../words.mjs";

/** @typedef {HTMLElement & { readonly parentElement: HTMLElement & { dataset: { press: string } } }} Row a criterion in its list. */

/**
 * Rows of an order picker that are dragged by their handles, or moved by Alt+Arrow. In both cases the server moves them: a drag
 * only shows where the row would go, and ends by pressing a button of the page.
 */
export default class Order {
  /** Pixels from the edge of a scrolling area within which a dragged row makes it scroll. */
  static edge = 48;

  /**
   * Ends the current drag without moving anything; `null` if there is none.
   * @type {(() => void)|null}
   */
  cancel = null;
  /** @type {Drag|null} */
  drag = null;

  /** @param {HTMLElement} cell */
  constructor(cell) {
    this.cell = cell;
    const form = cell.closest("form");
    cell.addEventListener("keydown", (event) => this.onKey(event));
    cell.addEventListener("pointerdown", (event) => this.grab(event));
    cell.addEventListener("click", ({ target }) => {
      if (target.closest(".criterion button")) this.note(target.closest(".criterion"));
    });
    // If the post failed, the rows go back to the server's order.
    new MutationObserver(() => form.hasAttribute("aria-busy") || this.cancel || this.settle())
      .observe(form, { attributeFilter: ["aria-busy"] });
    this.update();
  }

  get rows() { return [...this.cell.querySelectorAll(".criterion")]; }

  /** Called with the server's answer: its order counts, whatever was being dragged. */
  update() {
    if (!this.cancel) this.settle();
    else if (this.drag?.rows.some((row, index) => row !== this.rows[index])) this.cancel();
    for (const row of this.rows) {
      if (!row.querySelector(":scope > .handle")) row.querySelector(".moves")?.after(part("handle"));
    }
    const { row, place } = this.moved ?? {};
    if (!row || placeOf(row) === place) return;
    announce(placeOf(row));
    this.note(row);
  }

  /**
   * Records the row whose next place is announced.
   * @param {HTMLElement} row
   */
  note(row) { this.moved = { row, place: placeOf(row) }; }

  settle() {
    this.drag?.end();
    this.drag = null;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const row = event.target.closest(".criterion");
    const step = ["ArrowUp", "ArrowDown"].indexOf(event.key);
    if (!row || step < 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const button = row.querySelectorAll(".moves > button")[step];
    if (button.ariaDisabled) return;
    this.note(row);
    button.form.requestSubmit(button);
  }

  /** @param {PointerEvent} event */
  grab(event) {
    const handle = event.target.closest(".handle");
    if (!handle || event.button !== 0 || this.cancel) return;
    // The drag must not select text or move the focus.
    event.preventDefault();
    this.settle();
    const row = handle.closest(".criterion");
    const drag = new Drag(this.rows, row, event.clientY);
    this.drag = drag;
    const scroller = scrollerOf(row);
    const letGo = new AbortController();
    const { signal } = letGo;
    let y = event.clientY;
    let frame = requestAnimationFrame(function follow() {
      scroll(scroller, y, Order.edge);
      drag.follow(y);
      frame = requestAnimationFrame(follow);
    });
    const end = (isDropped) => {
      letGo.abort();
      cancelAnimationFrame(frame);
      this.cancel = null;
      const to = isDropped ? drag.follow(y) : drag.from;
      if (to === drag.from) this.settle();
      else this.drop(row, to);
    };
    this.cancel = () => end(false);
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener("pointermove", (moved) => { y = moved.clientY; }, { signal });
    handle.addEventListener("pointerup", (up) => {
      y = up.clientY;
      end(true);
    }, { signal });
    handle.addEventListener("pointercancel", this.cancel, { signal });
    addEventListener("keydown", (pressed) => {
      if (pressed.key !== "Escape") return;
      // Escape only ends the drag.
      pressed.preventDefault();
      pressed.stopPropagation();
      end(false);
    }, { signal, capture: true });
  }

  /**
   * Asks the server to move a row, by a button that pages without scripts do not need.
   * @param {Row} row
   * @param {number} to
   */
  drop(row, to) {
    let button = row.querySelector(":scope > button[data-kept]");
    if (!button) {
      button = document.createElement("button");
      button.name = row.querySelector(".criterion-toggle").name;
      button.hidden = true;
      button.dataset.kept = "";
      row.append(button);
    }
    const toggle = row.querySelector(".criterion-toggle");
    button.value = row.parentElement.dataset.press.replace("#", String(to + 1)) + toggle.value.split(":").at(-1);
    this.note(row);
    toggle.focus({ preventScroll: true });
    button.form.requestSubmit(button);
  }
}

/**
 * A row that is dragged along the others, which make room for it. They are moved by animations, not by attributes, so the page
 * still has the server's markup.
 */
class Drag {
  /** How long a row takes to make room, in milliseconds. */
  static pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150;

  /**
   * @param {HTMLElement[]} rows
   * @param {Row} row
   * @param {number} y
   */
  constructor(rows, row, y) {
    this.rows = rows;
    this.from = rows.indexOf(row);
    this.list = row.parentElement;
    this.grip = y - this.list.getBoundingClientRect().top;
    // The rows' places before the drag, in pixels from the top of the list.
    this.tops = rows.map((each) => each.offsetTop - rows[0].offsetTop);
    this.heights = rows.map((each) => each.offsetHeight);
    this.ways = rows.map(() => 0);
    /** @type {Animation[]} */
    this.slides = [];
  }

  /**
   * Shows the row at the pointer, within its list. Returns the place, from 0, that it would have there.
   * @param {number} y
   */
  follow(y) {
    const { rows, from, tops, heights } = this;
    const height = heights[from];
    const end = Number(tops.at(-1)) + Number(heights.at(-1)) - height;
    const top = Math.min(Math.max(tops[from] + y - this.list.getBoundingClientRect().top - this.grip, 0), end);
    let to = from;
    rows[from].dataset.dragged = "";
    this.slide(from, top - tops[from], 0);
    for (const index of rows.keys()) {
      const middle = tops[index] + heights[index] / 2;
      const step = index < from && top < middle ? 1 : index > from && top + height > middle ? -1 : 0;
      to -= step;
      if (index !== from) this.slide(index, step * height, Drag.pace);
    }
    return to;
  }

  /**
   * @param {number} index
   * @param {number} way
   * @param {number} duration
   */
  slide(index, way, duration) {
    if (this.ways[index] === way) return;
    this.ways[index] = way;
    const row = this.rows[index];
    const slide = row.animate(
      { translate: [getComputedStyle(row).translate, `0 ${way}px`] }, { duration, easing: "ease-out", fill: "forwards" });
    this.slides[index]?.cancel();
    this.slides[index] = slide;
  }

  end() {
    for (const slide of this.slides) slide?.cancel();
    this.rows[this.from].removeAttribute("data-dragged");
  }
}

/**
 * The place of a criterion in its order: "Priority, 1 of 4, Descending" (OP9).
 * @param {HTMLElement} row
 */
const placeOf = (row) => [
  row.querySelector(".criterion-label").textContent,
  row.querySelector(".moves").getAttribute("aria-label"),
  row.querySelector(".criterion-direction")?.textContent,
].filter(Boolean).join(words("separator"));

/**
 * The nearest element around this one that scrolls.
 * @param {HTMLElement} element
 */
function scrollerOf(element) {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (parent.scrollHeight > parent.clientHeight && /auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return /** @type {Element} */ (document.scrollingElement);
}

/**
 * @param {Element} scroller
 * @param {number} y
 * @param {number} edge
 */
function scroll(scroller, y, edge) {
  const isPage = scroller === document.scrollingElement;
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
  const over = Math.min(0, y - top - edge) + Math.max(0, y - bottom + edge);
  // The closer to the edge, the faster it scrolls in each frame.
  if (over) scroller.scrollBy(0, over / 4);
}
