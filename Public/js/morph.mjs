// @ts-check

// Updates the page with an answer: what the server has changed between its last page and this one is changed in the
// page, and nothing else. Changes made by others stay: extensions, password managers, translators, and scripts of the
// page itself.
//
// For that, each node that came from the server has a record: the node of the server's page from which it was made. An answer is
// compared with the records:
//
// 1. If both are equal, only the fields' states are set.
// 2. An attribute that differs is set in the page. At a field in use it waits for the next answer, unless it only describes.
// 3. Children are the same if their keys are; without keys, if their place and kind are. An element with a key never becomes another
//    one: a tick would move from one row to another. Every element that is in both stays, with its focus, its scroll position and its
//    modality.
// 4. The answer's nodes become the records.
//
// A form has its controls as properties, which take precedence over its own: a cell called "children" hides them. So no script asks a
// form for a property whose name can be the id of a cell.

import { hasFieldInUse, isInUse, setState, stateOf } from "./controls.mjs";
import { noteServerState } from "./unsaved.mjs";

/** @typedef {import("./controls.mjs").Control} Control */

const fields = "input, textarea";
/**
 * @param {Element} node
 * @returns {Control[]}
 */
const fieldsOf = (node) => node.matches(fields) ? [/** @type {Control} */ (node)] : [...node.querySelectorAll(fields)];

/** The records of the page's nodes, and the nodes of the records. */
const records = new WeakMap();
const nodesOf = new WeakMap();

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/**
 * Whether a script has added this element; that script also removes it. The server's pages have no foreign elements.
 * @param {Node} node
 */
const isForeign = (node) => isElement(node) && (node.hasAttribute("data-kept") || node.localName.includes("-"));

/** @param {Node} node */
function keyOf(node) {
  if (!isElement(node)) return "";
  return node.getAttribute("id") || node.getAttribute("aria-labelledby")
    || (node.nodeName !== "FORM" && node.matches(".cell, .row, li, tbody > tr") && node.querySelector("[id]")?.id) || "";
}

/**
 * @param {Node} a
 * @param {Node} b
 */
const isAlike = (a, b) => a.nodeName === b.nodeName && (!isElement(a) || keyOf(b) !== ""
  || ["class", "name"].every((name) => a.getAttribute(name) === /** @type {Element} */ (b).getAttribute(name)));

/**
 * @param {Node} node
 * @param {Node} record
 */
function pair(node, record) {
  records.set(node, record);
  nodesOf.set(record, node);
  let child = /** @type {ChildNode} */ (node.firstChild);
  for (let next = record.firstChild; next; next = next.nextSibling) {
    pair(child, next);
    child = /** @type {ChildNode} */ (child.nextSibling);
  }
}

/**
 * Whether a node came with the server's last page, even if a script has moved it.
 * @param {Node} node
 */
export const isOfServer = (node) => records.has(node);

/**
 * Treats the present state of a part of the page as the server's.
 * @param {Node} [node]
 */
export function recordPage(node = document.body) {
  const record = node.cloneNode(true);
  pair(node, record);
  for (const each of [...record.querySelectorAll("*")]) if (isForeign(each)) each.remove();
  return record;
}

/**
 * @template {Node} T
 * @param {T} node
 * @returns {T}
 */
const recordOf = (node) => records.get(node) ?? recordPage(node);

/**
 * The record of a node among those of its parent's children; `null` if the node is not the server's.
 * @param {Node} node
 */
function placeOf(node) {
  for (let record = recordOf(/** @type {Node} */ (node.parentNode)).lastChild; record; record = record.previousSibling) {
    if (nodesOf.get(record) === node) return record;
  }
  return null;
}

/**
 * Treats an element that a script has added as the server's, because the server has rendered it.
 * @param {HTMLElement} element
 */
export function own(element) {
  const record = element.cloneNode(true);
  pair(element, record);
  let before = element.previousSibling;
  while (before && !placeOf(before)) before = before.previousSibling;
  if (before) /** @type {ChildNode} */ (placeOf(before)).after(record);
  else recordOf(/** @type {ParentNode} */ (element.parentNode)).prepend(record);
}

/**
 * Records that a script removes an element of the server's.
 * @param {HTMLElement} element
 */
export function disown(element) { placeOf(element)?.remove(); }

/**
 * Sets an attribute that the server has changed; null removes it.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string|null} value
 */
export function say(element, name, value) {
  for (const each of [element, recordOf(element)]) {
    if (value === null) each.removeAttribute(name);
    else if (each.getAttribute(name) !== value) each.setAttribute(name, value);
  }
}

/**
 * @param {Element} node the element in the page, which stays.
 * @param {Element} fresh the server's new version of it; not part of the page. It becomes the record.
 * @param {(control: Control) => boolean} isHeld whether the visitor has changed a control since; then it keeps its state.
 * @param {boolean} keepsField whether the cell of a field in use stays for now, even if the server has removed it.
 */
export function morph(node, fresh, isHeld, keepsField) {
  const record = recordOf(node);
  if (record.isEqualNode(fresh)) {
    // A record holds what its node held when the record was made, which may have been more than the server had sent.
    const answered = fieldsOf(fresh);
    for (const [index, each] of fieldsOf(record).entries()) takeState(nodesOf.get(each), answered[index], isHeld);
    if (node !== document.body) fresh.replaceWith(record);
    return;
  }
  const isField = fresh.matches(fields);
  morphAttributes(node, record, fresh, isField);
  records.set(node, fresh);
  nodesOf.set(fresh, node);
  if (isField) takeState(/** @type {Control} */ (node), /** @type {Control} */ (fresh), isHeld);
  else morphChildren(node, record, fresh, isHeld, keepsField);
}

/**
 * Takes over a field's state. A field's markup says only its initial state.
 * @param {Control} control
 * @param {Control} fresh
 * @param {(control: Control) => boolean} isHeld
 */
function takeState(control, fresh, isHeld) {
  const state = stateOf(fresh);
  if (!state) return;
  // Read from the markup: records are placed among the answer's radio buttons, and a chosen record would unset the others.
  if (state.checked !== undefined) state.checked = fresh.defaultChecked;
  // A blank that the server removes at the end may be one after which a word will be typed.
  if (!isHeld(control) && state.value !== control.value.trim()) setState(control, state);
  noteServerState(control, state);
}

/**
 * @param {Element} node
 * @param {Element} record
 * @param {Element} fresh
 * @param {boolean} isField
 */
function morphAttributes(node, record, fresh, isField) {
  const mayWait = isField && isInUse(node);
  for (const name of new Set([...record.getAttributeNames(), ...fresh.getAttributeNames()])) {
    const [before, value] = [record, fresh].map((each) => each.getAttribute(name));
    if (before === value || name.startsWith("data-kept") || (isField && (name === "value" || name === "checked"))) continue;
    const [target, text] = mayWait && !/^(aria|data)-/.test(name) ? [fresh, before] : [node, value];
    if (text === null) target.removeAttribute(name);
    else if (target.getAttribute(name) !== text) target.setAttribute(name, text);
  }
}

/**
 * @param {Element} parent
 * @param {Element} record
 * @param {Element} fresh
 * @param {(control: Control) => boolean} isHeld
 * @param {boolean} keepsField
 */
function morphChildren(parent, record, fresh, isHeld, keepsField) {
  const isThere = (node) => node?.parentNode === parent;
  const before = [...record.childNodes];
  // A remembered page may contain what a script had added.
  for (const child of [...fresh.childNodes]) if (isForeign(child)) child.remove();
  const pairs = matches(parent, before, [...fresh.childNodes]);
  const matched = new Set(pairs.map(([, match]) => match));
  for (const [index, each] of before.entries()) {
    const node = nodesOf.get(each);
    if (matched.has(each)) continue;
    if (!isThere(node)) records.delete(node);
    else if (keepsField && hasFieldInUse(node)) {
      const place = 1 + pairs.findLastIndex(([, match]) => match && before.indexOf(match) < index);
      fresh.insertBefore(each, pairs[place]?.[0] ?? null);
      pairs.splice(place, 0, [each, each]);
    } else {
      records.delete(node);
      node.remove();
    }
  }
  const ours = new Set(pairs.map(([, match]) => match && nodesOf.get(match)).filter(isThere));
  const firstOfOurs = (node) => {
    let next = node;
    while (next && !ours.has(next)) next = next.nextSibling;
    return next;
  };
  let next = firstOfOurs(parent.firstChild);
  for (const [child, match] of pairs) {
    const node = match && nodesOf.get(match);
    if (isThere(node)) {
      // The field in use is not moved: what is before it is moved after it.
      const behind = node.nextSibling;
      while (next !== node && hasFieldInUse(node)) {
        const passed = next;
        next = firstOfOurs(next.nextSibling);
        move(parent, passed, behind);
      }
      if (next === node) next = firstOfOurs(next.nextSibling);
      else move(parent, node, next);
      if (match === child) continue;
      if (isElement(node)) morph(node, /** @type {Element} */ (child), isHeld, keepsField);
      else {
        if (match?.nodeValue !== child.nodeValue) node.nodeValue = child.nodeValue;
        pair(node, child);
      }
    } else if (match?.isEqualNode(child)) child.replaceWith(match);
    else {
      // Others have put something in the place of a text: it belongs to the server's previous text.
      if (match && !isElement(match)) clearBefore(parent, next, ours);
      const drawn = document.importNode(child, true);
      pair(drawn, child);
      parent.insertBefore(drawn, next);
      ours.add(drawn);
    }
  }
}

/**
 * The answer's children, each with the record of the same child before; `null` if it is new.
 * @param {Node} parent
 * @param {ChildNode[]} before
 * @param {ChildNode[]} children
 * @returns {[ChildNode, ChildNode|null][]}
 */
function matches(parent, before, children) {
  const byKey = new Map(before.map((each) => [keyOf(each), each]));
  const loose = before.filter((each) => keyOf(each) === "");
  return children.map((child) => {
    const key = keyOf(child);
    if (key === "") {
      const index = loose.findIndex((each) => isAlike(each, child));
      return [child, index < 0 ? null : loose.splice(index, 1)[0]];
    }
    let match = byKey.get(key);
    if (!match) {
      // A script may have added it before the server rendered it.
      const drawn = document.getElementById(key);
      if (drawn?.parentNode === parent && !isForeign(drawn)) match = recordOf(drawn);
    }
    return [child, match && isAlike(match, child) ? match : null];
  });
}

/**
 * Removes foreign nodes before one of ours, back to the previous one of ours; `next` is null at the end.
 * @param {Node} parent
 * @param {Node|null} next
 * @param {Set<Node>} ours
 */
function clearBefore(parent, next, ours) {
  let other = next ? next.previousSibling : parent.lastChild;
  while (other && !ours.has(other)) {
    const before = other.previousSibling;
    if (!isForeign(other)) other.remove();
    other = before;
  }
}

/**
 * Moves a node without losing the focus, if the browser can do that.
 * @param {Node} parent
 * @param {Node} child
 * @param {Node|null} before
 */
function move(parent, child, before) {
  if (parent.moveBefore) parent.moveBefore(child, before);
  else parent.insertBefore(child, before);
}
