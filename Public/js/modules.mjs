// What `data-module` can name in a cell.

import { lazily } from "./lazily.mjs";

export const cellModules = {
  "order": lazily(() => import("./modules/order.mjs")),
  "scan": lazily(() => import("./modules/scan.mjs")),
};
