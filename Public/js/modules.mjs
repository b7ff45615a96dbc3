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
 * A module whose file is loaded when the first element needs it. No type can say what each is constructed with (`Registry`).
 * @param {() => Promise<{ default: new (element: any, page: any) => object & { update?(): void } }>} load
 * @param {object} [page] what the module needs of the page: its file has separate copies of what it imports.
 */
export const lazily = (load, page) => class {
  constructor(element) {
    load().then(
      (found) => { this.module = new found.default(element, page); },
      // The network is down, or the file is broken: the plain page still works.
      reportError);
  }

  update() { this.module?.update?.(); }
};

// The registry for `attach.mjs`.

/**
 * Settled when the window is wide enough for the list of sections.
 * @returns {Promise<void>}
 */
const isWide = () => new Promise((resolve) => {
  const wide = matchMedia("(width >= 60em)");
  const look = () => { if (wide.matches) resolve(); };
  wide.addEventListener("change", look);
  look();
});

/** Modules that do nothing before the page is used. */
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
