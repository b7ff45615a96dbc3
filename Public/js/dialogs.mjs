// @ts-check

// Dialogs: selection views, modal sections and questions. Scripts make them modal: the page behind is inert, the focus stays inside,
// Escape and the scrim close. Without scripts the same markup is a dialog that is simply open.

import { liveRegion } from "./words.mjs";

/**
 * Presses the button that leaves a dialog: Close, Back, or Keep Editing.
 * @param {HTMLDialogElement} dialog
 */
const leave = (dialog) => dialog.querySelector("button[data-leave]")?.click();

// With a mouse and enough room, a short select opens beside its cell, like a native list. It remains the same modal dialog; only its
// surface is in another place, and the page behind is not dimmed.

/** The number of rows up to which a list opens like this. */
const most = 15;
const hasMouse = matchMedia("(width >= 600px) and (hover: hover) and (pointer: fine)");
/** Pixels between cell and surface, and between surface and window. */
const gap = 4;
const edge = 16;
/** The minimum width and height of a surface, in letters. */
const leastWidth = 20;
const leastHeight = 12;

/**
 * Whether the view that a button opens can be shown beside its cell.
 * @param {Element|null} button
 */
export const mayAnchor = (button) => Boolean(button?.matches(".select > .picker-button")) && hasMouse.matches;

class Popovers {
  /** Views beside a cell, and the buttons that opened them. */
  anchors = new Map();
  onResize = () => this.place();

  /**
   * Call this before a dialog is shown, so that it appears in its final form.
   * @param {HTMLDialogElement} dialog
   * @param {Element|null} button
   */
  add(dialog, button) {
    const isShort = dialog.querySelectorAll(".row").length <= most && !dialog.querySelector(".more");
    if (!isShort || dialog.dataset.view !== "page" || dialog.dataset.presentation === "sheet") return;
    if (!mayAnchor(button)) return;
    if (this.anchors.size === 0) addEventListener("resize", this.onResize);
    this.anchors.set(dialog, button);
    dialog.dataset.keptAnchored = "";
  }

  /** Places the views after they were opened, or after the window or the page around them has changed. */
  place() {
    for (const [dialog, button] of this.anchors) {
      if (dialog.isConnected) place(dialog, button);
      else this.anchors.delete(dialog);
    }
    if (this.anchors.size === 0) removeEventListener("resize", this.onResize);
  }
}

export const popovers = new Popovers();

/**
 * @param {HTMLDialogElement} dialog
 * @param {Element} button
 */
function place(dialog, button) {
  const surface = dialog.querySelector(".selection");
  surface.removeAttribute("style");
  delete dialog.dataset.keptAnchored;
  if (!hasMouse.matches || !button.isConnected) return;
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const cell = button.closest(".cell");
  const box = (cell.dataset.style === "standard" ? button.querySelector(".picker-value") : cell).getBoundingClientRect();
  const all = dialog.getBoundingClientRect();
  const [above, below] = [box.top - all.top, all.bottom - box.bottom].map((space) => space - gap - edge);
  if (Math.max(above, below) < leastHeight * letter) return;
  dialog.dataset.keptAnchored = "";
  const width = Math.min(Math.max(box.width, leastWidth * letter), all.width - 2 * edge);
  const start = getComputedStyle(dialog).direction === "rtl" ? all.right - box.right : box.left - all.left;
  surface.style.width = `${width}px`;
  surface.style.insetInlineStart = `${Math.max(edge, Math.min(start, all.width - edge - width))}px`;
  // Above only if there is not enough room below, and more above.
  const isAbove = surface.offsetHeight > below && above > below;
  surface.style[isAbove ? "insetBlockEnd" : "insetBlockStart"] = `${(isAbove ? all.bottom - box.top : box.bottom - all.top) + gap}px`;
  surface.style.maxHeight = `${isAbove ? above : below}px`;
}

// Makes the open dialogs of the page modal.

/** @returns {HTMLDialogElement[]} the last one is in front. */
export const openDialogs = () => [...document.querySelectorAll("dialog[open]")];

class Dialogs {
  /** The button that was pressed last, which opens the next view. */
  pressed = null;
  openers = new WeakMap();
  /** The element that had the focus in a dialog when it was left in another way than by its button. */
  focusedIn = new WeakMap();
  isOnScrim = false;

  /**
   * Records the button that opens a view: the focus returns to it. If a script has pressed it, the focus returns to where the visitor
   * was.
   * @param {import("./controls.mjs").PressedButton} button
   */
  notePressed(button) {
    const { activeElement } = document;
    const dialog = button?.closest("dialog");
    const left = button !== activeElement && this.focusedIn.get(dialog);
    this.focusedIn.delete(dialog);
    this.pressed = left || ((button?.tabIndex ?? -1) >= 0 ? button : activeElement);
    // Below an open view, nothing has changed its width.
    if (openDialogs().length > 0) return;
    const page = document.documentElement;
    page.toggleAttribute("data-gutter", innerWidth > page.clientWidth);
  }

  /**
   * Makes every open dialog of the page modal, in order. A dialog that was modal before is left unchanged, so that nothing
   * flickers and the focus stays.
   * @returns {boolean} whether one was opened.
   */
  show() {
    let opened = false;
    for (const dialog of openDialogs()) {
      if (dialog.matches(":modal")) continue;
      // The focus may have been in one of its fields before the scripts were loaded.
      const { activeElement } = document;
      const focused = dialog.contains(activeElement) ? activeElement : null;
      dialog.removeAttribute("open");
      if (!this.openers.has(dialog)) this.add(dialog);
      dialog.showModal();
      liveRegion(dialog);
      focused?.focus({ preventScroll: true });
      opened = true;
    }
    popovers.place();
    return opened;
  }

  /**
   * The button that opened a dialog; `null` if the dialog came with the page.
   * @param {HTMLDialogElement} dialog
   */
  openerOf(dialog) { return this.openers.get(dialog); }

  /** @param {HTMLDialogElement} dialog */
  add(dialog) {
    this.openers.set(dialog, this.pressed);
    popovers.add(dialog, this.pressed);
    dialog.addEventListener("cancel", (event) => this.onCancel(event, dialog));
    dialog.addEventListener("close", () => this.onClose(dialog));
    dialog.addEventListener("pointerdown", ({ target }) => {
      this.isOnScrim = target === dialog && dialog.classList.contains("overlay");
      // The press moves the focus away.
      if (this.isOnScrim) this.focusedIn.set(dialog, document.activeElement);
    });
    dialog.addEventListener("click", ({ target }) => { if (this.isOnScrim && target === dialog) leave(dialog); });
  }

  /**
   * Leaves a dialog in the same way as its button, wherever the focus is.
   * @param {HTMLDialogElement} dialog
   */
  leave(dialog) {
    this.focusedIn.set(dialog, document.activeElement);
    leave(dialog);
  }

  /**
   * @param {Event} event
   * @param {HTMLDialogElement} dialog
   */
  onCancel(event, dialog) {
    if (event.target !== dialog) return;
    event.preventDefault();
    this.leave(dialog);
  }

  /**
   * Opens a dialog again that the browser has closed on a second Escape in a row: the server has not answered yet.
   * @param {HTMLDialogElement} dialog
   */
  onClose(dialog) {
    if (!dialog.isConnected) return;
    dialog.showModal();
    this.focusedIn.get(dialog)?.focus({ preventScroll: true });
    leave(dialog);
  }
}

export const dialogs = new Dialogs();

// Shows how a dialog leaves that was removed from the page.

const isMotionless = matchMedia("(prefers-reduced-motion: reduce)");
/** Rows above which copying takes longer than a frame. */
const rowLimit = 200;

/**
 * Prepares the exit of a dialog before a change of the page. Call the returned function after the change.
 * @param {HTMLDialogElement|null|undefined} dialog
 */
export function watchExit(dialog) {
  const top = dialog?.scrollTop ?? 0;
  const bodyTop = dialog?.querySelector(".view-body")?.scrollTop;
  return () => {
    // A sheet may already have been dragged away.
    if (!dialog || dialog.isConnected || isMotionless.matches || dialog.style.getPropertyValue("--gone") === "1") return;
    if (dialog.querySelectorAll(".row").length > rowLimit || !HTMLElement.prototype.showPopover) return;
    const copy = document.createElement("div");
    for (const { name, value } of dialog.attributes) if (/^(class|style|data-)/.test(name)) copy.setAttribute(name, value);
    copy.append(...[...dialog.childNodes].map((child) => child.cloneNode(true)));
    for (const element of copy.querySelectorAll("*")) {
      for (const name of element.getAttributeNames()) {
        if (/^(id|name|data-module|aria-.*)$/.test(name) && !/^aria-(pressed|checked)$/.test(name)) element.removeAttribute(name);
      }
    }
    copy.classList.add("leaving");
    copy.dataset.kept = "";
    copy.inert = true;
    copy.popover = "manual";
    document.body.append(copy);
    copy.showPopover();
    copy.scrollTop = top;
    const body = copy.querySelector(".view-body");
    if (body) body.scrollTop = bodyTop;
    Promise.allSettled(copy.getAnimations().map(({ finished }) => finished)).then(() => copy.remove());
  };
}
