// Fetches what scripts put into pages (`parts.mjs`). It is the same on every page of a language, so no page carries it.

import { once } from "./once.mjs";

/** Settled once it is in the document. */
export const fetchParts = once(async () => {
  const response = await fetch(document.head.dataset.parts);
  if (!response.ok) throw new Error(response.statusText);
  document.head.insertAdjacentHTML("beforeend", await response.text());
});
