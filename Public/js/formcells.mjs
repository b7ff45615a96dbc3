// What a page loads. Without it everything works too; with it, the same posts change only what they change.
//
// Small on purpose: what only a press needs is asked for when somebody begins to use the page. A press that comes before it
// is there waits for it, and is a plain post where it does not come.

import { attach } from "./attach.mjs";
import { firstModules } from "./first-modules.mjs";
import { followViewport } from "./viewport.mjs";

/** How long a press waits for the rest of the scripts, in milliseconds. */
const patienceForScripts = 2000;
const beginnings = ["pointermove", "pointerdown", "keydown", "focusin"];
const attachFirst = () => attach(document, firstModules);

let rest;
/** Asks for the rest and lets it take over; true where it has. */
function begin() {
  for (const name of beginnings) removeEventListener(name, begin);
  rest ??= Promise.race([
    import("./page.mjs"), new Promise((_, reject) => { setTimeout(reject, patienceForScripts, new Error("scripts are late")); }),
  ]).then(
    (page) => {
      document.removeEventListener("submit", onEarlySubmit);
      page.start(attachFirst);
    },
    (error) => {
      document.removeEventListener("submit", onEarlySubmit);
      reportError(error);
    });
  return rest;
}

function onEarlySubmit(event) {
  event.preventDefault();
  begin().then(() => event.target.requestSubmit(event.submitter));
}

followViewport();
attachFirst();
document.addEventListener("submit", onEarlySubmit);
if (document.querySelector("dialog[open]")) begin();
else for (const name of beginnings) addEventListener(name, begin, { passive: true });
