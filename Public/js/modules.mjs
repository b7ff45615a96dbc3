// The modules that `data-module` can name.

import { lazily } from "./lazily.mjs";
import { Anchor } from "./modules/anchor.mjs";
import { Clear } from "./modules/clear.mjs";
import { Copy } from "./modules/copy.mjs";
import { Counter } from "./modules/counter.mjs";
import { Currency } from "./modules/currency.mjs";
import { Growing } from "./modules/growing.mjs";
import { LiveSearch } from "./modules/live-search.mjs";
import { MoreRows } from "./modules/more-rows.mjs";
import { Other } from "./modules/other.mjs";
import { Password } from "./modules/password.mjs";
import { Scan } from "./modules/scan.mjs";
import { Sheet } from "./modules/sheet.mjs";
import { Ticks } from "./modules/ticks.mjs";

/** Settled when the window is as wide as the list of sections needs. */
const isWide = () => new Promise((resolve) => {
  const wide = matchMedia("(width >= 60em)");
  const look = () => { if (wide.matches) resolve(); };
  wide.addEventListener("change", look);
  look();
});

/** Those that do nothing before the page is used. */
export const modules = {
  "anchor": Anchor,
  "clear": Clear,
  "copy": Copy,
  "counter": Counter,
  "currency": Currency,
  "grabber": Sheet,
  "growing": Growing,
  "live-search": LiveSearch,
  "more-rows": MoreRows,
  "other": Other,
  "order": lazily(() => import("./modules/order.mjs")),
  "password": Password,
  "scan": Scan,
  "sections": lazily(() => isWide().then(() => import("./modules/sections.mjs"))),
  "ticks": Ticks,
};
