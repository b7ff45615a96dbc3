// Shows an answer of the server in the page that is there.

import { attach } from "./attach.mjs";
import { notePressed, openDialogs, openerOf, showDialogs } from "./dialogs.mjs";
import { focusAgain, focusOn, followProblems, rememberFocus } from "./focus.mjs";
import { controlsOf, isChanged, setState, stateOf, statesOf } from "./controls.mjs";
import { modules } from "./modules.mjs";
import { morph } from "./morph.mjs";
import { follow, pathShown, watchHistory } from "./navigation.mjs";
import { clearMessage, tell } from "./message.mjs";
import { keepView, sendLeftViews, takeOverForms } from "./submission.mjs";
import { nextTask } from "./task.mjs";
import { allowLeaving, askBeforeLeaving, isUnsent } from "./unsent.mjs";

/** Pages as the server sent them: shown at once where the visitor goes back to them, then asked for again. */
const pages = new Map();
const pageLimit = 10;
/** Counts what was shown: an answer that something else has overtaken is out of date. */
let turn = 0;

const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const assetsOf = (page) => [...page.querySelectorAll("link[rel=stylesheet], script[src]")]
  .map((element) => element.getAttribute("href") ?? element.getAttribute("src")).join();
const isOurs = (page) => page.documentElement.hasAttribute("data-viewport");
const theForm = () => document.querySelector("form.form");

function remember(path, html) {
  pages.delete(path);
  pages.set(path, html);
  if (pages.size > pageLimit) pages.delete(pages.keys().next().value);
}

/** Gives what is new in the page its behaviour. */
let attachAll;

/**
 * Takes over the page that the browser has loaded.
 * @param {() => void} attachFirst gives what is new the behaviour that the first script has.
 */
export async function start(attachFirst) {
  attachAll = () => {
    attach(document, modules);
    attachFirst();
  };
  remember(location.pathname + location.search, document.documentElement.outerHTML);
  takeOverForms(render);
  watchHistory(revisit);
  askBeforeLeaving();
  followProblems();
  addEventListener("online", clearMessage);
  showDialogs();
  await nextTask();
  attachAll();
}

/**
 * Shows a post's answer: `status`, `url`, `html`; `isHeld` tells what the visitor has changed in the meantime. Where he has
 * gone to another page in the meantime, that one is asked for again: the post may have changed it.
 */
async function render({ status, url, html, button, isOvertaken, isHeld }) {
  if (isOvertaken) {
    await revisit(pathShown());
    return;
  }
  const fresh = parse(html);
  await nextTask();
  if (status >= 300 && status !== 422) {
    const reasons = [...fresh.querySelectorAll("main :is(h1, p):not(:has(a))")].map(({ textContent }) => textContent.trim());
    tell(reasons.map((text) => /[.!?]$/.test(text) ? text : `${text}.`).join(" ") || theForm().getAttribute("data-failed"));
    return;
  }
  // Somebody else answers in the server's place, such as the page of a network that wants a login first.
  if (!isOurs(fresh)) {
    tell(theForm().getAttribute("data-failed"));
    return;
  }
  // A row that was ticked while its list was searched may be gone from the answer: its tick goes first.
  if (button?.value === "search" && controlsOf(button.form).some((box) => /^_(pick|keep)$/.test(box.name) && isHeld(box))) {
    button.form.requestSubmit(button);
    return;
  }
  // Another version of the product answers: its page needs its own style sheets and scripts.
  if (status !== 422 && assetsOf(fresh) !== assetsOf(document)) {
    allowLeaving();
    location.assign(url);
    return;
  }
  notePressed(button);
  clearMessage();
  await follow(url);
  bring(fresh, isHeld);
  if (status === 422) focusOn(document.querySelector("#_problems"));
  remember(location.pathname + location.search, html);
}

/** Shows the page at `path`, where the visitor has gone by Back or Forward. */
async function revisit(path) {
  const left = theForm();
  const unsent = new Set(left ? controlsOf(left).filter(isUnsent) : []);
  if (openDialogs().length > 0 && unsent.size > 0) keepView(left);
  // What is in the fields is newer than the page that was kept.
  const isKnown = pages.has(path);
  if (isKnown) bring(parse(pages.get(path)), () => true);
  const began = turn;
  const isOvertaken = () => turn !== began || pathShown() !== path;
  const form = theForm();
  const before = form ? statesOf(form) : new Map();
  let answer;
  try {
    await sendLeftViews();
    const response = await fetch(path);
    answer = { isGood: response.ok, html: await response.text() };
  } catch {
    if (!isOvertaken()) tell(theForm()?.getAttribute("data-unreachable"));
    return;
  }
  if (isOvertaken()) return;
  const fresh = parse(answer.html);
  const isGood = answer.isGood && isOurs(fresh);
  if (!isGood && isKnown && form) tell(form.getAttribute("data-failed"));
  else if (!isGood || assetsOf(fresh) !== assetsOf(document)) {
    allowLeaving();
    location.reload();
  } else {
    bring(fresh, (control) => unsent.has(control) || isChanged(control, before));
    remember(path, answer.html);
  }
}

function bring(fresh, isHeld) {
  turn += 1;
  const form = theForm();
  const dialog = openDialogs().pop();
  const opener = dialog && openerOf(dialog);
  // A view that came with the page was opened by nobody: its cell has the last part of its address as its id.
  const name = form?.getAttribute("action").split("/").pop();
  const focused = rememberFocus();
  document.title = fresh.title;
  for (const name of ["lang", "dir"]) document.documentElement[name] = fresh.documentElement[name];
  const mayHold = (control) => control.type !== "hidden" && isHeld(control);
  const held = form ? controlsOf(form).filter((control) => control.id && mayHold(control)) : [];
  morph(document.body, fresh.body, mayHold);
  // A section that goes behind the view of one of its cells has its fields elsewhere.
  for (const control of held.filter((each) => !each.isConnected)) {
    const successor = document.getElementById(control.id);
    if (successor?.nodeName === control.nodeName) setState(successor, stateOf(control));
  }
  const isOpened = showDialogs();
  attachAll();
  if (dialog && !dialog.isConnected && focusAgain([opener, document.getElementById(name)])) return;
  if (isOpened) return;
  if (!form?.isConnected) scrollTo(0, 0);
  else if (focused.length === 0) return;
  else focusAgain(focused);
  // Wherever nothing is left to have it, the page or the view begins anew.
  if (document.activeElement === document.body) {
    focusOn(openDialogs().pop()?.querySelector("h2") ?? document.querySelector("h1"));
  }
}
