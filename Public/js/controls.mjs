// @ts-check

// The fields of the page's form, and what each of them holds; its buttons, and what they do.

import { words } from "./words.mjs";

/** @typedef {{ value?: string, checked?: boolean, isIncomplete?: boolean }} State what a visitor has entered. */

/**
 * A field of a form. A text area is never ticked, and has no files.
 * @typedef {(HTMLInputElement|HTMLTextAreaElement) & { checked?: boolean, defaultChecked?: boolean, files?: FileList|null }} Control
 */

/** @typedef {HTMLButtonElement|null|undefined} PressedButton none: a form was sent without one. */

/**
 * The page's form; a receipt and a list of forms have none.
 * @returns {HTMLFormElement|null}
 */
export const theForm = () => document.querySelector("form.form");

/** The name of the field with the locale of a page. */
export const localeField = () => words("locale");

/**
 * The locale in which the numbers of a form's page are written; nothing where its template does not say.
 * @param {HTMLFormElement|null} form
 * @returns {string|undefined}
 */
export const localeOf = (form) => /** @type {HTMLInputElement|null|undefined} */ (form?.querySelector(`[name=${localeField()}]`))?.value;

/**
 * Whether a button brings the page up to date with input, and does nothing else.
 * @param {PressedButton} button
 */
export const isUpdate = (button) => Boolean(button?.classList.contains("update"));

/**
 * Whether a button does one of the things that the page lists under this name; a cell's own button does none of them.
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
 * Whether a button sends the form or keeps it for later, with the files that are on their way.
 * @param {PressedButton} button
 */
export const takesFiles = (button) => isSending(button) || does("later", button);

/**
 * Whether a button takes everything back.
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
 * Whether a control holds a password, also while it can be read.
 * @param {Control} control
 */
export const isPassword = (control) => control.type === "password" || Boolean(control.closest("[data-module~=password]"));

/**
 * The state of all fields, to tell later which ones have changed.
 * @param {HTMLFormElement} form
 */
export const statesOf = (form) => new Map(controlsOf(form).map((control) => [control, stateOf(control)]));

/** Posted in place of a date or a time of which only a part is there: `CellValue.incompleteText` of the server. */
export const incomplete = "…";

/**
 * @param {State} a
 * @param {State} b
 */
export const isSameState = (a, b) => a.value === b.value && a.checked === b.checked && a.isIncomplete === b.isIncomplete;

/**
 * Whether the visitor has changed a control since its form's states were taken.
 * @param {Control} control
 * @param {Map<Control, State|null>} states
 */
export function isChanged(control, states) {
  const before = states.get(control);
  return Boolean(before) && !isSameState(/** @type {State} */ (stateOf(control)), /** @type {State} */ (before));
}

/**
 * The state that a visitor can change: the text of a field, whether a box is ticked. Null: none, or not ours to set. A date or
 * a time of which only a part is there has no text.
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
 * Gives a field another text. What was typed before is not a part of that: the browser's undo forgets it with the field's place.
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

// The one rule of typing: a field that is in use belongs to whoever is typing. Its text, its caret and its type are never set by
// an answer, a save, a format or a script that comes late, not even to what they are already: some browsers then drop the
// parts of a date, the word being composed, or what can be undone.

const typed = "textarea, input:not([type=radio], [type=checkbox], [type=file], [type=hidden])";

/**
 * A text without what stands beside its field, where it was typed along.
 * @param {Control} field
 * @param {string} text
 */
export function bare(field, text) {
  // "m" is no unit in "team".
  const isOneWord = (one, other) => [/^\p{L}+$/u, /^\p{N}+$/u].some((word) => word.test(one) && word.test(other));
  let rest = text;
  for (const { textContent: affix } of field.closest(".affixed")?.querySelectorAll(".affix") ?? []) {
    if (rest.startsWith(affix) && !isOneWord(affix, rest[affix.length] ?? "")) rest = rest.slice(affix.length).trim();
    else if (rest.endsWith(affix) && !isOneWord(affix, rest.at(-1 - affix.length) ?? "")) rest = rest.slice(0, -affix.length).trim();
  }
  return rest;
}

/**
 * Whether somebody is typing into a control: it has the focus. What is being composed has it too.
 * @param {Element} control
 */
export const isInUse = (control) => control === document.activeElement && control.matches(typed);

/**
 * Whether a part of the page has a field in it that is in use.
 * @param {Node} node
 */
export const hasFieldInUse = (node) => node.contains(document.activeElement) && isInUse(document.activeElement);
