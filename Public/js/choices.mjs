// @ts-check

// Choices that were made in selection views without the server (`offline/offline-views.mjs`): they stand in the form's page and
// go with its next post.

import { controlsOf, theForm } from "./controls.mjs";
import { isUnsent, keptEntries, noteChoice } from "./entries.mjs";
import { disown, own } from "./morph.mjs";
import { words } from "./words.mjs";

// The server takes what a hidden field says for a repeat of what it has, unless the form names the cell.
addEventListener("formdata", ({ target, formData }) => {
  for (const control of controlsOf(/** @type {HTMLFormElement} */ (target))) {
    if (control.type === "hidden" && isUnsent(control)) formData.append(words("chosen"), control.name);
  }
});

/**
 * Gives a picker's cell another choice.
 * @param {any} field the hidden one.
 * @param {string} value the choice as the server writes it (`Selection.encoded`).
 * @param {string} text what the cell shows.
 */
export function setChoice(field, value, text) {
  noteChoice(field);
  field.value = value;
  const old = document.getElementById(`${field.name}_value`);
  const shown = /** @type {HTMLElement} */ (old?.cloneNode());
  shown.classList.toggle("placeholder", value === "v");
  shown.textContent = text;
  old?.before(shown);
  own(shown);
  // What was for paper is the choice before.
  for (const each of [old, shown.parentElement?.querySelector(".printed")]) {
    if (!each) continue;
    disown(each);
    each.remove();
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Puts the choices that were kept for this address back into the page. */
export function restoreChoices() {
  for (const [id, { value, text }] of keptEntries()) {
    if (text === undefined) continue;
    const name = CSS.escape(id.replace(/_value$/, ""));
    const field = theForm()?.querySelector(`.picker > input[type=hidden][name="${name}"]`);
    if (field) setChoice(field, value, text);
  }
}
