// @ts-check

// Markup and words that scripts put into a page, and announcements for screen readers.

// Markup that scripts put into a page. The server renders it into a `<template>`, in the page's language, so that its look is
// defined only once; pages without scripts do not fetch it (`formcells.mjs`).

const parts = () => document.querySelector("#_parts");

/**
 * A copy of a part, for a script to add and later remove.
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
 * The text of a label as written, without its marks.
 * @param {Node & { firstChild: { textContent: string } }} label
 */
export const labelText = (label) => label.firstChild.textContent.trim();

/**
 * Words with numbers: the page has them for each of the language's plural categories.
 * @param {{ [place: string]: number }} values by the name of their place; the first one determines the category.
 * @param {string} name
 */
export function phrase(name, values) {
  const forms = JSON.parse(words(name));
  const category = new Intl.PluralRules(document.documentElement.lang).select(Object.values(values)[0]);
  return withNumbers(forms[category] ?? forms.other, values);
}

/**
 * Words that are the same for all numbers.
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
 * A count in the digits that the server writes.
 * @param {number} count
 * @param {Intl.NumberFormatOptions} [options]
 */
export const numeral = (count, options) =>
  new Intl.NumberFormat(document.documentElement.lang, { numberingSystem: words("digits"), ...options }).format(count);

// Announces texts by a live region (ARIA 1.2, `status`). The page behind a modal dialog is inert, so each dialog has a separate region.
// Screen readers only watch a region that existed before its text: it is added when the page starts, and when a dialog opens.

const regionIn = (place) => place.querySelector(":scope > [data-kept][role=status]");

const inFront = () => [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;

/**
 * The live region of the page or of a dialog.
 * @param {Element} [place]
 */
export function liveRegion(place = inFront()) {
  const region = regionIn(place) ?? document.createElement("p");
  if (!region.isConnected) {
    region.className = "hidden";
    region.role = "status";
    region.dataset.kept = "";
    place.append(region);
  }
  return region;
}

/** Removes the announcements of a page that the visitor has left: somebody who reads to the end would find them there. */
export function hush() {
  const region = regionIn(document.body);
  if (region) region.textContent = "";
}

class Announcer {
  /** The texts to announce for one change of the page. */
  texts = new Set();

  /** @param {string} text */
  add(text) {
    if (this.texts.size === 0) requestAnimationFrame(() => this.say());
    this.texts.add(text);
  }

  say() {
    const region = liveRegion();
    const text = [...this.texts].join(" ");
    this.texts.clear();
    // The same text is announced again only if it differs, so a space is added.
    region.textContent = text && text === region.textContent ? `${text}\u00A0` : text;
  }
}

const announcer = new Announcer();

/** @param {string} text announced once, after whatever is being read. */
export const announce = (text) => announcer.add(text);
