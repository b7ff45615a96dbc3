// Makes selection views, modal sections and questions modal: what is behind is inert, the focus stays inside, Escape and the
// scrim close. The markup is that of the page without scripts, where the dialog is simply open.

import { leave } from "./leave.mjs";
import { anchor, placePopovers } from "./popover.mjs";

const openers = new WeakMap();
/** The element with the focus in a dialog that is being left. */
const focusedIn = new WeakMap();

export const openDialogs = () => [...document.querySelectorAll("dialog[open]")];

let pressed = null;
/** The button that opened the view: the focus returns to it. */
export function notePressed(button) {
  pressed = button?.tabIndex >= 0 ? button : document.activeElement;
  // Below a view that is open nothing has changed its width.
  if (openDialogs().length > 0) return;
  const page = document.documentElement;
  page.toggleAttribute("data-gutter", innerWidth > page.clientWidth);
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
      anchor(dialog, pressed);
      dialog.addEventListener("cancel", onCancel);
      dialog.addEventListener("close", onClose);
      dialog.addEventListener("pointerdown", onPointerDown);
      dialog.addEventListener("click", onClick);
    }
    dialog.showModal();
    opened = true;
  }
  placePopovers();
  return opened;
}

/** The button that opened a dialog; null where the dialog came with the page. */
export const openerOf = (dialog) => openers.get(dialog);

function onCancel(event) {
  if (event.target !== this) return;
  event.preventDefault();
  focusedIn.set(this, document.activeElement);
  leave(this);
}

/** Opens the dialog again that the browser has closed on a second Escape in a row: the server has not answered yet. */
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
