// Keeps the focus through a change of the page.

const focusable = 'a[href], button:not([tabindex="-1"]), input:not([type="hidden"]), textarea, select, summary';

/** What has the focus, and what comes behind it and before it, in the order in which the focus would go on. */
export function rememberFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return [];
  const place = element.closest("dialog") ?? document;
  const all = [...place.querySelectorAll(focusable)];
  const index = all.indexOf(element);
  return index < 0 ? [element] : [element, ...all.slice(index + 1), ...all.slice(0, index).reverse()];
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
