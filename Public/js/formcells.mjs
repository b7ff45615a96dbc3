// @ts-check

// The script that a page loads. Everything works without it; with it, a post changes parts of the page in place.
//
// It is small on purpose: the rest is loaded when the first view is shown and the browser is idle, or with the first press, key or
// focus. A press that comes earlier waits for the rest, and becomes a plain post if the rest cannot be loaded.

import { attach } from "./attach.mjs";
import { firstModules } from "./first-modules.mjs";
import { keyOfInput, laterStyles, nextTask, once, tabMemory } from "./startup.mjs";
import { followViewport } from "./viewport.mjs";

/** How long a press waits for the rest of the scripts, in milliseconds. */
const patienceForScripts = 2000;
/** The time after which the rest starts even if the browser is busy, in milliseconds. */
const longestIdle = 3000;
const beginnings = ["pointermove", "pointerdown", "keydown", "focusin", "popstate"];
/** The address from which this page was loaded: if Back was pressed, it may have another one before the rest is loaded. */
const path = location.pathname + location.search;
/** Settled when the document is complete: this script may run before that. */
const isThere = document.readyState === "loading"
  ? new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve); }) : Promise.resolve();
const attachFirst = () => attach(document, firstModules);

/**
 * Fetches the parts that scripts put into pages (`words.mjs`). They are the same on every page of a language, so pages do not contain
 * them. Settled once they are in the document.
 */
const fetchParts = once(async () => {
  const response = await fetch(document.head.dataset.parts);
  if (!response.ok) throw new Error(response.statusText);
  document.head.insertAdjacentHTML("beforeend", await response.text());
});

const fetchRest = () => Promise.all([
  import("./page.mjs"),
  fetchParts(),
  // If they cannot be loaded, the press that needs them tries again.
  laterStyles().catch(() => {}),
]);

async function load() {
  const [page] = await fetchRest();
  await isThere;
  await nextTask();
  return page;
}

/**
 * The controls that the visitor changed before the rest was loaded: stored input does not replace these changes.
 * @type {Set<EventTarget>}
 */
const touched = new Set();

/**
 * Loads the rest, which then takes over. If it cannot be loaded, or the page is left before, the plain page continues to work.
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

/** Whether earlier input still has to be put back into the page. */
const isIncomplete = () => /^#unsent-/.test(location.hash) || document.querySelector("#_gone") || tabMemory()?.getItem(keyOfInput(path));

/** @param {SubmitEvent} event */
async function onEarlySubmit(event) {
  event.preventDefault();
  const { target, submitter } = event;
  // The time of the press: the delay of its answer is counted from it.
  submitter?.setAttribute("data-kept-pressed", String(performance.now()));
  // A plain post leaves the page, and Back may show it again.
  addEventListener("pagehide", () => submitter?.removeAttribute("data-kept-pressed"), { once: true });
  // There is no limit in two cases: an update pressed by a script must not take the page from a visitor who is typing, and a page without
  // its earlier input must not be posted.
  const patience = new Promise((resolve) => { submitter?.hidden || isIncomplete() || setTimeout(resolve, patienceForScripts); });
  if (await Promise.race([begin(), patience])) return;
  letGo();
  target.requestSubmit(submitter);
}

/** Settled when the first view has everything it needs, and the browser is idle. */
const isIdle = async () => {
  if (document.readyState !== "complete") await new Promise((resolve) => { addEventListener("load", resolve); });
  await new Promise((resolve) => { globalThis.requestIdleCallback?.(resolve, { timeout: longestIdle }) ?? setTimeout(resolve); });
};

document.addEventListener("submit", onEarlySubmit);
addEventListener("input", (event) => { event.isTrusted && touched.add(event.target); });
for (const name of beginnings) addEventListener(name, begin, { passive: true });
// Enter on a switch, a box or a radio button does not send the form: `presses.mjs` defines what it does.
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && /radio|checkbox/.test(event.target.type)) event.preventDefault();
});
isThere.then(nextTask).then(() => {
  followViewport();
  attachFirst();
  if (document.querySelector("dialog[open]") || isIncomplete()) begin();
});
// If the server is far away, the rest is fetched while the style sheet is still loading: it delays nothing, and takes over when idle.
if (!navigator.connection?.saveData) fetchRest().catch(() => {});
isIdle().then(begin);
