// What `data-module` can name in a selection view.

import { lazily } from "./lazily.mjs";
import { Anchor } from "./modules/anchor.mjs";
import { LiveSearch } from "./modules/live-search.mjs";
import { MoreRows } from "./modules/more-rows.mjs";
import { Ticks } from "./modules/ticks.mjs";

export const viewModules = {
  "anchor": Anchor,
  "grabber": lazily(() => import("./modules/grabber.mjs")),
  "live-search": LiveSearch,
  "more-rows": MoreRows,
  "ticks": Ticks,
};
