// The second style sheet, of what a form by itself does not need.

import { once } from "./once.mjs";

/** Settled once it is there: a view without it would be seen bare. */
export const laterStyles = once(async () => {
  const address = document.head.dataset.later;
  let link = document.querySelector(`link[href="${address}"]`);
  // One of the page's own may have failed to come before anybody listened: it is not waited for.
  if (link && (link.sheet || !link.hasAttribute("data-kept"))) return;
  const isNew = !link;
  if (isNew) {
    link = document.createElement("link");
    link.rel = "stylesheet";
    link.dataset.kept = "";
    link.setAttribute("href", address);
  }
  try {
    await new Promise((resolve, reject) => {
      link.addEventListener("load", resolve);
      link.addEventListener("error", reject);
      if (isNew) document.head.append(link);
    });
  } catch {
    link.remove();
    throw new Error("the style sheet of views did not come");
  }
});
