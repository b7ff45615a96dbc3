// @ts-check

// With `--no-offline` the server sends this script as the service worker: it deletes the caches and unregisters itself.

import { deleteKept } from "./offline/names.mjs";

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => {
  event.waitUntil(deleteKept(new URL(worker.registration.scope).pathname).then(() => worker.registration.unregister()));
});
