// @ts-check

// The service worker answers from the cache if the network is down. It ignores posts, downloads and addresses of other sites.
// The server writes the names of the files before this script (`build`).

import { PageCache } from "./offline/page-cache.mjs";
import { nameOf } from "./offline/names.mjs";
import { Sender } from "./offline/sender.mjs";
import { draftOfForm, UnsentForms } from "./offline/unsent-forms.mjs";

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
/** @type {{ files: string[] } & import("./offline/page-cache.mjs").Settings} its files by their addresses below the scope. */
const build = worker.build;
const { files } = build;
const siteScope = new URL(worker.registration.scope).pathname;
const pageCache = new PageCache(siteScope, build);
const firstScript = files.find((file) => file.includes("/formcells.")) ?? "";
const offlinePage = `${siteScope}offline`;
const openStatic = () => caches.open(`${nameOf(siteScope)}static`);

async function install() {
  await fetchOfflinePage();
  // With data saving on, only the files that pages requested are cached.
  if (!worker.navigator.connection?.saveData) {
    await Promise.all(files.map((file) => pageCache.keepFile(firstScript, siteScope + file)));
  }
  await worker.skipWaiting();
}

async function fetchOfflinePage() {
  const response = await fetch(offlinePage);
  if (!response.ok || !(await response.clone().text()).includes("data-viewport=")) throw new Error("the page is not the site's");
  await (await openStatic()).put(offlinePage, response);
}

async function activate() {
  await pageCache.deleteOldFiles(firstScript);
  await worker.clients.claim();
}

/** @param {FetchEvent} event */
async function navigate(event) {
  const { request } = event;
  let response;
  try {
    // Not by navigation preload: if that fails, Firefox shows an error page, whatever is answered.
    response = await fetch(request);
  } catch {
    return await pageCache.match(request.url, await queuedDrafts()) ?? await (await openStatic()).match(offlinePage) ?? Response.error();
  }
  // The browser follows a redirect with another request.
  if (response.ok && response.headers.get("Content-Type")?.startsWith("text/html")) event.waitUntil(keep(request.url, response.clone()));
  return response;
}

/** The drafts of the waiting forms. */
async function queuedDrafts() {
  const forms = await UnsentForms.open(siteScope).then((unsent) => unsent.all(), () => []);
  return new Set(forms.filter(({ state }) => state === "waiting").map(draftOfForm));
}

/**
 * @param {string} url
 * @param {Response} response
 */
async function keep(url, response) {
  if (pageCache.keyOf(url) === null) return;
  await pageCache.keep(url, await response.text(), response.headers.get("Content-Security-Policy"));
}

/** @param {Request} request its name changes with its content. */
async function fetchFile(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  // If there is no room, the page still gets the file.
  await pageCache.keepFile(firstScript, request.url, response.clone()).catch(() => {});
  return response;
}

/** Called by browsers with Background Sync when the network is back. They try again what remains. */
async function sendUnsent() {
  const forms = await UnsentForms.open(siteScope);
  if (!await new Sender(forms, siteScope).sendAll()) throw new Error("the network is away");
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(siteScope)) return;
  const path = url.pathname.slice(siteScope.length);
  if (path.startsWith("assets/")) event.respondWith(fetchFile(request));
  else if (request.mode === "navigate" && /^(|device|offline|forms\/.*)$/.test(path) && !url.searchParams.has("file")) event.respondWith(navigate(event));
});
worker.addEventListener("sync", (event) => { if (event.tag === "formcells unsent") event.waitUntil(sendUnsent()); });
