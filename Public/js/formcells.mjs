// @ts-check

// The script that a page loads. Everything works without it; with it, a post changes parts of the page in place.
//
// Small on purpose: the rest is loaded when the first view is there and the browser idle, or with the first press, key or
// focus. A press that comes before the rest is there waits for it, and is a plain post where it does not come.

import { attach } from "./attach.mjs";
import { firstModules } from "./first-modules.mjs";
import { keyOfInput, laterStyles, nextTask, once, tabMemory } from "./startup.mjs";
import { followViewport } from "./viewport.mjs";

/** How long a press waits for the rest of the scripts, in milliseconds. */
const patienceForScripts = 2000;
/** How long the browser may be busy before the rest begins all the same, in milliseconds. */
const longestIdle = 3000;
const beginnings = ["pointermove", "pointerdown", "keydown", "focusin", "popstate"];
/** The address that this page was loaded from: by Back it may have another one before the rest is there. */
const path = location.pathname + location.search;
/** Settled at the end of the document: this script may run before it. */
const isThere = document.readyState === "loading"
  ? new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve); }) : Promise.resolve();
const attachFirst = () => attach(document, firstModules);

/**
 * Fetches what scripts put into pages (`words.mjs`). It is the same on every page of a language, so no page carries it. Settled
 * once it is in the document.
 */
const fetchParts = once(async () => {
  const response = await fetch(document.head.dataset.parts);
  if (!response.ok) throw new Error(response.statusText);
  document.head.insertAdjacentHTML("beforeend", await response.text());
});

const fetchRest = () => Promise.all([
  import("./page.mjs"),
  fetchParts(),
  // Where it does not come, the press that needs it tries again.
  laterStyles().catch(() => {}),
]);

async function load() {
  const [page] = await fetchRest();
  await isThere;
  await nextTask();
  return page;
}

/**
 * The controls that the visitor has changed before the rest is there: nothing that was stored replaces that.
 * @type {Set<EventTarget>}
 */
const touched = new Set();

/**
 * Loads the rest, which then takes over. Where it does not come, or the page is left before, the plain page goes on.
 * @returns {Promise<boolean|undefined>} true: the page is being left for the one that has the entries.
 */
const begin = once(async () => {
  for (const name of beginnings) removeEventListener(name, begin);
  const page = await load().catch(console.warn);
  try {
    if (await page?.start(attachFirst, path, touched)) return true;
  } catch (error) {
    reportError(error);
  }
  letGo();
});

const letGo = () => document.removeEventListener("submit", onEarlySubmit);

/** Whether what was entered before is still to come into the page. */
const isIncomplete = () => /^#unsent-/.test(location.hash) || document.querySelector("#_gone") || tabMemory()?.getItem(keyOfInput(path));

/** @param {SubmitEvent} event */
async function onEarlySubmit(event) {
  event.preventDefault();
  const { target, submitter } = event;
  // The time of the press, by which its answer is late.
  submitter?.setAttribute("data-kept-pressed", String(performance.now()));
  // A plain post leaves the page, and Back may bring it again.
  addEventListener("pagehide", () => submitter?.removeAttribute("data-kept-pressed"), { once: true });
  // An update that a script presses takes the page from nobody who goes on typing, and a page without its entries is posted by nobody.
  const patience = new Promise((resolve) => { submitter?.hidden || isIncomplete() || setTimeout(resolve, patienceForScripts); });
  if (await Promise.race([begin(), patience])) return;
  letGo();
  target.requestSubmit(submitter);
}

/** Settled when the first view has all that it needs, and nothing else is to be done. */
const isIdle = async () => {
  if (document.readyState !== "complete") await new Promise((resolve) => { addEventListener("load", resolve); });
  await new Promise((resolve) => { globalThis.requestIdleCallback?.(resolve, { timeout: longestIdle }) ?? setTimeout(resolve); });
};

document.addEventListener("submit", onEarlySubmit);
addEventListener("input", (event) => { event.isTrusted && touched.add(event.target); });
for (const name of beginnings) addEventListener(name, begin, { passive: true });
// Enter on a switch, a box or a radio button sends no form: `presses.mjs` says what it does instead.
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && /radio|checkbox/.test(event.target.type)) event.preventDefault();
});
isThere.then(nextTask).then(() => {
  followViewport();
  attachFirst();
  if (document.querySelector("dialog[open]") || isIncomplete()) begin();
});
// Far away it is fetched while the style sheet is still coming: it holds nothing up, and takes over when all is idle.
if (!navigator.connection?.saveData) fetchRest().catch(() => {});
isIdle().then(begin);
