// Notices leave after a while, can be closed, and never lie over what has the focus. There is one at a time.

import { openDialogs } from "./dialogs.mjs";
import { focusAgain, focusOnHeading, rememberFocus } from "./focus.mjs";
import { part } from "./parts.mjs";

/** Milliseconds that a notice stays, and that one with a button does: whoever listens to it has to get there. */
const timeShown = 10_000;
const timeOfButton = 30_000;
/** The text that a notice had when it left: one that the server repeats stays away. */
const dismissed = new WeakMap();
const timers = new WeakMap();

const textOf = (notice) => notice.querySelector(".notice-text").textContent;
const noticesShown = () => [...document.querySelectorAll("form .notice")].filter((notice) => !notice.hidden);

/** Takes care of the notices that the page shows now. */
export function tendNotices() {
  const notices = [...document.querySelectorAll("form .notice")];
  for (const notice of notices) {
    notice.hidden = dismissed.get(notice) === textOf(notice);
    delete notice.dataset.aside;
  }
  // What a script says is the newest.
  const shown = noticesShown();
  const newest = shown.find((notice) => "kept" in notice.dataset) ?? shown.at(-1);
  for (const notice of shown) {
    if (notice !== newest) notice.hidden = true;
    else if (timers.get(notice)?.text !== textOf(notice)) tendNotice(notice);
  }
  stepAside();
}

function tendNotice(notice) {
  if (!timers.has(notice)) {
    notice.append(part("dismiss"));
    notice.addEventListener("click", ({ target }) => { if (!target.closest(".notice-action")) dismiss(notice); });
  }
  clearTimeout(timers.get(notice)?.timer);
  timers.set(notice, { text: textOf(notice) });
  // What has failed is still so.
  if (notice.role !== "alert") waitToDismiss(notice, notice.querySelector(".notice-action") ? timeOfButton : timeShown);
}

/** It stays as long as somebody points at it, is in it, or is elsewhere. */
function waitToDismiss(notice, milliseconds) {
  timers.get(notice).timer = setTimeout(() => {
    if (!notice.isConnected) return;
    if (notice.matches(":hover, :focus-within") || document.hidden) waitToDismiss(notice, milliseconds);
    else dismiss(notice);
  }, milliseconds);
}

function dismiss(notice) {
  const isFocused = notice.contains(document.activeElement);
  const [, ...others] = isFocused ? rememberFocus() : [];
  dismissed.set(notice, textOf(notice));
  notice.hidden = true;
  if (isFocused && !focusAgain(others.filter((other) => !notice.contains(other)))) focusOnHeading({ preventScroll: true });
}

/** In its place in the page a notice lies over nothing. */
function stepAside() {
  const focused = document.activeElement;
  for (const notice of noticesShown()) {
    if (notice.contains(focused) || !focused?.matches("form *") || "aside" in notice.dataset) continue;
    const [a, b] = [notice, focused].map((element) => element.getBoundingClientRect());
    if (a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right) notice.dataset.aside = "";
  }
}

/** Escape closes a notice too. */
export function watchNotices() {
  document.addEventListener("keydown", (event) => {
    const [notice] = event.key === "Escape" && !event.defaultPrevented && openDialogs().length === 0 ? noticesShown() : [];
    if (notice) dismiss(notice);
  });
  document.addEventListener("focusin", () => requestAnimationFrame(stepAside));
}
