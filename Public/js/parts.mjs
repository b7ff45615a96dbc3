// Markup that scripts put into a page. The server draws it into a `<template>`, in the page's language, so that its look is
// defined once; without scripts nobody fetches it (`fetch-parts.mjs`).

const parts = () => document.querySelector("#_parts");

/** A copy of a part, to be put in and taken away again by a script. */
export function part(name) {
  const copy = parts().content.querySelector(`[data-part="${name}"]`).cloneNode(true);
  copy.removeAttribute("data-part");
  copy.dataset.kept = "";
  return copy;
}

/** Words for scripts, in the page's language. */
export const words = (name) => parts().getAttribute(`data-${name}`);

/** The text of a label as it was written, without its marks. */
export const labelText = (label) => label.firstChild.textContent.trim();

/**
 * Words with numbers: the page has a form for each of the language's plural categories.
 * @param {Object<string, number>} values by the name of their place; the first decides on the form.
 */
export function phrase(name, values) {
  const forms = JSON.parse(words(name));
  const category = new Intl.PluralRules(document.documentElement.lang).select(Object.values(values)[0]);
  return withNumbers(forms[category] ?? forms.other, values);
}

/** Words that have one form for all numbers. */
export const counted = (name, values) => withNumbers(words(name), values);

const withNumbers = (text, values) => text.replace(/\{(\w+)\}/g, (_, place) => numeral(values[place]));

/** A count with the digits that the server writes. */
export const numeral = (count, options) =>
  new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: words("digits"), ...options }).format(count);
