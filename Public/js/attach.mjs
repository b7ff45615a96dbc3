// @ts-check

// Attaches modules to elements: `data-module="counter clear"` names classes of the registry. An error in one stops no other.
//
// A module's constructor takes its element. `update()`, where it has one, is called after the page has been brought up to
// date with an answer of the server, which knows nothing of what scripts did to the element: a button that a module
// reveals is hidden again then, for example.

/**
 * The classes by their names. Of what kind the element of each is the markup says, which no type can know.
 * @typedef {{ [name: string]: new (element: any) => object & { update?(): void } }} Registry
 */

const attached = new WeakMap();

/**
 * Attaches what is new below `root`, and brings up to date what was there.
 * @param {ParentNode} root
 * @param {Registry} registry
 */
export function attach(root, registry) {
  for (const element of root.querySelectorAll("[data-module]")) {
    for (const name of element.dataset.module.split(" ")) use(element, name, registry);
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {Registry} registry
 */
function use(element, name, registry) {
  // In another registry: the first script and the rest each have one.
  if (!(name in registry)) return;
  const modules = attached.get(element) ?? new Map();
  attached.set(element, modules);
  try {
    if (modules.has(name)) modules.get(name)?.update?.();
    else modules.set(name, new registry[name](element));
  } catch (error) {
    // The element stays as it is without scripts. The console says why; the visitor is not told.
    modules.set(name, null);
    reportError(error);
  }
}
