// The modules that show something before the page is used.

import { Live } from "./modules/live.mjs";
import { Print } from "./modules/print.mjs";

export const firstModules = {
  "live": Live,
  "print": Print,
};
