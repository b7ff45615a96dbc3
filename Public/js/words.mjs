// @ts-check

// Markup and words that scripts put into a page, and what screen readers are told.

// Markup that scripts put into a page. The server draws it into a `<template>`, in the page's language, so that its look is
// defined once; without scripts nobody fetches it (`formcells.mjs`).

const parts = () => document.querySelector("#_parts");

/**
 * A copy of a part, to be put in and taken away again by a script.
 * @param {string} name
 */
export function part(name) {
  const copy = parts().content.querySelector(`[data-part="${name}"]`).cloneNode(true);
  copy.removeAttribute("data-part");
  copy.dataset.kept = "";
  return copy;
}

/**
 * Words for scripts, in the page's language.
 * @param {string} name
 */
export const words = (name) => parts().getAttribute(`data-${name}`);

/**
 * The text of a label as it was written, without its marks.
 * @param {any} label
 */
export const labelText = (label) => label.firstChild.textContent.trim();

/**
 * Words with numbers: the page has a form for each of the language's plural categories.
 * @param {Object<string, number>} values by the name of their place; the first decides on the form.
 * @param {string} name
 */
export function phrase(name, values) {
  const forms = JSON.parse(words(name));
  const category = new Intl.PluralRules(document.documentElement.lang).select(Object.values(values)[0]);
  return withNumbers(forms[category] ?? forms.other, values);
}

/**
 * Words that have one form for all numbers.
 * @param {string} name
 * @param {{ [place: string]: number }} values
 */
export const counted = (name, values) => withNumbers(words(name), values);

/**
 * @param {string} text
 * @param {{ [place: string]: number }} values
 */
const withNumbers = (text, values) => text.replace(/\{(\w+)\}/g, (_, place) => numeral(values[place]));

/**
 * A count with the digits that the server writes.
 * @param {number} count
 * @param {any} [options]
 */
export const numeral = (count, options) =>
  new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: words("digits"), ...options }).format(count);

// Announces a text by a live region (ARIA 1.2, `status`). The page behind a modal dialog is inert, so the region stands in
// the topmost dialog.

/** Takes back what was said of a page that the visitor has left: who reads on to the end would meet it there. */
export function hush() {
  const region = document.querySelector("body > [data-kept][role=status]");
  if (region) region.textContent = "";
}

/** @param {string} text what is said once whatever is being read has been read. */
export function announce(text) {
  const place = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
  let region = place.querySelector(":scope > [data-kept][role=status]");
  if (!region) {
    region = document.createElement("p");
    region.className = "hidden";
    region.role = "status";
    region.dataset.kept = "";
    place.append(region);
  }
  // A region must exist before its text changes, and the same text is announced again only after a change.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}
