// Form posts by `fetch`, one at a time, in the order of the presses. The same post to the same address as without scripts;
// the answer is the same page, and `render` takes what has changed. Whatever goes wrong here leaves the page as it was.

import { allowLeaving } from "./leaving.mjs";
import { stateOf } from "./morph.mjs";

/** After which a post counts as lost, in milliseconds. Sending again is safe: one filled-in form is recorded once. */
const patience = 30_000;
/** Presses that wait; more is not a person. */
const queueLimit = 20;

const queue = [];
let isSending = false;

/**
 * Takes over the posts of the page's form.
 * @param {(answer: Answer) => Promise<void>} render shows an answer.
 * @param {(text: string) => void} tell says why there is none.
 */
export function takeOverForms(render, tell) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    event.preventDefault();
    enqueue({ form, button: event.submitter }, render, tell);
  });
}

/** Whether a second press of the same button says nothing new: one waits already, or is under way and leaves the page. */
function isRepeated({ button }) {
  const leaves = /^(submit|apply|close|discard|more)/.test(button?.value);
  return queue.some((other, index) => other.button === button && (leaves || (button.value === "search" && index > 0)));
}

async function enqueue(press, render, tell) {
  if (isRepeated(press) || queue.length >= queueLimit) return;
  queue.push(press);
  if (isSending) return;
  isSending = true;
  try {
    while (queue.length > 0) {
      // A button may be gone or resting after the answer before.
      const { form, button } = queue[0];
      if (form.isConnected && !(button && (!button.isConnected || button.disabled))) await send(form, button, render, tell);
      queue.shift();
    }
  } finally {
    queue.length = 0;
    isSending = false;
  }
}

async function send(form, button, render, tell) {
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const sent = new Map([...form.elements].map((control) => [control, stateOf(control)]));
  const body = encode(form, button);
  let answer;
  form.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(action, { method: "POST", body, signal: AbortSignal.timeout(patience) });
    answer = { status: response.status, url: response.url, html: await response.text() };
  } catch {
    queue.length = 1;
    tell(form.dataset.unreachable);
    return;
  } finally {
    form.removeAttribute("aria-busy");
  }
  try {
    await render({ ...answer, button, isHeld: (control) => isChanged(control, sent) });
  } catch (error) {
    reportError(error);
    // The post has been carried out; a plain load shows where it has led to.
    allowLeaving();
    location.assign(answer.url);
  }
}

/** Whether the visitor has changed a control since the post was sent. */
function isChanged(control, sent) {
  const before = sent.get(control);
  const now = before && stateOf(control);
  return Boolean(before) && (now.value !== before.value || now.checked !== before.checked);
}

/** What the browser itself would send. */
function encode(form, button) {
  const data = new FormData(form, button);
  if (button?.formEnctype === "multipart/form-data") return data;
  return new URLSearchParams([...data].map(([name, value]) => [name, typeof value === "string" ? value : value.name]));
}
