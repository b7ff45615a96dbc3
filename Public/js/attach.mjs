// @ts-check

// Attaches modules to elements: `data-module="counter clear"` names classes of the registry. An error in one does not stop the others.
//
// A module's constructor takes its element. If it has `update()`, that is called after the page was updated with an answer of
// the server. The server knows nothing of what scripts did to the element: for example, a button that a module had shown is hidden
// again then.

/**
 * The classes by name. The markup decides of what kind the element of each is, which no type can express.
 * @typedef {{ [name: string]: new (element: any) => object & { update?(): void } }} Registry
 */

const attached = new WeakMap();

/**
 * Attaches modules to new elements below `root`, and updates those that were attached before.
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
  // It is in the other registry: the first script and the rest have one each.
  if (!(name in registry)) return;
  const modules = attached.get(element) ?? new Map();
  attached.set(element, modules);
  try {
    if (modules.has(name)) modules.get(name)?.update?.();
    else modules.set(name, new registry[name](element));
  } catch (error) {
    // The element stays as it is without scripts. The console says why; the visitor gets no message.
    modules.set(name, null);
    reportError(error);
  }
}
