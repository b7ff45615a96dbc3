// Makes selection views, modal sections and questions modal: what is behind is inert, the focus stays inside, Escape and the
// scrim close. The markup is that of the page without scripts, where the dialog is simply open.

import { leave } from "./leave.mjs";
import { popovers } from "./popover.mjs";

export const openDialogs = () => [...document.querySelectorAll("dialog[open]")];

class Dialogs {
  /** The button that was pressed last, by which the next view opens. */
  pressed = null;
  openers = new WeakMap();
  /** The element with the focus in a dialog that is being left. */
  focusedIn = new WeakMap();
  isOnScrim = false;

  /** The button that opened the view: the focus returns to it. */
  notePressed(button) {
    this.pressed = button?.tabIndex >= 0 ? button : document.activeElement;
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
  show() {
    let opened = false;
    for (const dialog of openDialogs()) {
      if (dialog.matches(":modal")) continue;
      dialog.removeAttribute("open");
      if (!this.openers.has(dialog)) this.add(dialog);
      dialog.showModal();
      opened = true;
    }
    popovers.place();
    return opened;
  }

  /** The button that opened a dialog; null where the dialog came with the page. */
  openerOf(dialog) { return this.openers.get(dialog); }

  add(dialog) {
    this.openers.set(dialog, this.pressed);
    popovers.add(dialog, this.pressed);
    dialog.addEventListener("cancel", (event) => this.onCancel(event, dialog));
    dialog.addEventListener("close", () => this.onClose(dialog));
    dialog.addEventListener("pointerdown", ({ target }) => { this.isOnScrim = target === dialog; });
    dialog.addEventListener("click", ({ target }) => {
      if (this.isOnScrim && target === dialog && dialog.classList.contains("overlay")) leave(dialog);
    });
  }

  onCancel(event, dialog) {
    if (event.target !== dialog) return;
    event.preventDefault();
    this.focusedIn.set(dialog, document.activeElement);
    leave(dialog);
  }

  /** Opens the dialog again that the browser has closed on a second Escape in a row: the server has not answered yet. */
  onClose(dialog) {
    if (!dialog.isConnected) return;
    dialog.showModal();
    this.focusedIn.get(dialog)?.focus({ preventScroll: true });
    leave(dialog);
  }
}

export const dialogs = new Dialogs();
