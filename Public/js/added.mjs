// Says what a change has brought up: cells, and notes of cells. Nothing takes the focus.

import { announce } from "./announce.mjs";
import { labelText, words } from "./parts.mjs";

function labelIn(cell) {
  const label = cell.querySelector(".cell-label");
  return labelText(label.querySelector("[id$=_label]") ?? label);
}

/** The cells of the page and their notes: by a name, what is said of each. */
function cellsAndNotes() {
  const cells = [...document.querySelectorAll("form .cell")].map((cell) => [cell.querySelector("[id]").id, cell]);
  const notes = [...document.querySelectorAll("form .cell-notes > *")]
    .map((note) => [`${note.parentElement.id} ${note.textContent}`, note]);
  return { cells: new Map(cells), notes: new Map(notes) };
}

const newIn = (before, after) => [...after].filter(([name]) => !before.has(name)).map(([, element]) => element);

/** Calls `change`, which changes the page, and announces what it has brought up. */
export function announceAdded(change) {
  const before = cellsAndNotes();
  change();
  const after = cellsAndNotes();
  const labels = newIn(before.cells, after.cells).map(labelIn);
  const list = new Intl.ListFormat(document.documentElement.lang, { style: "short", type: "unit" });
  const texts = labels.length > 0 ? [words("added").replace("{labels}", () => list.format(labels))] : [];
  texts.push(...newIn(before.notes, after.notes).map((note) => note.textContent));
  if (texts.length > 0) announce(texts.join(" "));
}
