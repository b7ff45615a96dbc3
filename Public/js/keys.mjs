// Keys as in a native list: arrows lead from the search and the heading into the rows, letters to a row that begins with them,
// Enter chooses. Enter turns a switch, ticks a box, chooses a radio button: it never sends the form from there. Control or
// Command with Enter applies the view that is open; where none is, it sends the form.

import { isOfComposition } from "./composition.mjs";
import { openDialogs } from "./dialogs.mjs";
import { theForm } from "./controls.mjs";

/** Milliseconds after which a letter begins another word. */
const wordPause = 700;
const applyIn = (view) => view.querySelector(".view-foot .primary, .done");
const rowsOf = (view) => [...view.querySelectorAll(".row input, button.row")].filter((row) => !row.disabled);

/** The keys of the page, and the word that is being typed to find a row. */
export class Keys {
  letters = "";
  lastLetter = 0;

  start() {
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || isOfComposition(event)) return;
      const view = openDialogs().pop();
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey) applyOrSend(event, view);
      else if (event.key === "Enter" && isPlain && event.target.matches("[type=radio], [type=checkbox]")) choose(event, view);
      else if (view?.id === "_view" && isPlain) this.inView(event, view);
    });
  }

  inView(event, view) {
    const { key, target } = event;
    const rows = rowsOf(view);
    const index = rows.indexOf(target);
    const isText = target.matches("input:not([type=radio], [type=checkbox]), textarea");
    const go = (row) => {
      event.preventDefault();
      row.focus();
    };
    if (key === "ArrowDown" && index < 0 && (!isText || target.type === "search") && rows.length > 0) {
      go(rows.find((row) => row.checked && row.type === "radio") ?? rows[0]);
    } else if (key === "ArrowUp" && index === 0 && target.type !== "radio") {
      go(view.querySelector("[type=search]") ?? view.querySelector("h2"));
    } else if (/^Arrow(Up|Down)$/.test(key) && index >= 0 && target.type !== "radio") {
      const next = rows[index + (key === "ArrowDown" ? 1 : -1)];
      if (next) go(next);
    } else if (!isText && [...key].length === 1 && (key !== " " || this.letters)) this.findRow(event, rows, index);
  }

  findRow(event, rows, index) {
    const now = event.timeStamp;
    if (now - this.lastLetter > wordPause) this.letters = "";
    this.lastLetter = now;
    if (event.key === " " && !this.letters) return;
    const { lang } = document.documentElement;
    const fold = (text) => text.trim().toLocaleLowerCase(lang);
    this.letters += fold(event.key) || " ";
    // The same letter again leads to the next row.
    const word = [...this.letters].every((letter) => letter === this.letters[0]) ? this.letters[0] : this.letters;
    const from = word.length > 1 ? index : index + 1;
    const ordered = [...rows.slice(Math.max(from, 0)), ...rows.slice(0, Math.max(from, 0))];
    const found = ordered.find((row) => fold(row.closest(".row").querySelector("span:not([class])").textContent).startsWith(word));
    if (!found) return;
    event.preventDefault();
    found.focus();
  }
}

function applyOrSend(event, view) {
  const form = theForm();
  if (!form) return;
  event.preventDefault();
  // Pressed, not submitted: a button that is off says why.
  if (view) applyIn(view)?.click();
  else form.requestSubmit(form.querySelector(".default-action"));
}

/** A radio button is chosen, in a selection view applied too; a box is ticked. */
function choose(event, view) {
  event.preventDefault();
  const { target } = event;
  if (!target.checked || target.type === "checkbox") target.click();
  const apply = view?.id === "_view" && applyIn(view);
  if (target.type === "radio" && apply) apply.form.requestSubmit(apply);
}
