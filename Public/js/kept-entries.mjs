// Keeps what is entered and not yet sent in the memory of this tab, by address: a reload, a restored tab and a return from
// elsewhere show it again. Never a password, nor a file.

import { keyOfEntries, tabMemory } from "./entry-key.mjs";
import { controlsOf, isPassword, setState, stateOf, theForm } from "./controls.mjs";
import { navigation } from "./navigation.mjs";
import { isInUse } from "./in-use.mjs";
import { isUnsent } from "./unsent.mjs";

const isUnsentEntry = (control) => control.id && !isPassword(control) && isUnsent(control) && stateOf(control);

/** The entries of the form in front that the server has not seen: the field's id and its state. */
function unsentEntries() {
  const form = theForm();
  return form ? controlsOf(form).filter(isUnsentEntry).map((control) => [control.id, stateOf(control)]) : [];
}

/**
 * Keeps entries from now on.
 * @param {() => void} onEntry called with each entry, before it is kept; at once where something was typed before.
 * @returns {boolean} whether something was typed before.
 */
export function keepEntries(onEntry) {
  const isTyped = unsentEntries().length > 0;
  if (isTyped) onEntry();
  addEventListener("input", onEntry);
  addEventListener("change", keepUnsent);
  addEventListener("pagehide", keepUnsent);
  return isTyped;
}

/** Keeps what the server has not seen, and no more. */
export function keepUnsent() {
  const entries = unsentEntries();
  if (entries.length === 0) forgetEntries();
  else tabMemory()?.setItem(keyOfEntries(navigation.path), JSON.stringify(entries));
}

/** The page was answered: the server has them. */
export function forgetEntries() { tabMemory()?.removeItem(keyOfEntries(navigation.path)); }

/** Puts the entries that were kept for this address back into the page. */
export function restoreEntries() {
  const kept = tabMemory()?.getItem(keyOfEntries(navigation.path));
  if (!kept) return;
  for (const [id, state] of JSON.parse(kept)) {
    const control = document.getElementById(id);
    if (control?.form !== theForm() || !stateOf(control) || control.readOnly || control.disabled || isInUse(control)) continue;
    setState(control, state);
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
