// @ts-check

// The input of the page that the server has not seen: what it is, a question before it is lost, and how it is kept.

import { arrival } from "./arrival.mjs";
import { controlsOf, isPassword, isSameState, localeField, localeOf, setState, stateOf, theForm } from "./controls.mjs";
import { draftOf, navigation, pathOf } from "./navigation.mjs";
import { draftOfToken } from "./offline/names.mjs";
import { keyOfInput, tabMemory } from "./startup.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./controls.mjs").Control} Control */
/** @typedef {import("./controls.mjs").State} State */

// The input that the server has not seen.

/** The states that the server has, for controls about which an answer or a post has said something since the page was loaded. */
const known = new WeakMap();

/** Controls for which the server may by now have something else than it has reported. */
const doubtful = new WeakSet();

/**
 * Records what the server has of a control, according to its answer. Does not change the control.
 * @param {Control} control
 * @param {State|null} state
 */
export function noteServerState(control, state) {
  known.set(control, state);
  doubtful.delete(control);
}

/**
 * Records that the server's value of a control is now written in another form.
 * @param {Control} control
 * @param {State} state
 */
export function noteSpelling(control, state) { known.set(control, state); }

/**
 * Records controls that were posted but not answered yet; the answer may never come. Until it does, every post contains them, and
 * marks them as the visitor's (`namesOf`).
 * @param {Control[]} controls
 */
export function noteSent(controls) { for (const control of controls) if (isUnsent(control)) doubtful.add(control); }

/** The names of controls that can be ticked or typed into in a selection view. */
export const fieldsOfView = /^_(pick|keep|other)$/;

/**
 * The cells of a form whose posted values are the visitor's, even if they equal what the page showed at first, and `_pick` for a
 * selection view. For other cells the server treats such values as repeated, and keeps what it has; for a hidden field it always does.
 * @param {HTMLFormElement} form
 */
export const namesOf = (form) => new Set(controlsOf(form)
  .filter((control) => control.type === "hidden" ? isUnsent(control)
    : doubtful.has(control) && (fieldsOfView.test(control.name) || !control.name.startsWith("_")))
  .map(({ name }) => name.replace(fieldsOfView, "_pick").replace(/\..*$/, "")));

/**
 * The state that the server has of a control.
 * @param {Control} control
 */
export const serverState = (control) => known.get(control)
  ?? (control.type === "checkbox" || control.type === "radio" ? { checked: control.defaultChecked } : { value: control.defaultValue });

/** The hidden fields of pickers whose choice was made without the server (`choices.mjs`). */
const chosen = new WeakSet();

/**
 * Records that a hidden field will get a choice that the server has not seen. Its present value may be the same: on a reload,
 * Firefox restores what a script has put into it.
 * @param {HTMLInputElement} field
 */
export function noteChoice(field) {
  if (!chosen.has(field)) known.set(field, {});
  chosen.add(field);
}

/**
 * Called if the answer to the press of a cell's own button was lost: the server may have carried it out. What the cell shows counts as
 * the visitor's.
 * @param {import("./controls.mjs").PressedButton} button
 */
export function noteLost(button) {
  for (const control of button?.closest(".cell")?.querySelectorAll("input, textarea") ?? []) {
    if (control.name.startsWith("_")) continue;
    if (control.type === "hidden") chosen.add(control);
    doubtful.add(control);
  }
}

/**
 * Whether a control has something that the server has not seen.
 * @param {Control} control
 */
export const isUnsent = (control) => {
  if (control.type === "search" || (control.type === "hidden" && !chosen.has(control))) return false;
  if (control.type === "file") return Boolean(control.files?.length);
  return doubtful.has(control) || !isSameState(/** @type {State} */ (stateOf(control)), serverState(control));
};

/**
 * Whether the server lacks some of the input of a form that it saves.
 * @param {HTMLFormElement} form
 */
export const hasUnsaved = (form) =>
  controlsOf(form).some((control) => !isPassword(control) && control.type !== "file" && isUnsent(control));

/**
 * Whether a form is queued on the device (`offline`). Its input is stored there, and another form may have its address.
 * @param {HTMLFormElement} form
 */
export const isWaiting = (form) => form.hasAttribute("data-kept-unsent");

/** Asks before a page with unsent input is left. */
class LeaveGuard {
  isAllowed = false;

  start() {
    addEventListener("beforeunload", (event) => {
      const form = theForm();
      if (!this.isAllowed && form && !isWaiting(form) && controlsOf(form).some(isUnsent)) event.preventDefault();
    });
  }

  /** Allows leaving the page on purpose: by a post without scripts, or to load it again. */
  allow() { this.isAllowed = true; }

  reload() {
    this.allow();
    location.reload();
  }

  /** @param {string} url */
  leaveFor(url) {
    this.allow();
    location.assign(url);
  }

  /**
   * Leaves for another page; Back will not lead to the current one.
   * @param {string} url
   */
  replaceWith(url) {
    this.allow();
    location.replace(url);
  }
}

export const leaveGuard = new LeaveGuard();

// Keeps unsent input in the memory of this tab, by address: a reload, a restored tab and a return from
// elsewhere show it again. Passwords and files are never kept.

/** @param {Control} control */
const isUnsentInput = (control) => (control.id || chosen.has(control)) && !isPassword(control) && isUnsent(control) && stateOf(control);

/** @typedef {[id: string, state: State & { text?: string }]} KeptInput */

/**
 * A field's id and its state; for a picker's field, the id and the text of the value that its cell shows.
 * @param {Control} control
 */
function inputOf(control) {
  if (control.id) return [control.id, stateOf(control)];
  const id = `${control.name}_value`;
  return [id, { value: control.value, text: document.getElementById(id)?.textContent }];
}

/** The input of the current form that the server has not seen. */
function unsentInput() {
  const form = theForm();
  return form && !isWaiting(form) ? controlsOf(form).filter(isUnsentInput).map(inputOf) : [];
}

/**
 * Keeps a text in the tab's memory. If that is full, only the page has the text.
 * @param {string} key
 * @param {string} text
 */
export function keepInTab(key, text) {
  try {
    tabMemory()?.setItem(key, text);
  } catch (error) {
    console.warn(error);
  }
}

/**
 * The input that was kept for the current address.
 * @returns {KeptInput[]}
 */
export const keptInput = () => JSON.parse(tabMemory()?.getItem(keyOfInput(navigation.path)) ?? "[]");

/** Controls that the visitor has changed since the page was loaded. */
const touched = new WeakSet();

/** @param {Iterable<EventTarget>} controls */
export function noteTouched(controls) { for (const control of controls) touched.add(control); }

/**
 * Whether the visitor has changed a control since the page was loaded: stored input does not replace such a change. For radio buttons
 * this applies to all with the same name.
 * @param {Control} control
 */
export const isTouched = (control) => touched.has(control)
  || (control.type === "radio" && controlsOf(/** @type {HTMLFormElement} */ (control.form)).some((other) => other.name === control.name && touched.has(other)));

/**
 * Discards what the browser has restored in a page that was left before. Input that was not saved is in the tab's memory; other values
 * may be older than those that the server has. Files are kept, as that memory never has them.
 */
function dropRestored() {
  const form = theForm();
  if (form && tabMemory() && history.state?.isKept && arrival() !== "navigate") {
    for (const control of controlsOf(form).filter(isUnsentInput)) if (!isTouched(control)) setState(control, serverState(control));
  }
  history.replaceState({ ...history.state, isKept: true }, "");
}

/**
 * Keeps input from now on.
 * @param {() => void} onInput called with each input, before it is kept; at once if something was typed before.
 * @returns {boolean} whether something was typed before.
 */
export function keepInput(onInput) {
  dropRestored();
  const isBegun = unsentInput().length > 0;
  if (isBegun) onInput();
  // What the browser itself has restored is older than what was stored.
  if (isBegun && arrival() === "navigate") noteTouched(controlsOf(/** @type {HTMLFormElement} */ (theForm())).filter(isUnsent));
  addEventListener("input", ({ target, isTrusted }) => {
    if (target && isTrusted) touched.add(target);
    onInput();
  });
  // A field that is removed with its page has been kept with that page.
  addEventListener("change", () => { if (navigation.shown === navigation.path) keepUnsent(); });
  addEventListener("pagehide", () => keepUnsent());
  // A phone may drop a hidden page without another event.
  document.addEventListener("visibilitychange", () => { if (document.hidden) keepUnsent(); });
  return isBegun;
}

/**
 * Keeps what the server has not seen, and nothing else.
 * @param {string} url the page for which it is kept.
 */
export function keepUnsent(url = navigation.shown) {
  // For example, the offline page has the address of the page for which input was kept.
  if (!theForm()) return;
  const input = unsentInput();
  if (input.length === 0) {
    forgetInput();
    return;
  }
  const path = pathOf(url);
  const name = path === navigation.shown && nameOfForm();
  const notes = [[localeField(), { value: localeOf(theForm()) }], ...(name ? [[name.name, { value: name.value }]] : [])];
  keepInTab(keyOfInput(path), JSON.stringify([...input, ...notes]));
}

/** The name of the field with a form's own name (`PageField.filling` of the server). */
export const nameField = () => words("filling");

/** The field with the name of a form that the server has not answered yet; `null` if it has answered. */
function nameOfForm() {
  const form = theForm();
  return !form || draftOf(form.getAttribute("action")) ? null : form.querySelector(`[name=${nameField()}]`);
}

/** The draft that a blank page with input kept for this address has become, if the input reached the server. */
export function keptDraft() {
  const name = keptInput().find(([id]) => id === nameField());
  return name && draftOfToken(name[1].value ?? "");
}

/** The locale in which the kept input of this address is written, if the page has another one; otherwise `undefined`. */
export function localeOfInput() {
  const locale = keptInput().find(([id]) => id === localeField())?.[1].value;
  return locale !== localeOf(theForm()) ? locale : undefined;
}

/**
 * Called when the page was answered: the server has the input.
 * @param {string} url
 */
export function forgetInput(url = navigation.shown) { tabMemory()?.removeItem(keyOfInput(pathOf(url))); }

/**
 * Records that the input is stored elsewhere: it is not kept again when the page is left.
 * @param {HTMLFormElement} form
 */
export function noteStored(form) {
  form.setAttribute("data-kept-unsent", "");
  forgetInput();
}

/**
 * Moves kept input to the new address of its page.
 * @param {string} from
 * @param {string} to
 */
export function moveInput(from, to) {
  const kept = tabMemory()?.getItem(keyOfInput(from));
  if (!kept) return;
  forgetInput(from);
  keepInTab(keyOfInput(to), kept);
}

/**
 * Puts the input that was kept for this address back into the page.
 * @returns {Control[]} the controls that got input.
 */
export function restoreInput() {
  /** @type {Control[]} */
  const restored = [];
  // In another locale it would be read as something else.
  if (localeOfInput()) return restored;
  const name = nameOfForm();
  for (const [id, state] of keptInput()) {
    // It is the same form as before, which may have reached the server although the answer was lost. A seal belongs to its own name.
    if (id === name?.name && !name.form.querySelector("[name=_seal]")) name.value = state.value;
    const control = document.getElementById(id);
    if (control?.form !== theForm() || !stateOf(control) || control.readOnly || control.disabled || isTouched(control)) continue;
    setState(control, state);
    // A post made when the page was left may reach the server after the post of this page.
    noteSent([control]);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    restored.push(control);
  }
  return restored;
}
