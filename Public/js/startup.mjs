// @ts-check

// Functions that the first script and the rest both need: the end of a task, what is fetched once, the tab's memory, and whether a
// finger is down. Each of the two has a separate copy.

/**
 * The result of `load`, which is called once, and again only after a failure.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {() => Promise<T>}
 */
export function once(load) {
  /** @type {Promise<T>|undefined} */
  let coming;
  return () => coming ??= load().catch((error) => {
    coming = undefined;
    throw error;
  });
}

/** Ends the task, so that the visitor's actions are handled meanwhile (Prioritized Task Scheduling, `scheduler.yield`). */
export const nextTask = () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => { setTimeout(resolve); });

/** Milliseconds from lifting a finger until its click has arrived. */
const clickDelay = 50;

class Pointer {
  /** Settled while nothing is being pressed: changing the page would move the button from under the finger. */
  lifted = Promise.resolve();

  constructor() {
    addEventListener("pointerdown", () => {
      this.lifted = new Promise((resolve) => {
        for (const name of ["pointerup", "pointercancel"]) {
          addEventListener(name, () => setTimeout(resolve, clickDelay), { capture: true, once: true });
        }
      });
    }, { capture: true });
  }
}

export const pointer = new Pointer();

// The place where this tab keeps input that was not sent (`unsaved.mjs`).

/**
 * The storage key of the saved input of the page at `path`.
 * @param {string} path
 */
export const keyOfInput = (path) => `formcells:${path}`;

/** The tab's memory; `null` if the visitor's settings forbid it: then nothing is kept. */
export function tabMemory() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

// The second style sheet, with what the first view of a form does not need.

/** Settled once it is loaded: without it, later content would look unfinished. */
export const laterStyles = once(async () => {
  const address = document.head.dataset.later;
  // The page's own link, or the one that the first script has added.
  if (document.querySelector(`link[href="${address}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.setAttribute("href", address);
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(address));
    };
    document.head.append(link);
  });
});
