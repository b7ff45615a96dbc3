// Where this tab keeps entries that were not sent (`kept-entries.mjs`).

/** The name of what is kept of the page at `path`. */
export const keyOfEntries = (path) => `formcells:${path}`;

/** The tab's memory; null where the visitor's settings forbid it: then nothing is kept. */
export function tabMemory() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
