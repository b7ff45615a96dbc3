// What a page loads. Without it everything works too; with it, the same posts change only what they change.

import { askBeforeLeaving } from "./leaving.mjs";
import { clearMessage, tell } from "./message.mjs";
import { watchHistory } from "./navigation.mjs";
import { adopt, render, revisit } from "./page.mjs";
import { takeOverForms } from "./submission.mjs";
import { followViewport } from "./viewport.mjs";

followViewport();
takeOverForms(render, tell);
adopt();
watchHistory(revisit);
askBeforeLeaving();
addEventListener("online", clearMessage);
