// @ts-check

// Served in the service worker's place where forms don't work without a network: browsers that have one delete what it kept.

import { deleteKept } from "./offline/names.mjs";

/** @type {any} */
const worker = self;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => {
  event.waitUntil(deleteKept(new URL(worker.registration.scope).pathname).then(() => worker.registration.unregister()));
});
