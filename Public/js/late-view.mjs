// @ts-check

// If the server is slow, a press that opens a view shows something before the answer: the view's surface, with its title and
// placeholders for rows, which can be left again. The answer fills it in.

import { dialogs, mayAnchor, watchExit } from "./dialogs.mjs";
import { focusAgain } from "./focus.mjs";
import { navigation } from "./navigation.mjs";
import { laterStyles } from "./startup.mjs";
import { labelText, words } from "./words.mjs";

/** Milliseconds after which an answer is late. */
const viewDelay = 300;
/** The number of placeholders that fit into the smallest surface of a view with a search, and of one without. */
const rowsToCome = { searched: 12, bare: 4 };

class LateView {
  /** @type {number|undefined} */
  timer;
  /** Whether the visitor has left the last expected view before its answer came. */
  isLeft = false;

  /**
   * Expects the view that a button opens. Buttons that open no view are ignored.
   * @param {import("./controls.mjs").PressedButton} button
   */
  expect(button) {
    this.isLeft = false;
    // A short list would open in another place.
    if (!button?.matches(".picker-button") || mayAnchor(button)) return;
    // The press may have waited for the scripts, or for the answer to another press.
    const waited = performance.now() - Number(button.dataset.keptPressed);
    const timer = setTimeout(() => {
      // Without these styles it would look unfinished.
      laterStyles().then(() => { if (timer === this.timer) this.showSurface(button); }, () => {});
    }, viewDelay - waited);
    this.timer = timer;
  }

  /** The answer has arrived. */
  stopExpecting() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Removes the surface of a view that does not come. Settled once the address bar has the address of the page behind it. */
  async drop() {
    const dialog = document.querySelector("[data-late]");
    if (dialog) await hideView(dialog);
  }

  /** @param {HTMLButtonElement} button */
  showSurface(button) {
    if (!button.isConnected || button.closest("[inert]")) return;
    const leave = () => this.leave();
    /** @type {HTMLFormElement} */ (button.form).querySelector(":scope > .page").before(drawSurface(button, leave));
    showView(button, leave);
  }

  /** Called when the visitor leaves the view before its answer came. */
  leave() {
    this.isLeft = true;
    this.drop();
  }
}

export const lateView = new LateView();

/**
 * Shows a view that a script has put into the page.
 * @param {HTMLButtonElement} button the one that opens it.
 * @param {() => void} leave called when Back leaves it.
 */
export function showView(button, leave) {
  dialogs.notePressed(button);
  dialogs.show();
  navigation.stepAhead(leave);
}

/**
 * Removes such a view from the page. Settled once the address bar has the address of the page behind it.
 * @param {HTMLDialogElement} dialog
 */
export function hideView(dialog) {
  const isBack = navigation.takeStepBack();
  const showExit = watchExit(dialog);
  dialog.remove();
  showExit();
  focusAgain([dialogs.openerOf(dialog)]);
  return isBack;
}

/**
 * @param {HTMLButtonElement} button
 * @param {() => void} leave
 */
function drawSurface(button, leave) {
  const opens = (button.dataset.opens ?? "").split(" ");
  const isSelect = button.matches(".select > *");
  const isSection = opens.includes("section");
  // The view of a section has fields, and a short list has no search.
  const hasSearch = !isSelect && !isSection && !opens.includes("bare");
  const { viewport } = document.documentElement.dataset;
  const dialog = makeElement("dialog", "overlay");
  const bar = makeElement("div", "view-bar");
  const leaving = makeElement("button", isSelect ? "plain back" : "plain", words(isSelect ? "back" : "close"));
  const title = makeElement("h2", "view-title", labelText(document.getElementById(`${button.id}_label`)));
  const head = isSelect ? bar : makeElement("div", "view-head", bar);
  const count = hasSearch ? rowsToCome.searched : rowsToCome.bare;
  const rows = makeElement("div", "rows", ...Array.from({ length: count }, () => makeElement("div", "row")));
  const heading = makeElement("div", "value-list-head", ...hasSearch ? [] : [makeElement("span", "hidden")]);
  const body = makeElement("div", "view-body", makeElement("div", "value-list", heading, rows));
  head.classList.add("view-head");
  leaving.type = "button";
  leaving.dataset.leave = "";
  title.id = isSection ? "_panel_title" : "_view_title";
  title.tabIndex = -1;
  title.autofocus = true;
  bar.append(leaving, title);
  if (!isSelect) bar.prepend(makeElement("span", "grabber"));
  if (hasSearch) head.append(makeElement("div", "view-search field-box", makeElement("span", "field")));
  dialog.id = isSection ? "_panel" : "_view";
  dialog.open = true;
  dialog.ariaModal = "true";
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.dataset.presentation = viewport === "auto" ? viewport : viewport === "compact" ? "sheet" : "dialog";
  dialog.dataset.view = isSelect ? "page" : opens.includes("full") ? "full" : "half";
  dialog.dataset.late = "";
  dialog.append(makeElement("div", "selection", head, body));
  leaving.addEventListener("click", leave);
  return dialog;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 * @param {...(Node|string)} content
 */
function makeElement(name, className, ...content) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...content);
  return element;
}
