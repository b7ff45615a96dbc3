// @ts-check

// The views and steps that Back has left before the server had them, in the tab's memory: the next page sends them. A tab may be
// duplicated, or opened again much later: what the server has got of their draft since, from another tab, is newer.

import { draftOf } from "./navigation.mjs";
import { nameOf, scopeOf } from "./offline/names.mjs";
import { keyOfInput, tabMemory } from "./startup.mjs";
import { keepInTab } from "./unsaved.mjs";

/** Before the address of a view. */
const keyOfView = keyOfInput("left ");
/** Drafts whose last answers are remembered. */
const draftLimit = 16;

/** Local storage: when the post of a draft was made that the server has answered last, by draft, the newest last. */
const keyOfAnswers = () => `${nameOf(scopeOf(document.head.dataset.script))}answered`;

/** @returns {[string, number][]} */
const answers = () => JSON.parse(localStorage.getItem(keyOfAnswers()) ?? "[]");

/**
 * Notes that the server has answered a post.
 * @param {string} action the address of the post.
 * @param {number} time when it was made.
 */
export function noteAnswer(action, time) {
  const draft = draftOf(action);
  if (!draft || !tabMemory()) return;
  try {
    const others = answers().filter(([name]) => name !== draft);
    localStorage.setItem(keyOfAnswers(), JSON.stringify([...others, [draft, time]].slice(-draftLimit)));
  } catch (error) {
    // It is full.
    console.warn(error);
  }
}

/**
 * @param {string} action
 * @param {URLSearchParams} body
 */
export function keepLeftView(action, body) { keepInTab(keyOfView + action, JSON.stringify([Date.now(), body.toString()])); }

/** @param {string} action */
export function dropLeftView(action) { tabMemory()?.removeItem(keyOfView + action); }

/**
 * @param {string} action
 * @returns {[number, string]|null} when it was left, and its content; null: it is not kept.
 */
const keptLeftView = (action) => JSON.parse(tabMemory()?.getItem(keyOfView + action) ?? "null");

/**
 * Keeps a view on, as what the server has got since is this page's own.
 * @param {string} action
 */
export function renewLeftView(action) {
  const kept = keptLeftView(action);
  if (kept) keepLeftView(action, new URLSearchParams(kept[1]));
}

/**
 * Whether the server has got something newer of the draft since.
 * @param {string} action
 */
export function isOutdated(action) {
  const kept = keptLeftView(action);
  return kept !== null && answers().some(([draft, posted]) => draft === draftOf(action) && posted > kept[0]);
}

/**
 * What a page before this one has left, by address.
 * @returns {[string, URLSearchParams][]}
 */
export const keptLeftViews = () => Object.keys(tabMemory() ?? {}).filter((key) => key.startsWith(keyOfView))
  .map((key) => key.slice(keyOfView.length)).map((action) => [action, new URLSearchParams(keptLeftView(action)?.[1])]);
