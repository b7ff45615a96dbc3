// @ts-check

// Choices that were made in selection views without the server (`offline/offline-views.mjs`): they are kept in the form's page and
// sent with its next post.

import { theForm } from "./controls.mjs";
import { keptInput, namesOf, noteChoice, restoreInput } from "./unsaved.mjs";
import { disown, own } from "./morph.mjs";
import { words } from "./words.mjs";

// For every post, also for a plain one.
addEventListener("formdata", ({ target, formData }) => { for (const name of namesOf(target)) formData.append(words("chosen"), name); });

/**
 * Gives a picker's cell another choice.
 * @param {HTMLInputElement} field the hidden one.
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
  // The copy for printing still has the previous choice.
  for (const each of [old, shown.parentElement?.querySelector(".printed")]) {
    if (!each) continue;
    disown(each);
    each.remove();
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Puts the input and the choices that were kept for this address back into the page.
 * @returns {import("./controls.mjs").Control[]} the controls that got input.
 */
export function restoreEntries() {
  const restored = restoreInput();
  for (const [id, { value = "", text }] of keptInput()) {
    if (text === undefined) continue;
    const name = CSS.escape(id.replace(/_value$/, ""));
    const field = theForm()?.querySelector(`.picker > input[type=hidden][name="${name}"]`);
    if (field) setChoice(field, value, text);
  }
  return restored;
}
