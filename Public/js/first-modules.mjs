// The modules that show something before the page is used.

import { lazily } from "./lazily.mjs";
import { Live } from "./modules/live.mjs";
import { Print } from "./modules/print.mjs";

export const firstModules = {
  "copy": lazily(() => import("./modules/copy.mjs")),
  "live": Live,
  "print": Print,
};
