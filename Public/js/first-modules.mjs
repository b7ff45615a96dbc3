// What `data-module` can name of what is seen before anybody has touched the page.

import { Password } from "./modules/password.mjs";

export const firstModules = {
  "password": Password,
};
