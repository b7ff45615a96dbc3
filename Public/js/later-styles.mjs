// The second style sheet, of what a form by itself does not need.

import { once } from "./once.mjs";

/** Settled once it is there: a view without it would be seen bare. */
export const laterStyles = once(async () => {
  const address = document.querySelector("script[data-later]").dataset.later;
  if (document.querySelector(`link[href="${address}"]`)) return;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.setAttribute("href", address);
  try {
    await new Promise((resolve, reject) => {
      sheet.addEventListener("load", resolve);
      sheet.addEventListener("error", reject);
      document.head.append(sheet);
    });
  } catch {
    sheet.remove();
    throw new Error("the style sheet of views did not come");
  }
});
