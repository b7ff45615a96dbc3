// A view that opens, or that shows what a search has found, shows first what the window has room for. The other rows come into
// the page with the frames after that, and all at once before anybody can miss them: before a press, a key, a turn of the
// wheel, a post, or another answer.

import { own, say } from "./morph.mjs";

/** Pixels of the lowest row. */
const lowestRow = 44;
/** More than a list has that opens beside its cell, so that it can be told whether it is one of those. */
const fewest = 16;
/** Rows that a slow phone lays out within one frame. */
const rowsOfFrame = 40;

const listsIn = (view) => view.querySelectorAll(".rows");

class HeldRows {
  /** Rows that are not in the page yet, each with the number of its list in the view. */
  rows = [];

  constructor() {
    for (const name of ["pointerdown", "keydown", "wheel"]) {
      addEventListener(name, () => this.addAll(), { capture: true, passive: true });
    }
  }

  /**
   * Takes the rows out of an answer's view that the window has no room for: never one up to which the view would scroll. A
   * sheet that is searched may be as high as the window.
   */
  hold(view, hasSearched) {
    const lists = [...listsIn(view)];
    const rows = lists.flatMap((list, number) => [...list.children].map((row) => [number, row]));
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

  /** Brings all of them into the page now. */
  addAll() { if (this.rows.length > 0) this.add(this.rows.length); }

  /** Brings them into the page by and by, from the frame after the next one on. */
  addSoon() {
    if (this.rows.length > 0) requestAnimationFrame(() => requestAnimationFrame(() => this.addSome()));
  }

  addSome() {
    if (this.rows.length === 0) return;
    this.add(rowsOfFrame);
    requestAnimationFrame(() => this.addSome());
  }

  /** Brings the first of them into the page. */
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
