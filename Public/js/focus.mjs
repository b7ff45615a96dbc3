// Keeps the focus through a change of the page.

const focusable = 'a[href], button:not([tabindex="-1"]), input:not([type="hidden"]), textarea, select, summary';

/** What has the focus, and what could have it instead: the rest of its row, then what comes behind and before. */
export function rememberFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return [];
  const all = [...(element.closest("dialog") ?? document).querySelectorAll(focusable)];
  const index = all.indexOf(element);
  const others = index < 0 ? [] : [...all.slice(index + 1), ...all.slice(0, index).reverse()];
  const row = element.closest("li, .cell");
  return [element, ...others.filter((other) => row?.contains(other)), ...others];
}

/** Focuses the first of `candidates` that is there, in front, and can have the focus. Returns whether there is one. */
export function focusAgain(candidates) {
  const front = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
  const element = candidates.find(
    (candidate) => candidate && front.contains(candidate) && !candidate.disabled && !candidate.closest("[inert]")
      && candidate.checkVisibility());
  if (element && element !== document.activeElement) element.focus({ preventScroll: element === candidates[0] });
  return Boolean(element);
}

/** Focuses an element that need not be a control. Returns whether there is one. */
export function focusOn(element) {
  if (!element) return false;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
  return true;
}

/**
 * The links of an error summary focus their fields as a key would. Some browsers give them the focus by themselves, and no
 * caret; and a field is no step on the way back.
 */
export function followProblems() {
  document.addEventListener("click", (event) => {
    const link = Element.prototype.closest.call(event.target, '.problems a[href^="#"]');
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && focusOn(document.getElementById(link.getAttribute("href").slice(1)))) event.preventDefault();
  });
}
