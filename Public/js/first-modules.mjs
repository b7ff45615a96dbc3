// The modules that show something before the page is used.

import { Password } from "./modules/password.mjs";

export const firstModules = {
  "password": Password,
};
