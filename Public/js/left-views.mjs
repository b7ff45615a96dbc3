// @ts-check

// Views and steps that the visitor left by Back before the server had their input, in the tab's memory: the next page sends them. A tab
// may be duplicated, or opened again much later: then what the server received of the draft from another tab is newer.

import { draftOf } from "./navigation.mjs";
import { nameOf, scopeOf } from "./offline/names.mjs";
import { keyOfInput, tabMemory } from "./startup.mjs";
import { keepInTab } from "./unsaved.mjs";

/** The beginning of the key for a view's address. */
const keyOfView = keyOfInput("left ");
/** The number of drafts whose last answers are recorded. */
const draftLimit = 16;

/** Local storage: for each draft, when its last answered post was made; the newest draft is last. */
const keyOfAnswers = () => `${nameOf(scopeOf(document.head.dataset.script))}answered`;

/** @returns {[string, number][]} */
const answers = () => JSON.parse(localStorage.getItem(keyOfAnswers()) ?? "[]");

/**
 * Records that the server has answered a post.
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
    // The storage is full.
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
 * Keeps a view further: what the server has received since comes from this page.
 * @param {string} action
 */
export function renewLeftView(action) {
  const kept = keptLeftView(action);
  if (kept) keepLeftView(action, new URLSearchParams(kept[1]));
}

/**
 * Whether the server has received something newer of the draft since the view was left.
 * @param {string} action
 */
export function isOutdated(action) {
  const kept = keptLeftView(action);
  return kept !== null && answers().some(([draft, posted]) => draft === draftOf(action) && posted > kept[0]);
}

/**
 * The views that an earlier page has left, by address.
 * @returns {[string, URLSearchParams][]}
 */
export const keptLeftViews = () => Object.keys(tabMemory() ?? {}).filter((key) => key.startsWith(keyOfView))
  .map((key) => key.slice(keyOfView.length)).map((action) => [action, new URLSearchParams(keptLeftView(action)?.[1])]);
