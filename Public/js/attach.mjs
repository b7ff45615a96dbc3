// Gives elements their behaviour: `data-module="counter clear"` names classes of the registry. Each stands and falls alone.
//
// A module's constructor takes its element. `update()`, where it has one, is called after the page has been brought up to
// date with an answer of the server, which knows nothing of what scripts did to the element: a button that a module
// reveals is hidden again then, for example.

const attached = new WeakMap();

/** Attaches what is new below `root`, and brings up to date what was there. */
export function attach(root, registry) {
  for (const element of root.querySelectorAll("[data-module]")) {
    for (const name of element.dataset.module.split(" ")) use(element, name, registry);
  }
}

function use(element, name, registry) {
  // Named for somebody else: cells and views have their registries apart.
  if (!(name in registry)) return;
  const modules = attached.get(element) ?? new Map();
  attached.set(element, modules);
  try {
    if (modules.has(name)) modules.get(name)?.update?.();
    else modules.set(name, new registry[name](element));
  } catch (error) {
    // The element stays as it is without scripts. Told to whoever looks at the console, not to the visitor.
    modules.set(name, null);
    reportError(error);
  }
}
