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

/** Rows that are not in the page yet, each with the number of its list in the view. */
let held = [];

const listsIn = (view) => view.querySelectorAll(".rows");

/**
 * Takes the rows out of an answer's view that the window has no room for: never one up to which the view would scroll. A
 * sheet that is searched may be as high as the window.
 */
export function holdRows(view, hasSearched) {
  const lists = [...listsIn(view)];
  const rows = lists.flatMap((list, number) => [...list.children].map((row) => [number, row]));
  const chosen = view.querySelector(".row:has([type=radio]:checked), .row[aria-pressed=true]");
  const last = rows.findIndex(([, row]) => row.contains(chosen));
  if (chosen && last < 0) return;
  const isHalf = !hasSearched && view.dataset.view === "half" && view.dataset.presentation === "sheet";
  const most = Math.ceil(innerHeight / lowestRow);
  held = rows.slice(last + 1 + (isHalf ? Math.ceil(most / 2) : Math.max(fewest, most)));
  for (const [number, row] of held) {
    row.remove();
    lists[number].ariaBusy = "true";
  }
}

/** Brings the first of them into the page; left out, all. */
function add(count = held.length) {
  const lists = listsIn(document.querySelector("#_view"));
  for (const [number, row] of held.splice(0, count)) {
    lists[number].append(row);
    own(row);
  }
  const [waiting = Infinity] = held[0] ?? [];
  for (const [number, list] of lists.entries()) if (number < waiting) say(list, "aria-busy", null);
}

/** Brings all of them into the page now. */
export function addHeldRows() { if (held.length > 0) add(); }

/** Brings them into the page by and by, from the frame after the next one on. */
export function addHeldRowsSoon() {
  if (held.length > 0) requestAnimationFrame(() => requestAnimationFrame(addSome));
}

function addSome() {
  if (held.length === 0) return;
  add(rowsOfFrame);
  requestAnimationFrame(addSome);
}

for (const name of ["pointerdown", "keydown", "wheel"]) addEventListener(name, addHeldRows, { capture: true, passive: true });
