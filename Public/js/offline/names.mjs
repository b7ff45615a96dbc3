// @ts-check

// The names of this site's caches, database and keys in a browser. They differ from those of other sites on the same host.

/**
 * The path with which all addresses of the site begin: "/", "/town/".
 * @param {string|undefined} script the address of one of its scripts.
 */
export const scopeOf = (script) => new URL("../../", new URL(String(script), self.location.href)).pathname;

/** A unique name. */
export const newToken = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The draft of a form with this name.
 * @param {string} token
 */
export const draftOfToken = (token) => token.slice(16);

/** @param {string} scope */
export const nameOf = (scope) => `formcells ${scope} `;

/**
 * The cache of the files that pages request. Each version of the scripts has its own.
 * @param {string} scope
 * @param {string} script the name of the first script.
 */
export const nameOfFiles = (scope, script) => `${nameOf(scope)}files ${script}`;

/**
 * Local and session storage: when the device was last cleared, and whether its session has ended since. A tab with another time has
 * older content.
 * @param {string} scope
 */
export const keyOfClearing = (scope) => `${nameOf(scope)}cleared`;

/** Follows the time of a clearing when the server has ended the session. */
export const ended = " ended";

/**
 * Session storage: "Sign Out" was pressed in this tab. Local storage: when somebody signed out.
 * @param {string} scope
 */
export const keyOfSignOut = (scope) => `${nameOf(scope)}signed out`;

/**
 * Session storage of the tab that clears the device, until the session has ended.
 * @param {string} scope
 */
const keyOfEnd = (scope) => `${nameOf(scope)}ends`;

/** @param {string} scope */
export const lastClearing = (scope) => localStorage.getItem(keyOfClearing(scope));

/**
 * Deletes input that was not sent, and notifies the site's other pages. Queued and cached data is kept.
 * @param {string} scope
 */
export function deleteInput(scope) {
  for (const key of Object.keys(localStorage)) if (key.startsWith(nameOf(scope))) localStorage.removeItem(key);
  localStorage.setItem(keyOfClearing(scope), String(Date.now()));
  sessionStorage.setItem(keyOfEnd(scope), "");
  deleteInputOfTab(scope);
}

/**
 * Called in the page that confirms a cleared device: notifies the site's other pages that the session has ended, and deletes what they
 * have cached meanwhile.
 * @param {string} scope
 */
export async function noteEnd(scope) {
  if (sessionStorage.getItem(keyOfEnd(scope)) === null) return;
  sessionStorage.removeItem(keyOfEnd(scope));
  localStorage.setItem(keyOfClearing(scope), lastClearing(scope) + ended);
  deleteInputOfTab(scope);
  await deleteKept(scope);
}

/** @param {string} scope */
export function deleteInputOfTab(scope) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("formcells:")) sessionStorage.removeItem(key);
  sessionStorage.setItem(keyOfClearing(scope), lastClearing(scope) ?? "");
}

/**
 * Deletes the cached pages and files.
 * @param {string} scope
 */
export async function deleteKept(scope) {
  // Without https there are no caches.
  const names = await globalThis.caches?.keys() ?? [];
  await Promise.all(names.filter((name) => name.startsWith(nameOf(scope))).map((name) => caches.delete(name)));
}
