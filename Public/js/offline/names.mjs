// @ts-check

// The names under which a browser keeps something of this site. Another site of the same host has other ones.

/** @param {string} scope the path that all addresses of the site begin with, and its own end with: "/", "/town/". */
export const nameOf = (scope) => `formcells ${scope} `;

/** Where a tab notes that the device was cleared in it. */
export const clearedKey = "formcells:cleared";

/**
 * The cache of the files that pages ask for. Each version of the scripts has one.
 * @param {string} scope
 * @param {string} script the name of the first one.
 */
export const nameOfFiles = (scope, script) => `${nameOf(scope)}files ${script}`;

/**
 * Deletes the pages and files that a browser keeps.
 * @param {string} scope
 */
export async function deleteKept(scope) {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(nameOf(scope))).map((name) => caches.delete(name)));
}
