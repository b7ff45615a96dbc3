// @ts-check

// The modules that `data-module` can name.

import { startsOver, takesFiles } from "./controls.mjs";
import { clearMessage, explain } from "./messages.mjs";
import { Currency } from "./modules/currency.mjs";
import { LiveSearch, MoreRows, Other, Ticks } from "./modules/list-picker.mjs";
import { Scan } from "./modules/scan.mjs";
import { Anchor, Sheet } from "./modules/sheet.mjs";
import { Clear, Copy, Counter, Growing, Password } from "./modules/text.mjs";

/**
 * A module whose file is loaded when the first element needs it. What each is made with no type can know (`Registry`).
 * @param {() => Promise<{ default: new (element: any, page: any) => object & { update?(): void } }>} load
 * @param {object} [page] what it has to know of the page: its file comes with copies of what it imports.
 */
export const lazily = (load, page) => class {
  constructor(element) {
    load().then(
      (found) => { this.module = new found.default(element, page); },
      // The network is away, or the file is broken: the plain page goes on.
      reportError);
  }

  update() { this.module?.update?.(); }
};

// The modules that `data-module` can name.

/**
 * Settled when the window is as wide as the list of sections needs.
 * @returns {Promise<void>}
 */
const isWide = () => new Promise((resolve) => {
  const wide = matchMedia("(width >= 60em)");
  const look = () => { if (wide.matches) resolve(); };
  wide.addEventListener("change", look);
  look();
});

/** Those that do nothing before the page is used. */
export const modules = {
  "anchor": Anchor,
  "attachment": lazily(() => import("./modules/attachment.mjs"), { explain, clearMessage, startsOver, takesFiles }),
  "clear": Clear,
  "copy": Copy,
  "counter": Counter,
  "currency": Currency,
  "device": lazily(() => import("./offline/device.mjs")),
  "grabber": Sheet,
  "growing": Growing,
  "live-search": LiveSearch,
  "more-rows": MoreRows,
  "other": Other,
  "order": lazily(() => import("./modules/order.mjs")),
  "password": Password,
  "result": lazily(() => import("./modules/result.mjs")),
  "scan": Scan,
  "sections": lazily(() => isWide().then(() => import("./modules/sections.mjs"))),
  "slider": lazily(() => import("./modules/slider.mjs")),
  "ticks": Ticks,
};
