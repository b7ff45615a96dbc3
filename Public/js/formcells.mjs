// The script that a page loads. Everything works without it; with it, a post changes parts of the page in place.
//
// Small on purpose: the rest is loaded with the first press, key or focus. A press that comes before the rest is there waits
// for it, and is a plain post where it does not come.

import { attach } from "./attach.mjs";
import { keyOfEntries, tabMemory } from "./entry-key.mjs";
import { firstModules } from "./first-modules.mjs";
import { nextTask } from "./task.mjs";
import { followViewport } from "./viewport.mjs";

/** How long a press waits for the rest of the scripts, in milliseconds. */
const patienceForScripts = 2000;
const beginnings = ["pointermove", "pointerdown", "keydown", "focusin"];
/** Settled at the end of the document: this script may run before it. */
const isThere = document.readyState === "loading"
  ? new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve); }) : Promise.resolve();
const attachFirst = () => attach(document, firstModules);

async function load() {
  const page = await import("./page.mjs");
  await isThere;
  await nextTask();
  return page;
}

/** Whether entries were kept for this address, before a reload. */
const hasKeptEntries = () => Boolean(tabMemory()?.getItem(keyOfEntries(location.pathname + location.search)));

let rest;
/** Loads the rest, which then takes over. Where it does not come, the plain page goes on. */
function begin() {
  for (const name of beginnings) removeEventListener(name, begin);
  rest ??= Promise.race([
    load(), new Promise((_, reject) => { setTimeout(reject, patienceForScripts, new Error("scripts are late")); }),
  ]).then((page) => page.start(attachFirst)).catch(reportError)
    .finally(() => document.removeEventListener("submit", onEarlySubmit));
  return rest;
}

function onEarlySubmit(event) {
  event.preventDefault();
  begin().then(() => event.target.requestSubmit(event.submitter));
}

document.addEventListener("submit", onEarlySubmit);
for (const name of beginnings) addEventListener(name, begin, { passive: true });
isThere.then(nextTask).then(() => {
  followViewport();
  attachFirst();
  if (document.querySelector("dialog[open]") || hasKeptEntries()) begin();
});
