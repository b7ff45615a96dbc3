// Brings a tree up to date with another one and keeps every element that is in both, with its focus, its scroll, its modality.
// Two elements are the same where their keys are; without keys, by place and kind. An element with a key never becomes
// another one: a tick would move from one row to another.
//
// A form has its controls as properties, before its own: a cell called "children" hides them. So nothing here, nor anywhere
// else, asks a form for a property that a cell's id can spell.

import { setState, stateOf } from "./controls.mjs";

function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  return node.getAttribute("id") || node.getAttribute("aria-labelledby")
    || (node.nodeName !== "FORM" && node.matches(".cell, .row, li") && node.querySelector("[id]")?.id) || "";
}

const fields = ["INPUT", "TEXTAREA"];

/** Whether a script has put this element there; that script takes it away again. */
const isKept = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-kept");

const isAlike = (a, b) => a.nodeName === b.nodeName && (a.nodeType !== Node.ELEMENT_NODE || keyOf(b) !== ""
  || ["class", "name"].every((name) => a.getAttribute(name) === b.getAttribute(name)));

/**
 * @param {Element} old the element in the page, which stays.
 * @param {Element} fresh what it should become; not part of the page. What is new moves from it into the page.
 * @param {(control: Element) => boolean} isHeld whether the visitor has changed a control since; then it keeps its state.
 */
export function morph(old, fresh, isHeld) {
  if (old.isEqualNode(fresh)) {
    setStates(old, fresh, isHeld);
    return;
  }
  const state = stateOf(fresh);
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name) && !name.startsWith("data-kept")) old.removeAttribute(name);
  }
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (state && !isHeld(old)) setState(old, state);
  if (old.nodeName === "TEXTAREA") {
    // A text area's content is its default value, not what is typed: changing the one must not change the other.
    if (old.defaultValue !== fresh.defaultValue) {
      const { value } = old;
      old.defaultValue = fresh.defaultValue;
      old.value = value;
    }
    return;
  }
  morphChildren(old, fresh, isHeld);
}

/** Of two equal trees only the fields can differ: by what was typed, and what was ticked. */
function setStates(old, fresh, isHeld) {
  const [controls, wanted] = [old, fresh].map((root) =>
    fields.includes(root.nodeName) ? [root] : [...root.querySelectorAll(fields.join())]);
  for (const [index, control] of controls.entries()) {
    const state = stateOf(wanted[index]);
    if (state && !isHeld(control)) setState(control, state);
  }
}

function morphChildren(old, fresh, isHeld) {
  // A remembered page may hold what a script had put there.
  const children = [...fresh.childNodes].filter((child) => !isKept(child));
  const wanted = new Set(children.map(keyOf));
  for (const child of [...old.childNodes]) if (!wanted.has(keyOf(child)) && !isKept(child)) old.removeChild(child);
  const byKey = new Map([...old.childNodes].filter((child) => !isKept(child)).map((child) => [keyOf(child), child]));
  let next = old.firstChild;
  for (const child of children) {
    while (next && isKept(next)) next = next.nextSibling;
    const key = keyOf(child);
    let match = key ? byKey.get(key) : next;
    if (!key) while (match && (keyOf(match) || isKept(match) || !isAlike(match, child))) match = match.nextSibling;
    if (!match || !isAlike(match, child)) {
      old.insertBefore(child, next);
      continue;
    }
    if (match === next) next = next.nextSibling;
    else move(old, match, next);
    if (match.nodeType === Node.ELEMENT_NODE) morph(match, child, isHeld);
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
  }
  while (next) {
    const last = next;
    next = next.nextSibling;
    if (!isKept(last)) old.removeChild(last);
  }
}

/** Moves without losing the focus, where the browser can. */
function move(parent, child, before) {
  if (parent.moveBefore) parent.moveBefore(child, before);
  else parent.insertBefore(child, before);
}
