// Announces a text by a live region (ARIA 1.2, `status`). The page behind a modal dialog is inert, so the region stands in
// the topmost dialog.

/** Takes back what was said of a page that the visitor has left: who reads on to the end would meet it there. */
export function hush() {
  const region = document.querySelector("body > [data-kept][role=status]");
  if (region) region.textContent = "";
}

/** @param {string} text what is said once whatever is being read has been read. */
export function announce(text) {
  const place = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
  let region = place.querySelector(":scope > [data-kept]");
  if (!region) {
    region = document.createElement("p");
    region.className = "hidden";
    region.role = "status";
    region.dataset.kept = "";
    place.append(region);
  }
  // A region must exist before its text changes, and the same text is announced again only after a change.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}
