// @ts-check

// Messages beside the visitor's input: notices of the server and of scripts, and announcements of what an answer has added.

import { openDialogs } from "./dialogs.mjs";
import { focusAgain, focusInNotice, focusOnHeading } from "./focus.mjs";
import { lateView } from "./late-view.mjs";
import { announce, labelText, liveRegion, part, words } from "./words.mjs";

// Notices disappear after a while, can be closed, and never cover the focused element. There is only one at a time.

/** Milliseconds that a notice stays, without and with a button: a screen reader's user needs time to reach the button. */
const timeShown = 10_000;
const timeOfButton = 30_000;
/** @param {HTMLElement} notice */
const textOf = (notice) => notice.querySelector(".notice-text").textContent;
/**
 * The identity of a notice. Notices with the same words differ in what their buttons undo.
 * @param {HTMLElement} notice
 */
const identityOf = (notice) => `${textOf(notice)} ${notice.querySelector("input")?.value}`;
const noticesShown = () => [...document.querySelectorAll("form .notice")].filter((notice) => !notice.hidden);

class Notices {
  /** The identity of a notice when it was closed: if the server repeats it, it stays hidden. */
  dismissed = new WeakMap();
  timers = new WeakMap();

  /** Starts watching; Escape closes a notice too. */
  start() {
    liveRegion();
    document.addEventListener("keydown", (event) => {
      const [notice] = event.key === "Escape" && !event.defaultPrevented && openDialogs().length === 0 ? noticesShown() : [];
      if (notice) this.dismiss(notice);
    });
    // The focused element may grow while the visitor types.
    for (const name of ["focusin", "input"]) document.addEventListener(name, () => requestAnimationFrame(stepAside));
    focusInNotice.follow();
  }

  /** Handles the notices that the page shows now. */
  tend() {
    const all = [...document.querySelectorAll("form .notice")];
    for (const notice of all) {
      notice.hidden = this.dismissed.get(notice) === identityOf(notice);
      delete notice.dataset.aside;
    }
    // A script's message is the newest.
    const shown = noticesShown();
    const newest = shown.find((notice) => "kept" in notice.dataset) ?? shown.at(-1);
    for (const notice of shown) {
      if (notice !== newest) notice.hidden = true;
      else if (this.timers.get(notice)?.identity !== identityOf(notice)) this.add(notice);
    }
    stepAside();
  }

  /** @param {HTMLElement} notice */
  add(notice) {
    if (!this.timers.has(notice)) {
      notice.append(part("dismiss"));
      notice.addEventListener("click", ({ target }) => { if (!target.closest(".notice-action")) this.dismiss(notice); });
    }
    // A live region that is inserted together with its text may not be announced: the page's own region announces it.
    if (!("kept" in notice.dataset)) {
      notice.role = "group";
      announce(textOf(notice));
    }
    clearTimeout(this.timers.get(notice)?.timer);
    this.timers.set(notice, { identity: identityOf(notice) });
    // A failure remains until it is resolved.
    if (notice.role !== "alert") this.waitToDismiss(notice, notice.querySelector(".notice-action") ? timeOfButton : timeShown);
  }

  /**
   * Closes the notice after a time, but not while the pointer or the focus is in it, or the page is hidden.
   * @param {HTMLElement} notice
   * @param {number} milliseconds
   */
  waitToDismiss(notice, milliseconds) {
    this.timers.get(notice).timer = setTimeout(() => {
      if (!notice.isConnected) return;
      if (notice.matches(":hover, :focus-within") || document.hidden) this.waitToDismiss(notice, milliseconds);
      else this.dismiss(notice);
    }, milliseconds);
  }

  /** @param {HTMLElement} notice */
  dismiss(notice) {
    const isFocused = notice.contains(document.activeElement);
    this.dismissed.set(notice, identityOf(notice));
    notice.hidden = true;
    if (isFocused && !focusAgain([focusInNotice.place])) focusOnHeading({ preventScroll: true });
  }
}

export const notices = new Notices();

/** Moves notices into the flow of the page, where they cover nothing. */
function stepAside() {
  const focused = document.activeElement;
  for (const notice of noticesShown()) {
    if (notice.contains(focused) || !focused?.matches("form *") || "aside" in notice.dataset) continue;
    const [a, b] = [notice, focused].map((element) => element.getBoundingClientRect());
    if (a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right) notice.dataset.aside = "";
  }
}

// Messages of scripts: a press has failed, or something that a script did can be undone. They look like the server's notices and have
// the same place.

/** @param {string} text what happened, and what to do. */
export function tell(text) {
  lateView.drop();
  clearMessage();
  // A view that left before its press was answered comes back.
  if (text) show(text, "alert").dispatchEvent(new Event("failed", { bubbles: true }));
}

/**
 * Offers to undo something that was done without a post.
 * @param {string} text what was done.
 * @param {string} word the button's label.
 * @param {() => void} undo
 */
export function offer(text, word, undo) {
  clearMessage();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain notice-action";
  button.textContent = word;
  button.addEventListener("click", () => {
    clearMessage();
    undo();
  });
  show(text, "group", button);
  announce(text);
}

/** @param {string} text why something cannot be done just now. */
export function explain(text) {
  clearMessage();
  show(text, "group");
  announce(text);
}

/** Removes an offer because the visitor has continued. */
export function withdrawOffer() { document.querySelector(".notice[data-kept][role=group]")?.remove(); }

/**
 * @param {string} text
 * @param {string} role
 * @param {...HTMLButtonElement} buttons
 */
function show(text, role, ...buttons) {
  const place = [...document.querySelectorAll("dialog[open]")].pop() ?? document;
  const message = document.createElement("div");
  message.className = "notice";
  message.role = role;
  message.dataset.kept = "";
  const paragraph = document.createElement("p");
  paragraph.className = "notice-text";
  paragraph.textContent = text;
  message.append(paragraph, ...buttons);
  const foot = place.querySelector(".view-foot");
  const last = place.querySelector(".question-actions, main > .actions") ?? place.querySelector(".view-body > :last-child, main > :last-child");
  if (foot) foot.prepend(message);
  else if (last) last.before(message);
  else (place.firstElementChild ?? document.body).append(message);
  notices.tend();
  return message;
}

/** Removes the message after a press has succeeded. */
export function clearMessage() {
  document.querySelector(".notice[data-kept]")?.remove();
}

/** Removes the message about a failed press. */
export function clearFailure() {
  document.querySelector(".notice[data-kept][role=alert]")?.remove();
}

// Announces what a change has added: cells, notes of cells, texts among cells. The focus is not moved.

/** @param {HTMLElement} cell */
function labelIn(cell) {
  // The heading of a repeated section is its name.
  const label = cell.querySelector(".cell-label") ?? cell.closest(".section").querySelector("h2");
  return labelText(label.querySelector("[id$=_label]") ?? label);
}

/** The cells of the page, and its notes and texts; each by a key that identifies it. */
function cellsAndNotes() {
  /** @type {[string, HTMLElement][]} */
  const cells = [...document.querySelectorAll("form .cell:not(.content)")].map((cell) => [cell.id || cell.querySelector("[id]").id, cell]);
  /** @type {[string, HTMLElement][]} */
  const notes = [...document.querySelectorAll("form .cell-notes > *, form .content")]
    .map((note) => [`${note.id || note.parentElement.id} ${note.textContent}`, note]);
  return { cells: new Map(cells), notes: new Map(notes) };
}

/**
 * @param {Map<string, HTMLElement>} before
 * @param {Map<string, HTMLElement>} after
 */
const newIn = (before, after) => [...after].filter(([name]) => !before.has(name)).map(([, element]) => element);

/**
 * Calls `change`, which changes the page, and announces what was added.
 * @param {() => void} change
 */
export function announceAdded(change) {
  const before = cellsAndNotes();
  change();
  const after = cellsAndNotes();
  const labels = newIn(before.cells, after.cells).map(labelIn);
  const list = new Intl.ListFormat(document.documentElement.lang, { style: "short", type: "unit" });
  const texts = labels.length > 0 ? [words("added").replace("{labels}", () => list.format(labels))] : [];
  texts.push(...newIn(before.notes, after.notes).map((note) => note.innerText));
  if (texts.length > 0) announce(texts.join(" "));
}

/**
 * The text beside a button that changes it and keeps the focus: a number, days, the place of an entry. Screen readers do not announce
 * such a change by themselves. `null` for other buttons.
 * @param {import("./controls.mjs").PressedButton} button
 */
function textBeside(button) {
  if (!button?.matches(".number-step, .quick-button, [name=_up], [name=_down]")) return null;
  const row = button.closest(".repeat :is(li, tr)");
  if (row) return row.querySelector("b, th").firstChild.textContent;
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeZone: "UTC" });
  const texts = [...button.closest(".cell").querySelectorAll("input.field")]
    .map((field) => field.type === "date" && field.value ? day.format(field.valueAsDate) : field.value);
  return texts.filter(Boolean).join(" ");
}

/**
 * Calls `change`, which changes the page after a press and returns a function that shows it. Returns a function that also announces
 * what the press has changed.
 * @param {import("./controls.mjs").PressedButton} button
 * @param {() => () => void} change
 */
export function announcingResult(button, change) {
  const before = textBeside(button);
  const show = change();
  return () => {
    show();
    const after = textBeside(document.getElementById(button?.id ?? ""));
    if (after && after !== before) announce(after);
  };
}

/**
 * A page that is shown again, without notices: these were already announced, and removing them later would move the content.
 * @param {Document} page
 */
export function withoutNotices(page) {
  for (const notice of page.querySelectorAll(".notice")) notice.remove();
  return page;
}

/**
 * Keeps the present notice in a page that is the answer to a save: it has no new message.
 * @param {Document} page
 */
export function keepNotice(page) {
  const gone = document.querySelector("#_gone");
  if (gone && !page.querySelector("#_gone")) page.querySelector(".page-head")?.after(gone.cloneNode(true));
  const notice = document.querySelector("main > .notice:not([data-kept])");
  if (notice && !page.querySelector("main > .notice")) page.querySelector("main > .actions").before(notice.cloneNode(true));
}
