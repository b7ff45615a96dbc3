// @ts-check

/**
 * `patience`: milliseconds without progress after which it counts as lost. `signal` ends it. `progress` receives the number of bytes
 * that were sent.
 * @typedef {{
 *   headers?: { [name: string]: string }, patience: number, signal?: AbortSignal, progress?: (bytes: number) => void
 * }} Options
 */

/** @typedef {{ status: number, url: string, text: string, field: (name: string) => string|null }} Answer */

/**
 * Posts a body of any length. `fetch` does not report progress, so a slow post could not be distinguished from a lost one.
 * @param {string} address
 * @param {FormData} body
 * @param {Options} options
 * @returns {Promise<Answer>}
 */
export function transfer(address, body, { headers = {}, patience, signal, progress }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    /** @type {number|undefined} */
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), patience);
    };
    const abort = () => request.abort();
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => {
      wait();
      progress?.(loaded);
    });
    request.addEventListener("progress", wait);
    request.addEventListener("load", () => resolve({
      status: request.status, url: request.responseURL, text: request.responseText, field: (name) => request.getResponseHeader(name),
    }));
    for (const name of ["error", "abort"]) request.addEventListener(name, () => reject(new Error(name)));
    request.addEventListener("loadend", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
    signal?.addEventListener("abort", abort);
    wait();
    if (signal?.aborted) reject(new Error("abort"));
    else request.send(body);
  });
}
