// @ts-check

// What of the page the server has not seen: what that is, the question before it is lost, and how it is kept.

import { arrival } from "./arrival.mjs";
import { controlsOf, isPassword, isSameState, localeField, localeOf, setState, stateOf, theForm } from "./controls.mjs";
import { draftOf, navigation, pathOf } from "./navigation.mjs";
import { draftOfToken } from "./offline/names.mjs";
import { keyOfInput, tabMemory } from "./startup.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./controls.mjs").Control} Control */
/** @typedef {import("./controls.mjs").State} State */

// What of the page the server has not seen.

/** The states that the server has, of controls about which it or a post has said something since they came. */
const known = new WeakMap();

/** Controls of which the server may have something else by now than it has said. */
const doubtful = new WeakSet();

/**
 * Notes what the server has of a control, by its answer. The control itself is not touched by it.
 * @param {Control} control
 * @param {State|null} state
 */
export function noteServerState(control, state) {
  known.set(control, state);
  doubtful.delete(control);
}

/**
 * Notes that what the server has of a control is written in another way.
 * @param {Control} control
 * @param {State} state
 */
export function noteSpelling(control, state) { known.set(control, state); }

/**
 * Notes controls that were posted, and about which no answer has come yet: it may never come. Until it does they go with each post, and
 * are the visitor's word there (`namesOf`).
 * @param {Control[]} controls
 */
export function noteSent(controls) { for (const control of controls) if (isUnsent(control)) doubtful.add(control); }

/** The names of what can be ticked and typed in a selection view. */
export const fieldsOfView = /^_(pick|keep|other)$/;

/**
 * The cells of a form whose posted values are the visitor's, even where they are what the page showed at first, and `_pick` for a
 * selection view. The server takes others for a repeat of that, and keeps what it has; of a hidden field it does so in any case.
 * @param {HTMLFormElement} form
 */
export const namesOf = (form) => new Set(controlsOf(form)
  .filter((control) => control.type === "hidden" ? isUnsent(control)
    : doubtful.has(control) && (fieldsOfView.test(control.name) || !control.name.startsWith("_")))
  .map(({ name }) => name.replace(fieldsOfView, "_pick").replace(/\..*$/, "")));

/**
 * The state of a control that the server has.
 * @param {Control} control
 */
export const serverState = (control) => known.get(control)
  ?? (control.type === "checkbox" || control.type === "radio" ? { checked: control.defaultChecked } : { value: control.defaultValue });

/** The hidden fields of pickers whose choice was made without the server (`choices.mjs`). */
const chosen = new WeakSet();

/**
 * Notes that a hidden field is about to have a choice that the server has not seen. What it holds now may be the same: at a reload
 * Firefox brings back what a script has put into it.
 * @param {HTMLInputElement} field
 */
export function noteChoice(field) {
  if (!chosen.has(field)) known.set(field, {});
  chosen.add(field);
}

/**
 * The answer to the press of a cell's own button is lost: the server may have carried it out. What the cell shows is the visitor's word.
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
 * Whether a control holds something that the server has not seen.
 * @param {Control} control
 */
export const isUnsent = (control) => {
  if (control.type === "search" || (control.type === "hidden" && !chosen.has(control))) return false;
  if (control.type === "file") return Boolean(control.files?.length);
  return doubtful.has(control) || !isSameState(/** @type {State} */ (stateOf(control)), serverState(control));
};

/**
 * Whether the server has not seen all input of a form that it keeps.
 * @param {HTMLFormElement} form
 */
export const hasUnsaved = (form) =>
  controlsOf(form).some((control) => !isPassword(control) && control.type !== "file" && isUnsent(control));

/**
 * Whether a form is queued on the device (`offline`). Its input is stored there, and another form may have its address.
 * @param {HTMLFormElement} form
 */
export const isWaiting = (form) => form.hasAttribute("data-kept-unsent");

/** Asks before the page is left with something unsent in it. */
class LeaveGuard {
  isAllowed = false;

  start() {
    addEventListener("beforeunload", (event) => {
      const form = theForm();
      if (!this.isAllowed && form && !isWaiting(form) && controlsOf(form).some(isUnsent)) event.preventDefault();
    });
  }

  /** The page is about to be left on purpose: by a post without scripts, or to be loaded again. */
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
   * Back does not lead to the page in front.
   * @param {string} url
   */
  replaceWith(url) {
    this.allow();
    location.replace(url);
  }
}

export const leaveGuard = new LeaveGuard();

// Keeps what is entered and not yet sent in the memory of this tab, by address: a reload, a restored tab and a return from
// elsewhere show it again. Never a password, nor a file.

/** @param {Control} control */
const isUnsentInput = (control) => (control.id || chosen.has(control)) && !isPassword(control) && isUnsent(control) && stateOf(control);

/** @typedef {[id: string, state: State & { text?: string }]} KeptInput */

/**
 * A field's id and its state; of a picker's field, the id and the text of the value that its cell shows.
 * @param {Control} control
 */
function inputOf(control) {
  if (control.id) return [control.id, stateOf(control)];
  const id = `${control.name}_value`;
  return [id, { value: control.value, text: document.getElementById(id)?.textContent }];
}

/** The input of the form in front that the server has not seen. */
function unsentInput() {
  const form = theForm();
  return form && !isWaiting(form) ? controlsOf(form).filter(isUnsentInput).map(inputOf) : [];
}

/**
 * Keeps a text in the tab's memory. Where that is full, the page alone has it.
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
 * The input that was kept for the address in front.
 * @returns {KeptInput[]}
 */
export const keptInput = () => JSON.parse(tabMemory()?.getItem(keyOfInput(navigation.path)) ?? "[]");

/** Controls that the visitor has changed since the page came. */
const touched = new WeakSet();

/** @param {Iterable<EventTarget>} controls */
export function noteTouched(controls) { for (const control of controls) touched.add(control); }

/**
 * Whether the visitor has changed a control since the page came: what was stored before does not replace that. Of radio buttons
 * it holds for all of a name.
 * @param {Control} control
 */
export const isTouched = (control) => touched.has(control)
  || (control.type === "radio" && controlsOf(/** @type {HTMLFormElement} */ (control.form)).some((other) => other.name === control.name && touched.has(other)));

/**
 * Replaces what the browser has brought back into a page that was left before. What was entered there and not saved is in the tab's
 * memory; other values may be older than what the server has by now. What that memory never has stays: files.
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
 * @param {() => void} onInput called with each input, before it is kept; at once where something was typed before.
 * @returns {boolean} whether something was typed before.
 */
export function keepInput(onInput) {
  dropRestored();
  const isBegun = unsentInput().length > 0;
  if (isBegun) onInput();
  // What the browser itself has brought back is older than what was stored.
  if (isBegun && arrival() === "navigate") noteTouched(controlsOf(/** @type {HTMLFormElement} */ (theForm())).filter(isUnsent));
  addEventListener("input", ({ target, isTrusted }) => {
    if (target && isTrusted) touched.add(target);
    onInput();
  });
  // A field that goes with its page has been kept with that.
  addEventListener("change", () => { if (navigation.shown === navigation.path) keepUnsent(); });
  addEventListener("pagehide", () => keepUnsent());
  // A phone may drop what it does not show without another word.
  document.addEventListener("visibilitychange", () => { if (document.hidden) keepUnsent(); });
  return isBegun;
}

/**
 * Keeps what the server has not seen, and no more.
 * @param {string} url the page that it is kept for.
 */
export function keepUnsent(url = navigation.shown) {
  // The offline page, for example, stands at the address of the page that input was kept for.
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

/** The field of a form's own name (`PageField.filling` of the server). */
export const nameField = () => words("filling");

/** The field with the name of a form that the server has not answered yet; null: it has. */
function nameOfForm() {
  const form = theForm();
  return !form || draftOf(form.getAttribute("action")) ? null : form.querySelector(`[name=${nameField()}]`);
}

/** The draft that a blank page with input that was kept for this address has become, if it came to the server. */
export function keptDraft() {
  const name = keptInput().find(([id]) => id === nameField());
  return name && draftOfToken(name[1].value ?? "");
}

/** The locale in which the input that was kept for this address is written, where the page has another one; nothing: it has not. */
export function localeOfInput() {
  const locale = keptInput().find(([id]) => id === localeField())?.[1].value;
  return locale !== localeOf(theForm()) ? locale : undefined;
}

/**
 * The page was answered: the server has the input.
 * @param {string} url
 */
export function forgetInput(url = navigation.shown) { tabMemory()?.removeItem(keyOfInput(pathOf(url))); }

/**
 * What was entered is stored elsewhere: it is not kept once more as the page is left.
 * @param {HTMLFormElement} form
 */
export function noteStored(form) {
  form.setAttribute("data-kept-unsent", "");
  forgetInput();
}

/**
 * The page that input was kept for has another address now.
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
 * @returns {Control[]} the controls that have it.
 */
export function restoreInput() {
  /** @type {Control[]} */
  const restored = [];
  // It would be read as something else.
  if (localeOfInput()) return restored;
  const name = nameOfForm();
  for (const [id, state] of keptInput()) {
    // The same form as before: it may have come to the server, with an answer that came nowhere. A seal goes with its own name.
    if (id === name?.name && !name.form.querySelector("[name=_seal]")) name.value = state.value;
    const control = document.getElementById(id);
    if (control?.form !== theForm() || !stateOf(control) || control.readOnly || control.disabled || isTouched(control)) continue;
    setState(control, state);
    // What was posted as the page before was left may come to the server after it has sent this one.
    noteSent([control]);
    control.dispatchEvent(new Event("input", { bubbles: true }));
    restored.push(control);
  }
  return restored;
}
