// Notices leave after a while, can be closed, and never lie over what has the focus. There is one at a time.

import { openDialogs } from "./dialogs.mjs";
import { focusAgain, focusOnHeading, rememberFocus } from "./focus.mjs";
import { part } from "./parts.mjs";

/** Milliseconds that a notice stays, and that one with a button does: whoever listens to it has to get there. */
const timeShown = 10_000;
const timeOfButton = 30_000;
const textOf = (notice) => notice.querySelector(".notice-text").textContent;
const noticesShown = () => [...document.querySelectorAll("form .notice")].filter((notice) => !notice.hidden);

class Notices {
  /** The text that a notice had when it left: one that the server repeats stays away. */
  dismissed = new WeakMap();
  timers = new WeakMap();

  /** Escape closes a notice too. */
  start() {
    document.addEventListener("keydown", (event) => {
      const [notice] = event.key === "Escape" && !event.defaultPrevented && openDialogs().length === 0 ? noticesShown() : [];
      if (notice) this.dismiss(notice);
    });
    document.addEventListener("focusin", () => requestAnimationFrame(stepAside));
  }

  /** Takes care of the notices that the page shows now. */
  tend() {
    const all = [...document.querySelectorAll("form .notice")];
    for (const notice of all) {
      notice.hidden = this.dismissed.get(notice) === textOf(notice);
      delete notice.dataset.aside;
    }
    // What a script says is the newest.
    const shown = noticesShown();
    const newest = shown.find((notice) => "kept" in notice.dataset) ?? shown.at(-1);
    for (const notice of shown) {
      if (notice !== newest) notice.hidden = true;
      else if (this.timers.get(notice)?.text !== textOf(notice)) this.add(notice);
    }
    stepAside();
  }

  add(notice) {
    if (!this.timers.has(notice)) {
      notice.append(part("dismiss"));
      notice.addEventListener("click", ({ target }) => { if (!target.closest(".notice-action")) this.dismiss(notice); });
    }
    clearTimeout(this.timers.get(notice)?.timer);
    this.timers.set(notice, { text: textOf(notice) });
    // What has failed is still so.
    if (notice.role !== "alert") this.waitToDismiss(notice, notice.querySelector(".notice-action") ? timeOfButton : timeShown);
  }

  /** It stays as long as somebody points at it, is in it, or is elsewhere. */
  waitToDismiss(notice, milliseconds) {
    this.timers.get(notice).timer = setTimeout(() => {
      if (!notice.isConnected) return;
      if (notice.matches(":hover, :focus-within") || document.hidden) this.waitToDismiss(notice, milliseconds);
      else this.dismiss(notice);
    }, milliseconds);
  }

  dismiss(notice) {
    const isFocused = notice.contains(document.activeElement);
    const [, ...others] = isFocused ? rememberFocus() : [];
    this.dismissed.set(notice, textOf(notice));
    notice.hidden = true;
    if (isFocused && !focusAgain(others.filter((other) => !notice.contains(other)))) focusOnHeading({ preventScroll: true });
  }
}

export const notices = new Notices();

/** In its place in the page a notice lies over nothing. */
function stepAside() {
  const focused = document.activeElement;
  for (const notice of noticesShown()) {
    if (notice.contains(focused) || !focused?.matches("form *") || "aside" in notice.dataset) continue;
    const [a, b] = [notice, focused].map((element) => element.getBoundingClientRect());
    if (a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right) notice.dataset.aside = "";
  }
}
