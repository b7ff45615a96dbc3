// @ts-check

// The fields of the page's form and their contents; its buttons and their effects.

import { words } from "./words.mjs";

/** @typedef {{ value?: string, checked?: boolean, isIncomplete?: boolean }} State what a visitor has entered. */

/**
 * A field of a form. A text area is never ticked and has no files.
 * @typedef {(HTMLInputElement|HTMLTextAreaElement) & { checked?: boolean, defaultChecked?: boolean, files?: FileList|null }} Control
 */

/** @typedef {HTMLButtonElement|null|undefined} PressedButton none: a form was sent without one. */

/**
 * The page's form; a receipt and a list of forms have none.
 * @returns {HTMLFormElement|null}
 */
export const theForm = () => document.querySelector("form.form");

/** The name of the field with the locale of the page. */
export const localeField = () => words("locale");

/**
 * The locale in which numbers on a form's page are written; `undefined` if its template does not have the field.
 * @param {HTMLFormElement|null} form
 * @returns {string|undefined}
 */
export const localeOf = (form) => /** @type {HTMLInputElement|null|undefined} */ (form?.querySelector(`[name=${localeField()}]`))?.value;

/**
 * Whether a button only updates the page with the input.
 * @param {PressedButton} button
 */
export const isUpdate = (button) => Boolean(button?.classList.contains("update"));

/**
 * Whether a button does one of the things that the page lists under this name; a cell's own buttons do none of them.
 * @param {string} list
 * @param {PressedButton} button
 */
export const does = (list, button) => button?.name === words("press") && (words(list) ?? "").split(" ").includes(button?.value);

/**
 * Whether a button sends the form, a step of it, or a view of it.
 * @param {PressedButton} button
 */
export const isSending = (button) => does("sending", button);

/**
 * Whether a button sends the form or keeps it for later, including files that are still being uploaded.
 * @param {PressedButton} button
 */
export const takesFiles = (button) => isSending(button) || does("later", button);

/**
 * Whether a button discards all input.
 * @param {PressedButton} button
 */
export const startsOver = (button) => does("start-over", button);

/**
 * A form's fields.
 * @param {HTMLFormElement} form
 * @returns {Control[]}
 */
export const controlsOf = (form) => [...form.querySelectorAll("input, textarea")];

/**
 * Whether a control holds a password, even while the password is shown.
 * @param {Control} control
 */
export const isPassword = (control) => control.type === "password" || Boolean(control.closest("[data-module~=password]"));

/**
 * The state of all fields, for finding out later which ones have changed.
 * @param {HTMLFormElement} form
 */
export const statesOf = (form) => new Map(controlsOf(form).map((control) => [control, stateOf(control)]));

/** Posted in place of a date or a time that is only partly entered: `CellValue.incompleteText` of the server. */
export const incomplete = "…";

/**
 * @param {State} a
 * @param {State} b
 */
export const isSameState = (a, b) => a.value === b.value && a.checked === b.checked && a.isIncomplete === b.isIncomplete;

/**
 * Whether the visitor has changed a control since the states of its form were taken.
 * @param {Control} control
 * @param {Map<Control, State|null>} states
 */
export function isChanged(control, states) {
  const before = states.get(control);
  return Boolean(before) && !isSameState(/** @type {State} */ (stateOf(control)), /** @type {State} */ (before));
}

/**
 * The state that a visitor can change: the text of a field, whether a box is ticked. `null` if there is none, or if scripts cannot set
 * it. A date or a time that is only partly entered has no text.
 * @param {Control} control
 * @returns {State|null}
 */
export function stateOf(control) {
  if (control.nodeName === "TEXTAREA") return { value: control.value };
  if (control.nodeName !== "INPUT" || control.type === "file") return null;
  if (control.type === "radio" || control.type === "checkbox") return { checked: control.checked };
  return control.validity.badInput ? { value: control.value, isIncomplete: true } : { value: control.value };
}

/**
 * @param {Control} control
 * @param {State} state
 */
export function setState(control, { value, checked }) {
  if (checked !== undefined) control.checked = checked;
  if (value !== undefined && control.value !== value) putText(control, value);
}

/**
 * Gives a field another text, separately from what was typed before: moving the field makes the browser forget its undo history.
 * @param {Control} field
 * @param {string} text
 */
export function putText(field, text) {
  field.value = text;
  if (field.type === "hidden" || field === document.activeElement) return;
  const { parentNode, nextSibling } = field;
  field.remove();
  /** @type {ParentNode} */ (parentNode).insertBefore(field, nextSibling);
}

// The rule of typing: a field in use belongs to the person who is typing. An answer, a save, a format or a late script never sets its
// text, its caret or its type, not even to the present value: some browsers then drop the parts of a date, the word being composed, or
// the undo history.

const typed = "textarea, input:not([type=radio], [type=checkbox], [type=file], [type=hidden])";

/**
 * A text without the affixes beside its field, in case these were typed too.
 * @param {Control} field
 * @param {string} text
 */
export function bare(field, text) {
  // "m" is not a unit in "team".
  const isOneWord = (one, other) => [/^\p{L}+$/u, /^\p{N}+$/u].some((word) => word.test(one) && word.test(other));
  let rest = text;
  for (const { textContent: affix } of field.closest(".affixed")?.querySelectorAll(".affix") ?? []) {
    if (rest.startsWith(affix) && !isOneWord(affix, rest[affix.length] ?? "")) rest = rest.slice(affix.length).trim();
    else if (rest.endsWith(affix) && !isOneWord(affix, rest.at(-1 - affix.length) ?? "")) rest = rest.slice(0, -affix.length).trim();
  }
  return rest;
}

/**
 * Whether somebody is typing into a control: it has the focus. A composition keeps the focus too.
 * @param {Element} control
 */
export const isInUse = (control) => control === document.activeElement && control.matches(typed);

/**
 * Whether a part of the page contains a field in use.
 * @param {Node} node
 */
export const hasFieldInUse = (node) => node.contains(document.activeElement) && isInUse(document.activeElement);
