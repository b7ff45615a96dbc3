// Form posts by `fetch`, one at a time, in the order of the presses. The same post to the same address as without scripts;
// the answer is the same page, and the page takes what has changed. Whatever goes wrong here leaves the page as it was.

import { allowLeaving } from "./unsent.mjs";
import { isChanged, isUpdate, statesOf } from "./controls.mjs";
import { openDialogs } from "./dialogs.mjs";
import { tell } from "./message.mjs";
import { pathShown } from "./navigation.mjs";
import { words } from "./parts.mjs";

/** Milliseconds after which a post counts as lost. Sending again is safe: one filled-in form is recorded once. */
const patience = 30_000;
/** Presses that may wait; a person does not make more. */
const queueLimit = 20;

const queue = [];
let isSending = false;
let showAnswer;

/**
 * Takes over the posts of the page's form.
 * @param {(answer: object) => Promise<void>} show shows an answer.
 */
export function takeOverForms(show) {
  showAnswer = show;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method") !== "post") return;
    event.preventDefault();
    enqueue({ form, button: event.submitter });
  });
}

/** Whether a button does one of the things that the page lists under this name; a cell's own button does none of them. */
const does = (list, button) => button?.name === words("press") && words(list).split(" ").includes(button.value);

/** Whether a press repeats one of the same button that waits already, or that is under way and leaves the page. */
function isRepeated({ button }) {
  // Any press that waits brings the latest entries.
  if (isUpdate(button)) return queue.length > 1;
  return does("leaving", button)
    ? queue.some((other) => other.button === button)
    : does("searching", button) && queue.some((other, index) => other.button === button && index > 0);
}

/** Sends the ticks, so that a reload shows them too. In the page, only the draft that it carries changes. */
export function saveDraft(form) {
  if (!queue.some((press, index) => press.isDraft && index > 0)) enqueue({ form, isDraft: true });
}

async function enqueue(press) {
  if (isRepeated(press) || queue.length >= queueLimit) return;
  queue.push(press);
  if (isSending) return;
  isSending = true;
  try {
    while (queue.length > 0) {
      const { form, button, isDraft } = queue[0];
      if (isDraft) await sendDraft(form);
      else if (form.isConnected && (!button || canBePressed(button))) await send(form, button);
      queue.shift();
    }
  } finally {
    queue.length = 0;
    isSending = false;
  }
}

/** Whether a button can still be pressed: the answer before may have removed or disabled it, or opened a view over it. */
function canBePressed(button) {
  const front = openDialogs().pop();
  return button.isConnected && !button.disabled
    && (!front || front.contains(button) || button.classList.contains("default-action"));
}

/** Locks the page while it is sent: a change would look as if it had been sent. */
function lock(form) {
  const unlock = new AbortController();
  for (const name of ["beforeinput", "click"]) {
    form.addEventListener(name, (event) => {
      if (event.target.matches("textarea, input")) event.preventDefault();
    }, { capture: true, signal: unlock.signal });
  }
  return unlock;
}

async function send(form, button) {
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const sent = statesOf(form);
  const body = encode(form, button);
  const path = pathShown();
  let answer;
  form.setAttribute("aria-busy", "true");
  const unlock = does("sending", button) ? lock(form) : null;
  try {
    await sendLeftViews();
    answer = await post(action, body);
  } catch {
    queue.length = 1;
    tell(form.getAttribute("data-unreachable"));
    return;
  } finally {
    form.removeAttribute("aria-busy");
    unlock?.abort();
  }
  if (isGone(answer.html)) {
    queue.length = 1;
    tell(form.getAttribute("data-failed"));
    return;
  }
  try {
    // The visitor has gone elsewhere meanwhile, by Back: they stay there.
    await showAnswer({ ...answer, button, isOvertaken: pathShown() !== path, isHeld: (control) => isChanged(control, sent) });
  } catch (error) {
    reportError(error);
    // The post has been carried out; a plain load shows where it has led to.
    allowLeaving();
    location.assign(answer.url);
  }
}

async function sendDraft(form) {
  const draft = form.querySelector("#_draft");
  if (!draft) return;
  const sent = statesOf(form);
  const body = encode(form);
  try {
    await sendLeftViews();
    const answer = await post(form.getAttribute("action"), body);
    const fresh = new DOMParser().parseFromString(answer.html, "text/html").querySelector("#_draft");
    if (answer.status !== 200 || !fresh) return;
    draft.value = fresh.value;
    // The server has the ticks now: no reason to ask before the page is left.
    for (const [control, state] of sent) {
      if (state && "checked" in state) control.defaultChecked = state.checked;
      else if (control.id === "_other") control.defaultValue = state.value;
    }
  } catch {
    // The network is away: the next press carries the ticks, and says so if it fails too.
  }
}

/** Whether a page says that its draft is on the server no more. */
export const isGone = (html) => html.includes('id="_gone"');

/**
 * Posts a page. Where the session has ended between the post and the page that it led to, the page is posted once more: it
 * holds everything, and the draft begins anew with it. A submit that came through is the same one, and recorded once.
 */
async function post(action, body) {
  let answer;
  for (let round = 0; round < 2 && (!answer || isGone(answer.html)); round += 1) {
    const response = await fetch(action, { method: "POST", body, signal: AbortSignal.timeout(patience) });
    answer = { status: response.status, url: response.url, html: await response.text() };
  }
  return answer;
}

/** The contents of views and steps that were left by Back, by address. They are sent before anything else is asked of the server. */
const leftViews = new Map();

/** Keeps the content of a view or step that the visitor leaves by Back. */
export function keepView(form) { leftViews.set(form.getAttribute("action"), encode(form)); }

/** Sends what was left behind. Where the network is away, the next request says so. */
export async function sendLeftViews() {
  for (const [action, body] of leftViews) {
    try {
      await post(action, body);
    } catch {
      return;
    }
    if (leftViews.get(action) === body) leftViews.delete(action);
  }
}

/** The form data that the browser itself would send. */
function encode(form, button) {
  const data = new FormData(form, button);
  if (button?.formEnctype === "multipart/form-data") return data;
  return new URLSearchParams([...data].map(([name, value]) => [name, typeof value === "string" ? value : value.name]));
}
