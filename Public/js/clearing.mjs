// @ts-check

// "Clear This Device" reaches what other pages hold: those of other tabs, those that Back shows from the browser's memory, and the
// memory of each tab. "Sign Out" reaches pages of answers in the browser's memory.

import { arrival } from "./arrival.mjs";
import { theForm } from "./controls.mjs";
import { leaveGuard } from "./entries.mjs";
import { deleteEntriesOfTab, keyOfClearing, lastClearing, scopeOf } from "./offline/names.mjs";
import { tabMemory } from "./startup.mjs";

/** Follows the clearing of the device in a page. */
export class ClearedDevice {
  start() {
    // The visitor's settings forbid it: nothing is stored.
    if (!tabMemory()) return;
    const scope = scopeOf(document.head.dataset.script);
    const known = lastClearing(scope);
    if (known !== null && sessionStorage.getItem(keyOfClearing(scope)) !== known) deleteEntriesOfTab(scope);
    // The browser has brought entries of before. Those since are in the tab's memory.
    if (known !== null && arrival() === "back_forward") theForm()?.reset();
    addEventListener("storage", ({ key, newValue }) => {
      if (key !== keyOfClearing(scope) || newValue === null) return;
      const isForm = Boolean(theForm());
      deleteEntriesOfTab(scope);
      this.empty();
      if (isForm) leaveGuard.leaveFor(scope);
      else leaveGuard.reload();
    });
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted || lastClearing(scope) === known) return;
      this.empty();
      leaveGuard.reload();
    });
  }

  /** Nothing of the page is shown, saved or stored any more. */
  empty() { document.body.replaceChildren(); }
}

/** Pages of answers that Back brings from the browser's memory: whoever saw them may have signed out since. */
export function refreshAnswers() {
  if (!document.querySelector(".owner-bar")) return;
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    document.body.replaceChildren();
    location.reload();
  });
}
