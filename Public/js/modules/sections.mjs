// @ts-check

import { focusOn } from "../focus.mjs";

/** The list of sections beside the cells of a wide window: marks the section that the visitor is in. */
export default class Sections {
  /** @type {number|null} */
  frame = null;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /**
     * The link of the marked section, by its fragment.
     * @type {string|undefined}
     */
    this.marked = "";
    /** Whether the visitor went there; else it is the section that was scrolled to. */
    this.isChosen = false;
    const listening = new AbortController();
    const listen = (name, act) => addEventListener(name, (event) => {
      if (element.isConnected) act(event);
      else listening.abort();
    }, { passive: true, signal: listening.signal });
    element.addEventListener("click", (event) => this.follow(event));
    listen("focusin", ({ target }) => this.choose(target.closest?.(".section")?.getAttribute("aria-labelledby")));
    for (const name of ["wheel", "touchmove", "pointerdown"]) listen(name, () => { this.isChosen = false; });
    // Letter keys do not scroll.
    listen("keydown", ({ key }) => { if (key?.length > 1) this.isChosen = false; });
    listen("scroll", () => this.look());
    this.choose(location.hash.slice(1));
    this.look();
  }

  /** Called when the page was updated, which removes the mark. */
  update() {
    this.show();
    this.look();
  }

  get links() { return [...this.element.querySelectorAll("a")]; }

  /**
   * Goes to a section without a history entry.
   * @param {MouseEvent} event
   */
  follow(event) {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const heading = document.getElementById(link.hash.slice(1));
    if (!focusOn(heading)) return;
    event.preventDefault();
    heading.scrollIntoView();
    this.choose(heading.id);
  }

  /** @param {string|null|undefined} id */
  choose(id) {
    if (!id || !this.links.some(({ hash }) => hash === `#${id}`)) return;
    this.isChosen = true;
    this.mark(`#${id}`);
  }

  /** Marks the section in view, in the next frame. */
  look() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (!this.isChosen) this.mark(this.inView);
    });
  }

  /** The last section above a line that moves down the window while the page scrolls up: so the last section is reached too. */
  get inView() {
    const { scrollHeight, clientHeight } = document.documentElement;
    const line = clientHeight * scrollY / Math.max(1, scrollHeight - clientHeight);
    const isAbove = ({ hash }) => document.getElementById(hash.slice(1))?.getBoundingClientRect().top <= line;
    return (this.links.findLast(isAbove) ?? this.links[0])?.hash;
  }

  /** @param {string|undefined} hash */
  mark(hash) {
    if (this.marked === hash) return;
    this.marked = hash;
    this.show();
    const [list, link] = [this.element, this.element.querySelector("[aria-current]")];
    if (link && list.scrollHeight > list.clientHeight) list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }

  show() {
    for (const link of this.links) {
      if (link.hash === this.marked) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
}
