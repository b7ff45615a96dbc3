// What `data-module` can name of what is seen before anybody has touched the page.

import { lazily } from "./lazily.mjs";
import { Password } from "./modules/password.mjs";

export const firstModules = {
  "order": lazily(() => import("./modules/order.mjs")),
  "password": Password,
};
