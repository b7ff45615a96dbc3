// @ts-check

// The rows of an open selection view: those that are added in the frames after it opens, those that were saved, and the chosen one.

import { openDialogs } from "./dialogs.mjs";
import { focusOn, focusOnHeading } from "./focus.mjs";
import { disown, own, say } from "./morph.mjs";
import { announce } from "./words.mjs";

// A view that opens, or that shows search results, first shows the rows that fit into the window. The other rows are added to
// the page in the following frames, and all at once before anybody can miss them: before a press, a key, a turn of the
// wheel, a post, or another answer.

/** Height of the lowest row in pixels. */
const lowestRow = 44;
/** More rows than a list that opens beside its cell has, so that such a list can be recognized. */
const fewest = 16;
/** Rows that a slow phone lays out within one frame. */
const rowsOfFrame = 40;

/** @param {HTMLElement} view */
const listsIn = (view) => view.querySelectorAll(".rows");

class HeldRows {
  /**
   * Rows that are not in the page yet, each with the index of its list in the view.
   * @type {[number, HTMLElement][]}
   */
  rows = [];

  constructor() {
    for (const name of ["pointerdown", "keydown", "wheel"]) {
      addEventListener(name, () => this.addAll(), { capture: true, passive: true });
    }
  }

  /**
   * Removes the rows that do not fit into the window from an answer's view, but none to which the view would scroll. A
   * sheet that is searched may be as high as the window.
   * @param {HTMLElement} view
   * @param {boolean} hasSearched
   */
  hold(view, hasSearched) {
    const lists = [...listsIn(view)];
    const rows = lists.flatMap((list, number) => [...list.children].map((row) => /** @type {[number, HTMLElement]} */ ([number, row])));
    const chosen = view.querySelector(".row:has([type=radio]:checked), .row[aria-pressed=true]");
    const last = rows.findIndex(([, row]) => row.contains(chosen));
    if (chosen && last < 0) return;
    const isHalf = !hasSearched && view.dataset.view === "half" && view.dataset.presentation === "sheet";
    const most = Math.ceil(innerHeight / lowestRow);
    this.rows = rows.slice(last + 1 + (isHalf ? Math.ceil(most / 2) : Math.max(fewest, most)));
    for (const [number, row] of this.rows) {
      row.remove();
      lists[number].ariaBusy = "true";
    }
  }

  /** Adds all of them to the page now. */
  addAll() { if (this.rows.length > 0) this.add(this.rows.length); }

  /** Adds them to the page gradually, beginning in the frame after the next one. */
  addSoon() {
    if (this.rows.length > 0) requestAnimationFrame(() => requestAnimationFrame(() => this.addSome()));
  }

  addSome() {
    if (this.rows.length === 0) return;
    this.add(rowsOfFrame);
    requestAnimationFrame(() => this.addSome());
  }

  /**
   * Adds the first of them to the page.
   * @param {number} count
   */
  add(count) {
    const lists = listsIn(document.querySelector("#_view"));
    for (const [number, row] of this.rows.splice(0, count)) {
      lists[number].append(row);
      own(row);
    }
    const [waiting = Infinity] = this.rows[0] ?? [];
    for (const [number, list] of lists.entries()) if (number < waiting) say(list, "aria-busy", null);
  }
}

export const heldRows = new HeldRows();

// Updates the choice in an open selection view with what was saved: the text of "Apply", and the "Selected" list. No row may move
// under the finger: if one would, the list is left unchanged until the next answer.

const selected = ".value-list[aria-labelledby=_selected]";

class SavedChoice {
  /**
   * The box that was ticked or unticked last.
   * @type {HTMLInputElement|null}
   */
  ticked = null;

  /**
   * @param {HTMLDialogElement & { readonly parentElement: HTMLElement }} view the front dialog.
   * @param {Document} fresh the page with the same view as the server has rendered it.
   * @param {(control: import("./controls.mjs").Control) => boolean} isHeld whether the visitor has changed a control since.
   */
  show(view, fresh, isHeld) {
    const { ticked } = this;
    const [apply, drawn] = [view, fresh].map((root) => root.querySelector(".view-foot [value=apply]"));
    for (const name of apply && drawn ? ["data-chosen", "data-idle"] : []) say(apply, name, drawn.getAttribute(name));
    const [old, next] = [view, fresh].map((root) => root.querySelector(selected));
    if (!ticked?.isConnected || (!old && !next)) return;
    // A visitor who unticks a row of the list may want to tick it again.
    if (old?.contains(ticked) || old?.contains(document.activeElement)) return;
    const row = ticked.closest(".row, .other");
    const body = view.querySelector(".view-body");
    const scroller = getComputedStyle(body).overflowY === "visible" ? view : body;
    const { scrollTop } = scroller;
    // A sheet that is not at its full height would grow instead.
    const least = scroller === view ? view.querySelector(".selection").offsetTop : 0;
    if (scrollTop < least) return;
    const { top } = row.getBoundingClientRect();
    const moved = () => row.getBoundingClientRect().top - top;
    const list = next && document.importNode(next, true);
    if (list) {
      for (const box of list.querySelectorAll("input")) {
        const twin = document.getElementById(box.id) ?? document.getElementById(box.id.replace(/^_s/, "_r"));
        if (twin && isHeld(twin)) box.checked = twin.checked;
      }
    }
    const swaps = [[old, list], ...(old ? [] : headsToSwap(view, fresh))];
    const first = view.querySelector(`.value-list:not(${selected})`);
    for (const [from, to] of swaps) swap(from, to, first);
    scroller.scrollTop += moved();
    if (Math.abs(moved()) < 1 && scroller.scrollTop >= least) {
      view.parentElement.querySelector("[name=_kept]").value = fresh.querySelector("[name=_kept]").value;
      return;
    }
    for (const [from, to] of swaps) swap(to, from, first);
    scroller.scrollTop = scrollTop;
  }
}

export const savedChoice = new SavedChoice();

/**
 * The headers to replace: the header of a single list becomes visible once there is another list.
 * @param {HTMLDialogElement} view
 * @param {Document} fresh
 */
function headsToSwap(view, fresh) {
  return [...view.querySelectorAll(".value-list-head:has(> h3.hidden)")].flatMap((head) => {
    const drawn = fresh.getElementById(head.firstElementChild.id)?.parentElement;
    return drawn && !head.contains(document.activeElement) ? [[head, document.importNode(drawn, true)]] : [];
  });
}

/**
 * @param {HTMLElement|null} from
 * @param {HTMLElement|null} to
 * @param {HTMLElement} first
 */
function swap(from, to, first) {
  if (to) (from ?? first).before(to);
  if (to) own(to);
  if (!from) return;
  disown(from);
  from.remove();
}

/** Scrolls to the row of a single choice if it is further down in a view that has opened. */
export function showChosen() {
  const view = document.querySelector("#_view:modal");
  const row = view?.querySelector(".row:has([type=radio]:checked), .row[aria-pressed=true]");
  if (!row) return;
  const { bottom } = row.getBoundingClientRect();
  const foot = view.querySelector(".view-foot")?.getBoundingClientRect().top ?? innerHeight;
  const end = Math.min(foot, view.querySelector(".view-body").getBoundingClientRect().bottom, innerHeight);
  if (bottom > end) row.scrollIntoView({ block: "center", behavior: "instant" });
}

/**
 * Moves the focus after another level was opened: after a step up to the row of that step, else to the path of the level.
 * @param {string|null} left
 */
export function showLevel(left) {
  const view = /** @type {HTMLDialogElement} */ (openDialogs().pop());
  const body = view.querySelector(".view-body");
  const path = view.querySelector("#_path");
  const row = [...body.querySelectorAll(".leads-below")].find(({ value }) => value === left);
  if (row) {
    announce((path ?? view.querySelector("h2")).textContent);
    row.focus();
    return;
  }
  body.scrollTop = 0;
  view.scrollTop = Math.min(view.scrollTop, view.querySelector(".selection").offsetTop);
  if (!focusOn(path, { preventScroll: true })) focusOnHeading({ preventScroll: true });
}
