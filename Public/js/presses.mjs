// @ts-check

// Keys and presses: what they do in addition to the browser's own behaviour.

import { theForm } from "./controls.mjs";
import { openDialogs } from "./dialogs.mjs";

/**
 * Whether a key belongs to a composition: the Enter that confirms one must do nothing else. WebKit ends the
 * composition before it reports that Enter, and marks it only by the code (UI Events, 7.3.1).
 * @param {KeyboardEvent} event
 */
export const isOfComposition = (event) => event.isComposing || event.keyCode === 229;

// Keys as in a native list: arrows lead from the search and the heading into the rows, letters to a row that begins with them,
// and Enter chooses. Enter turns a switch, ticks a box or chooses a radio button: it never sends the form from there. Control or
// Command with Enter applies the open view, or sends the form if no view is open.

/** Milliseconds after which a letter begins a new word. */
const wordPause = 700;
/** @param {HTMLElement} view */
const applyIn = (view) => view.querySelector(".view-foot .primary, .done");
/** @param {HTMLElement} view */
const rowsOf = (view) => [...view.querySelectorAll(".row input, button.row")].filter((row) => !row.disabled);

/** The keys of the page, and the letters typed so far to find a row. */
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

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLDialogElement} view
   */
  inView(event, view) {
    const { key, target } = event;
    const rows = rowsOf(view);
    const index = rows.indexOf(target);
    const isText = target.matches("input:not([type=radio], [type=checkbox]), textarea");
    // If some rows lead to other levels, radio buttons are treated like the other rows.
    const isRadio = target.type === "radio" && !view.querySelector(".rows .leads-below");
    const go = (row) => {
      event.preventDefault();
      row.focus();
    };
    if (key === "ArrowDown" && index < 0 && (!isText || target.type === "search") && rows.length > 0) {
      go(rows.find((row) => row.checked && row.type === "radio") ?? rows[0]);
    } else if (key === "ArrowUp" && index === 0 && !isRadio) {
      go(view.querySelector("[type=search]") ?? view.querySelector("h2"));
    } else if (/^Arrow(Up|Down)$/.test(key) && index >= 0 && !isRadio) {
      const next = rows[index + (key === "ArrowDown" ? 1 : -1)];
      if (next) go(next);
    } else if (!isText && [...key].length === 1 && (key !== " " || this.letters)) this.findRow(event, rows, index);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLElement[]} rows
   * @param {number} index
   */
  findRow(event, rows, index) {
    const now = event.timeStamp;
    if (now - this.lastLetter > wordPause) this.letters = "";
    this.lastLetter = now;
    if (event.key === " " && !this.letters) return;
    const { lang } = document.documentElement;
    const fold = (text) => text.trim().toLocaleLowerCase(lang);
    this.letters += fold(event.key) || " ";
    // Repeating the same letter leads to the next row.
    const word = [...this.letters].every((letter) => letter === this.letters[0]) ? this.letters[0] : this.letters;
    const from = word.length > 1 ? index : index + 1;
    const ordered = [...rows.slice(Math.max(from, 0)), ...rows.slice(0, Math.max(from, 0))];
    const found = ordered.find((row) => fold(row.closest(".row").querySelector("span:not([class])").textContent).startsWith(word));
    if (!found) return;
    event.preventDefault();
    found.focus();
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLDialogElement|undefined} view
 */
function applyOrSend(event, view) {
  const form = theForm();
  if (!form) return;
  event.preventDefault();
  // Pressed instead of submitted: a button that is off then says why.
  if (view) applyIn(view)?.click();
  else form.requestSubmit(form.querySelector(".default-action"));
}

/**
 * Chooses a radio button, and in a selection view applies it too; ticks a box.
 * @param {KeyboardEvent} event
 * @param {HTMLDialogElement|undefined} view
 */
function choose(event, view) {
  event.preventDefault();
  const { target } = event;
  if (!target.checked || target.type === "checkbox") target.click();
  const apply = view?.id === "_view" && applyIn(view);
  if (target.type === "radio" && apply) apply.form.requestSubmit(apply);
}

// The second press of a double press counts for what was there at the first one, not for what has come into its place. So it never
// removes the next entry.

/** Milliseconds in which nobody has seen new content; a view that leaves covers it for this time. */
const unseen = 240;

class DoublePresses {
  /** @type {Element|null} */
  firstPressed = null;
  changedAt = -Infinity;

  /** Protects the focus, and what is below a view, from a second press after the first one has closed the view. */
  start() {
    for (const name of /** @type {const} */ (["mousedown", "click"])) addEventListener(name, (event) => this.onPress(event), { capture: true });
  }

  /** Records that the page has changed under the pointer. */
  notePageChange() { this.changedAt = performance.now(); }

  /** @param {MouseEvent} event */
  onPress(event) {
    if (event.detail < 2) this.firstPressed = event.type === "mousedown" ? event.target : this.firstPressed;
    else if (this.firstPressed && !this.firstPressed.isConnected
      && (event.target.closest("[name=_remove]") || event.timeStamp - this.changedAt < unseen)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

export const doublePresses = new DoublePresses();
