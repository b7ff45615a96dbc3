// What a page loads. Without it everything works too; with it, the same posts change only what they change.
//
// Small on purpose: what only a press needs is asked for when somebody begins to use the page. A press that comes before it
// is there is a plain post.

import { attach } from "./attach.mjs";
import { cellModules } from "./modules.mjs";
import { followViewport } from "./viewport.mjs";

const attachCells = () => attach(document, cellModules);
const beginnings = ["pointerdown", "keydown", "focusin"];

function begin() {
  for (const name of beginnings) removeEventListener(name, begin);
  import("./page.mjs").then((page) => page.start(attachCells)).catch(reportError);
}

followViewport();
attachCells();
if (document.querySelector("dialog[open]")) begin();
else for (const name of beginnings) addEventListener(name, begin, { passive: true });
