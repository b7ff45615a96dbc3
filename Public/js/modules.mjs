// What `data-module` can name.

import { LiveSearch } from "./modules/live-search.mjs";
import { MoreRows } from "./modules/more-rows.mjs";

/** A module whose file is asked for when the first element needs it. */
const lazily = (load) => class {
  constructor(element) {
    load().then(
      (found) => { this.module = new found.default(element); },
      // The network is away, or the file is broken: the plain page goes on.
      reportError);
  }

  update() { this.module?.update?.(); }
};

export const registry = {
  "grabber": lazily(() => import("./modules/grabber.mjs")),
  "live-search": LiveSearch,
  "more-rows": MoreRows,
};
