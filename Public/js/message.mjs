// The scripts' own messages: a press has failed, or something that a script did can be taken back. They look like the
// server's notices and stand in their place.

import { announce } from "./announce.mjs";
import { lateView } from "./late-view.mjs";
import { notices } from "./notices.mjs";

/** @param {string} text what happened, and what to do. */
export function tell(text) {
  lateView.drop();
  clearMessage();
  // What has left before its press was answered comes back.
  if (text) show(text, "alert").dispatchEvent(new Event("failed", { bubbles: true }));
}

/**
 * Offers to take something back that no post has done.
 * @param {string} text what was done.
 * @param {string} word the button's.
 * @param {() => void} undo
 */
export function offer(text, word, undo) {
  clearMessage();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain notice-action";
  button.textContent = word;
  button.addEventListener("click", () => {
    clearMessage();
    undo();
  });
  show(text, "group", button);
  announce(text);
}

/** @param {string} text why something cannot be done just now. */
export function explain(text) {
  clearMessage();
  show(text, "group");
  announce(text);
}

/** Takes an offer away: the visitor has gone on. */
export function withdrawOffer() { document.querySelector(".notice[data-kept][role=group]")?.remove(); }

function show(text, role, ...buttons) {
  const place = [...document.querySelectorAll("dialog[open]")].pop() ?? document;
  const message = document.createElement("div");
  message.className = "notice";
  message.role = role;
  message.dataset.kept = "";
  const paragraph = document.createElement("p");
  paragraph.className = "notice-text";
  paragraph.textContent = text;
  message.append(paragraph, ...buttons);
  const foot = place.querySelector(".view-foot");
  const last = place.querySelector(".question-actions, main > .actions") ?? place.querySelector(".view-body > :last-child, main > :last-child");
  if (foot) foot.prepend(message);
  else if (last) last.before(message);
  else (place.firstElementChild ?? document.body).append(message);
  notices.tend();
  return message;
}

/** Takes the message away, after a press has succeeded. */
export function clearMessage() {
  document.querySelector(".notice[data-kept]")?.remove();
}

/** Takes the message away that a press has failed. */
export function clearFailure() {
  document.querySelector(".notice[data-kept][role=alert]")?.remove();
}
