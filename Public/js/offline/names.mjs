// @ts-check

// The names of this site's caches, database and keys in a browser. Another site of the same host has other ones.

/**
 * The path that all addresses of the site begin with: "/", "/town/".
 * @param {string|undefined} script the address of one of its scripts.
 */
export const scopeOf = (script) => new URL("../../", new URL(String(script), self.location.href)).pathname;

/** @param {string} scope */
export const nameOf = (scope) => `formcells ${scope} `;

/** Session storage: the device was cleared in this tab. */
export const clearedKey = "formcells:cleared";

/**
 * The cache of the files that pages ask for. Each version of the scripts has one.
 * @param {string} scope
 * @param {string} script the name of the first one.
 */
export const nameOfFiles = (scope, script) => `${nameOf(scope)}files ${script}`;

/**
 * Deletes the cached pages and files.
 * @param {string} scope
 */
export async function deleteKept(scope) {
  // Without https there are none.
  const names = await globalThis.caches?.keys() ?? [];
  await Promise.all(names.filter((name) => name.startsWith(nameOf(scope))).map((name) => caches.delete(name)));
}
