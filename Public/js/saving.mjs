// Has the server keep what is typed: after a pause, on leaving a field, on leaving the page. Says so quietly; where it cannot
// be kept, says that too, and tries again.

import { announce } from "./announce.mjs";
import { controlsOf, isPassword } from "./controls.mjs";
import { words } from "./parts.mjs";

/** Milliseconds without an entry before it counts as a pause, and after a field was left: a press brings it as well. */
const pause = 1000;
const pauseAfterField = 250;
/** Milliseconds until it is tried again; each time twice as long, up to the last. */
const firstRetry = 5000;
const lastRetry = 60_000;
/** Characters that browsers send for a page that is being left (Fetch, `keepalive`: 64 KiB in all). */
const lastWordLimit = 60_000;

// This file comes by itself, with modules of its own: what is known of the page is told to it.
let formInFront;
let isUnsent;
let save;
let encode;
let timer;
let retry = firstRetry;
let isFailing = false;
let isAnnounced = true;
/** A cell whose problems were not asked for, as it was being typed into. */
let unfinished = null;

const hasUnsaved = (form) => controlsOf(form).some((control) => !isPassword(control) && control.type !== "file" && isUnsent(control));

/**
 * @param {() => Element|null} front the form whose entries are saved; null: there is none.
 * @param {(control: Element) => boolean} isEntryUnsent whether a control holds something that the server has not seen.
 * @param {(form: Element, unfinished?: string) => Promise<boolean|undefined>} saveDraft
 * @param {(form: Element) => URLSearchParams} encodeDraft
 */
export function startSaving(front, isEntryUnsent, saveDraft, encodeDraft) {
  [formInFront, isUnsent, save, encode] = [front, isEntryUnsent, saveDraft, encodeDraft];
  addEventListener("input", onInput);
  addEventListener("change", () => wait(pauseAfterField));
  // A date of which only a part is there has changed without a word.
  addEventListener("focusout", ({ target }) => {
    if (unfinished !== null || target.validity?.badInput) wait(pauseAfterField);
  });
  addEventListener("online", () => wait(0));
  addEventListener("pageshow", () => wait(0));
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") saveLast(); });
  addEventListener("pagehide", saveLast);
  onInput();
}

function onInput() {
  if (!isFailing) say("");
  wait(pause);
}

function wait(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(saveNow, milliseconds);
}

/** The cell that is being typed into and was not found wrong yet; null: none, or the form was not refused. */
function cellInWork() {
  const { activeElement } = document;
  if (!document.querySelector("#_problems") || !activeElement?.name) return null;
  return activeElement.getAttribute("aria-invalid") === "true" ? null : activeElement.name.replace(/\.other$/, "");
}

async function saveNow() {
  const form = formInFront();
  if (!form) return;
  const now = cellInWork();
  if (hasUnsaved(form) || (unfinished !== null && now !== unfinished)) {
    const isSaved = await save(form, now);
    if (isSaved === undefined) return;
    if (!isSaved) {
      isFailing = true;
      say("unsaved");
      wait(retry);
      retry = Math.min(2 * retry, lastRetry);
      return;
    }
    unfinished = now;
    // Typed meanwhile: another pause is on its way.
    if (hasUnsaved(form)) return;
  }
  if (isFailing) isAnnounced = false;
  [isFailing, retry] = [false, firstRetry];
  say("saved");
}

/** The page is being left: nobody waits for an answer. */
function saveLast() {
  const form = formInFront();
  if (!form || !hasUnsaved(form)) return;
  const body = encode(form);
  fetch(form.getAttribute("action"), { method: "POST", body, keepalive: String(body).length < lastWordLimit }).catch(() => {});
}

/** Shows how it stands with the entries. Only bad news is heard, and that they are over: a pause in typing says other things. */
function say(name) {
  const text = name && words(name);
  let line = document.querySelector("#_saved");
  if (!line) {
    const place = document.querySelector("main > .actions");
    if (!text || !place) return;
    line = document.createElement("p");
    line.id = "_saved";
    line.className = "save-state";
    line.dataset.kept = "";
    place.append(line);
  }
  if (line.textContent === text) return;
  line.textContent = text;
  line.toggleAttribute("data-failed", name === "unsaved");
  if (name === "unsaved" || (name === "saved" && !isAnnounced)) announce(text);
  if (name === "saved") isAnnounced = true;
}
