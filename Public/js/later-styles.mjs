// The second style sheet, of what the first view of a form does not need.

import { once } from "./once.mjs";

/** Settled once it is there: what came without it would be seen bare. */
export const laterStyles = once(() => new Promise((resolve, reject) => {
  const address = document.head.dataset.later;
  // The page's own, or the one that the first script has put there.
  if (document.querySelector(`link[href="${address}"]`)) return resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.setAttribute("href", address);
  link.onload = resolve;
  link.onerror = () => {
    link.remove();
    reject(new Error("the second style sheet did not come"));
  };
  document.head.append(link);
}));
