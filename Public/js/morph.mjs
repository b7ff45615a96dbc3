// Brings a tree up to date with another one and keeps every element that is in both: its focus, its scroll, its modality.
// Elements are the same where their key is, else by place and kind. What has a key is never made into something else: a tick
// would go over from one row to another.

function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  return node.id || node.getAttribute("aria-labelledby")
    || (node.matches(".cell, .row, li") && node.querySelector("[id]")?.id) || "";
}

const isAlike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName;

/**
 * @param {Element} old what is in the page, and stays.
 * @param {Element} fresh what it should be like; not part of the page.
 * @param {(control: Element) => boolean} isHeld whether the visitor has changed a control in the meantime: it keeps its state.
 */
export function morph(old, fresh, isHeld) {
  const state = stateOf(fresh);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (state && !isHeld(old)) setState(old, state);
  if (old.nodeName === "TEXTAREA") {
    // Its content is its default value, its state is what is typed; the one must not take the other along.
    if (old.defaultValue !== fresh.defaultValue) {
      const { value } = old;
      old.defaultValue = fresh.defaultValue;
      old.value = value;
    }
    return;
  }
  morphChildren(old, fresh, isHeld);
}

function morphChildren(old, fresh, isHeld) {
  const byKey = new Map([...old.children].map((child) => [keyOf(child), child]));
  let next = old.firstChild;
  const skipKept = () => { while (next?.dataset && "kept" in next.dataset) next = next.nextSibling; };
  for (const child of [...fresh.childNodes]) {
    skipKept();
    const key = keyOf(child);
    const match = key ? byKey.get(key) : next && !keyOf(next) && isAlike(next, child) && next.type === child.type && next;
    if (!match || !isAlike(match, child)) {
      old.insertBefore(document.importNode(child, true), next);
      continue;
    }
    if (match === next) next = next.nextSibling;
    else move(old, match, next);
    if (match.nodeType === Node.ELEMENT_NODE) morph(match, child, isHeld);
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
  }
  for (skipKept(); next; skipKept()) {
    const last = next;
    next = next.nextSibling;
    last.remove();
  }
}

/** Moves without losing the focus, where the browser can. */
function move(parent, child, before) {
  if (parent.moveBefore) parent.moveBefore(child, before);
  else parent.insertBefore(child, before);
}

/** What a visitor can change: the text of a field, whether a box is ticked. Null: nothing, or not ours to set. */
export function stateOf(control) {
  if (control.nodeName === "TEXTAREA") return { value: control.value };
  if (control.nodeName !== "INPUT" || control.type === "file") return null;
  return control.type === "radio" || control.type === "checkbox"
    ? { checked: control.checked } : { value: control.value };
}

function setState(control, state) {
  for (const name in state) if (control[name] !== state[name]) control[name] = state[name];
}
