// @ts-check

// Keeps the focus when the page changes.

const focusable = 'a[href], button:not([tabindex="-1"]), input:not([type="hidden"]), textarea, select, summary';

class Notice {
  /**
   * The element that had the focus before it moved into a notice.
   * @type {HTMLElement|null}
   */
  origin = null;

  /**
   * The element to which the focus returns. For a button it is an element around it, so that pressing the key again does nothing
   * unexpected.
   */
  get place() {
    const button = this.origin?.closest("button, a");
    const place = button ? button.closest("li, tr, .cell, .actions") : this.origin;
    if (place && place.tabIndex < 0) place.tabIndex = -1;
    return place;
  }

  /** Records when the focus moves into a notice. */
  follow() {
    document.addEventListener("focusin", ({ target, relatedTarget }) => {
      const [to, from] = [target, relatedTarget].map((each) => each instanceof Element && each.closest(".notice"));
      if (to && !from) this.origin = /** @type {HTMLElement|null} */ (relatedTarget);
    });
  }
}

export const focusInNotice = new Notice();

/**
 * The element with the focus, followed by those that could get it instead: the rest of its row, those after it, those before it. For a
 * button only the rest of its row, without buttons that do the same to something else: pressing the key again would do something
 * unexpected. For a notice, the element that had the focus before.
 */
export function rememberFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return [];
  const all = [...(element.closest("dialog") ?? document).querySelectorAll(focusable)];
  const index = all.indexOf(element);
  const others = index < 0 ? [] : [...all.slice(index + 1), ...all.slice(0, index).reverse()];
  if (element.closest(".notice")) return [element, focusInNotice.place];
  // After the row of a removed entry or file comes the next row, or "Add".
  const row = element.closest(".repeat, .attachment") ?? element.closest("li, .cell");
  const inRow = others.filter((other) => row?.contains(other));
  if (!element.matches("button")) return [element, ...inRow, ...others];
  const isAlike = (other) => other.matches("button") && other.textContent && other.textContent === element.textContent;
  return [element, ...inRow.filter((other) => !isAlike(other))];
}

/** @returns {HTMLDialogElement|undefined} */
const viewInFront = () => [...document.querySelectorAll("dialog[open]")].pop();

/**
 * Focuses the first of `candidates` that is on the page, not inert, and can have the focus. Returns whether there is one.
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
 * Focuses an element that need not be a control. Returns whether the element exists.
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
 * Makes the links of an error summary focus their fields, with the caret that some browsers leave out, and without a history entry.
 */
export function followProblems() {
  document.addEventListener("click", (event) => {
    const link = Element.prototype.closest.call(event.target, '.problems a[href^="#"]');
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && isPlain && focusOn(document.getElementById(link.getAttribute("href").slice(1)))) event.preventDefault();
  });
}
