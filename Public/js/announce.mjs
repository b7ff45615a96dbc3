// Tells something by a live region (ARIA 1.2, status): politely, and where assistive technology listens. What lies behind
// a modal dialog is inert, so the region stands in the topmost one.

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
  // The same text twice is said twice only if it changes in between; a region must be there before it speaks.
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}
