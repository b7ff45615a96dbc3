// @ts-check

// "Clear This Device" also clears what other pages hold: those of other tabs, those that Back shows from the browser's memory, and the
// memory of each tab. "Sign Out" does the same with the pages of answers.

import { arrival } from "./arrival.mjs";
import { controlsOf, setState, theForm } from "./controls.mjs";
import { isTouched, leaveGuard, serverState } from "./unsaved.mjs";
import { deleteInputOfTab, ended, keyOfClearing, keyOfSignOut, lastClearing, noteEnd, scopeOf } from "./offline/names.mjs";
import { tabMemory } from "./startup.mjs";

/** Milliseconds that a page waits for the end of the session if it gets no message. */
const endLimit = 10_000;

/** Shows, saves and stores nothing of the page any more. */
const empty = () => { document.body.replaceChildren(); };

/** Reacts in a page to the clearing of the device. */
export class ClearedDevice {
  start() {
    // The visitor's settings forbid storage: nothing is stored.
    if (!tabMemory()) return;
    const scope = scopeOf(document.head.dataset.script);
    if (new URLSearchParams(location.search).has("cleared")) noteEnd(scope).catch(reportError);
    const known = lastClearing(scope);
    if (known !== null && sessionStorage.getItem(keyOfClearing(scope)) !== known) deleteInputOfTab(scope);
    // The browser restored earlier input. Input since the clearing is in the tab's memory.
    if (known !== null && arrival() === "back_forward" && theForm()) {
      for (const control of controlsOf(/** @type {HTMLFormElement} */ (theForm()))) if (!isTouched(control)) setState(control, serverState(control));
    }
    /** @type {(() => void)|undefined} */
    let leave;
    addEventListener("storage", ({ key, newValue }) => {
      if (key !== keyOfClearing(scope) || newValue === null) return;
      // Decided by what is on the page now, as it will be gone when the session has ended.
      leave ??= theForm() ? () => leaveGuard.leaveFor(scope) : () => leaveGuard.reload();
      deleteInputOfTab(scope);
      empty();
      // Until the session has ended, the server would still show the input.
      if (newValue.endsWith(ended)) leave();
      else setTimeout(leave, endLimit);
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted || lastClearing(scope) === known) return;
      empty();
      leaveGuard.reload();
    });
  }
}

/**
 * Reacts to "Sign Out" on the answers' pages: pages in other tabs, and those that Back brings from the browser's memory, are loaded
 * again.
 */
export function followSignOut() {
  const memory = tabMemory();
  const key = keyOfSignOut(scopeOf(document.head.dataset.script));
  const bar = document.querySelector(".owner-bar");
  if (!bar) {
    // This is the page after "Sign Out": the session has ended.
    if (memory?.getItem(key) != null) {
      localStorage.setItem(key, String(Date.now()));
      deleteInputOfTab(scopeOf(document.head.dataset.script));
    }
    memory?.removeItem(key);
    return;
  }
  const renew = () => {
    empty();
    leaveGuard.reload();
  };
  bar.querySelector("form")?.addEventListener("submit", () => memory?.setItem(key, ""));
  addEventListener("storage", (event) => { if (event.key === key) renew(); });
  addEventListener("pageshow", ({ persisted }) => { if (persisted) renew(); });
}
