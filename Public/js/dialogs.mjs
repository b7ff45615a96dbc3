// Selection views, modal sections and questions as modal dialogs: what is behind is inert, the focus stays inside, Escape and
// the scrim close. The markup is the one that scripts off shows as an open dialog.

import { leave } from "./leave.mjs";

const openers = new WeakMap();
/** What had the focus in a dialog that somebody wants to leave. */
const focusedIn = new WeakMap();

export const openDialogs = () => [...document.querySelectorAll("dialog[open]")];

let pressed = null;
/** What the visitor pressed to get here: where the focus returns to. */
export function notePressed(button) {
  pressed = button?.tabIndex >= 0 ? button : document.activeElement;
}

/**
 * Makes every open dialog of the page modal, in their order. A dialog that was modal before stays as it is, so that nothing
 * flickers and the focus stays.
 * @returns {boolean} whether one was opened.
 */
export function showDialogs() {
  let opened = false;
  for (const dialog of openDialogs()) {
    if (dialog.matches(":modal")) continue;
    dialog.removeAttribute("open");
    if (!openers.has(dialog)) {
      openers.set(dialog, pressed);
      dialog.addEventListener("cancel", onCancel);
      dialog.addEventListener("close", onClose);
      dialog.addEventListener("pointerdown", onPointerDown);
      dialog.addEventListener("click", onClick);
    }
    dialog.showModal();
    opened = true;
  }
  return opened;
}

/** What opened a dialog; null where it came with the page. */
export const openerOf = (dialog) => openers.get(dialog);

function onCancel(event) {
  if (event.target !== this) return;
  event.preventDefault();
  focusedIn.set(this, document.activeElement);
  leave(this);
}

/** The browser closes a dialog by itself on a second Escape in a row; the server has not answered yet. */
function onClose() {
  if (!this.isConnected) return;
  this.showModal();
  focusedIn.get(this)?.focus({ preventScroll: true });
  leave(this);
}

let isOnScrim = false;
function onPointerDown(event) { isOnScrim = event.target === this; }
function onClick(event) {
  if (isOnScrim && event.target === this && this.classList.contains("overlay")) leave(this);
}
