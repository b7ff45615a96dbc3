// @ts-check

// Keeps the focus through a change of the page.

const focusable = 'a[href], button:not([tabindex="-1"]), input:not([type="hidden"]), textarea, select, summary';

class Notice {
  /**
   * What had the focus before it went into a notice.
   * @type {HTMLElement|null}
   */
  origin = null;

  /**
   * Where it goes back to: of a button what is around it, so that a second press of the key does nothing that nobody has asked for.
   */
  get place() {
    const button = this.origin?.closest("button, a");
    const place = button ? button.closest("li, tr, .cell, .actions") : this.origin;
    if (place && place.tabIndex < 0) place.tabIndex = -1;
    return place;
  }

  /** Follows the focus into notices. */
  follow() {
    document.addEventListener("focusin", ({ target, relatedTarget }) => {
      const [to, from] = [target, relatedTarget].map((each) => each instanceof Element && each.closest(".notice"));
      if (to && !from) this.origin = /** @type {HTMLElement|null} */ (relatedTarget);
    });
  }
}

export const focusInNotice = new Notice();

/**
 * The element with the focus, then those that could have it instead: the rest of its row, those after it, those before. Of a
 * button only the rest of its row, and none that does the same to another: a second press of the key would do what nobody has
 * asked for. Of a notice what had the focus before it.
 */
export function rememberFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return [];
  const all = [...(element.closest("dialog") ?? document).querySelectorAll(focusable)];
  const index = all.indexOf(element);
  const others = index < 0 ? [] : [...all.slice(index + 1), ...all.slice(0, index).reverse()];
  if (element.closest(".notice")) return [element, focusInNotice.place];
  // Behind the row of an entry or a file that is removed comes the next one, or "Add".
  const row = element.closest(".repeat, .attachment") ?? element.closest("li, .cell");
  const inRow = others.filter((other) => row?.contains(other));
  if (!element.matches("button")) return [element, ...inRow, ...others];
  const isAlike = (other) => other.matches("button") && other.textContent && other.textContent === element.textContent;
  return [element, ...inRow.filter((other) => !isAlike(other))];
}

/** @returns {HTMLDialogElement|undefined} */
const viewInFront = () => [...document.querySelectorAll("dialog[open]")].pop();

/**
 * Focuses the first of `candidates` that is on the page, not inert, and can have the focus. Returns whether one is.
 * @param {((HTMLElement & { disabled?: boolean })|null|undefined)[]} candidates
 */
export function focusAgain(candidates) {
  const front = viewInFront() ?? document.body;
  const element = candidates.find(
    (candidate) => candidate && front.contains(candidate) && !candidate.disabled && !candidate.closest("[inert]")
      && candidate.checkVisibility());
  if (element && element !== document.activeElement) element.focus({ preventScroll: element === candidates[0] });
  return Boolean(element);
}

/**
 * Focuses an element that need not be a control. Returns whether there is one.
 * @param {HTMLElement} element
 * @param {FocusOptions} [options]
 */
export function focusOn(element, options) {
  if (!element) return false;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus(options);
  return true;
}

/**
 * Focuses the heading of the view in front, or of the page.
 * @param {FocusOptions} [options]
 */
export const focusOnHeading = (options) =>
  focusOn(viewInFront()?.querySelector("h2") ?? document.querySelector("h1"), options);

/**
 * The links of an error summary focus their fields with a caret, which some browsers leave out, and add no history entry.
 */
export function followProblems() {
  document.addEventListener("click", (event) => {
    const link = Element.prototype.closest.call(event.target, '.problems a[href^="#"]');
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && focusOn(document.getElementById(link.getAttribute("href").slice(1)))) event.preventDefault();
  });
}
