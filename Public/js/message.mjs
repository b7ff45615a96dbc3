// The scripts' own message, where a press has failed. It looks like the server's notices and stands in their place.

/** @param {string} text what happened, and what to do. */
export function tell(text) {
  clearMessage();
  if (!text) return;
  const place = [...document.querySelectorAll("dialog[open]")].pop() ?? document;
  const message = document.createElement("div");
  message.className = "notice";
  message.role = "alert";
  message.dataset.kept = "";
  const paragraph = document.createElement("p");
  paragraph.className = "notice-text";
  paragraph.textContent = text;
  message.append(paragraph);
  const foot = place.querySelector(".view-foot");
  const last = place.querySelector(".question-actions, main > .actions") ?? place.querySelector(".view-body > :last-child, main > :last-child");
  if (foot) foot.prepend(message);
  else if (last) last.before(message);
  else (place.firstElementChild ?? document.body).append(message);
}

/** Takes the message away, after a press has succeeded. */
export function clearMessage() {
  document.querySelector(".notice[data-kept]")?.remove();
}
