// @ts-check

// When a draft's page is left or hidden, the tab's memory keeps everything that the page would save, until the form is sent. A phone may
// drop a hidden page, and the session may end before the page is shown again. Then the page saves its whole content again. Passwords are
// not kept, nor files that were not sent yet.

import { arrival } from "./arrival.mjs";
import { isSameState, localeField, stateOf, theForm } from "./controls.mjs";
import { draftIn, draftOf, navigation, pathOf, withDraft } from "./navigation.mjs";
import { keyOfInput, tabMemory } from "./startup.mjs";
import { encodeDraft, inLanguage, parse, post } from "./submission.mjs";
import { forgetInput, isWaiting, keepInTab, keptDraft, keptInput, keepUnsent, leaveGuard, localeOfInput, nameField } from "./unsaved.mjs";

/** @typedef {import("./controls.mjs").State} State */

/** Milliseconds to wait for the answer whether a draft has begun. */
const askPatience = 5000;

/** @param {string} draft */
const keyOfDraft = (draft) => keyOfInput(`draft ${draft}`);

/**
 * Whether this tab can restore a draft that no longer exists on the server.
 * @param {string} draft
 */
export const isDraftKept = (draft) => Boolean(tabMemory()?.getItem(keyOfDraft(draft)));

const isDraftGone = () => document.querySelector("#_gone") !== null;

function keep() {
  const [form, draft] = [theForm(), draftIn(document)];
  if (!form || !draft || isWaiting(form) || isDraftGone()) return;
  const kept = { path: navigation.path, action: form.getAttribute("action"), fields: [...encodeDraft(form)] };
  keepInTab(keyOfDraft(draft), JSON.stringify(kept));
}

/** @param {string|null} draft that was sent. */
export function forgetDraft(draft) { if (draft) tabMemory()?.removeItem(keyOfDraft(draft)); }

/**
 * Keeps input for the draft's page if the draft does not have it yet.
 * @param {string} draft
 * @param {Document} page the server's.
 */
function keepRest(draft, page) {
  const isThere = ([id, state]) => {
    const control = page.getElementById(id);
    return control?.matches("input, textarea") && isSameState(/** @type {State} */ (stateOf(control)), state);
  };
  const kept = keptInput();
  const rest = kept.filter((entry) => ![nameField(), localeField()].includes(entry[0]) && !isThere(entry));
  forgetInput();
  if (rest.length === 0) return;
  const locale = kept.filter(([id]) => id === localeField());
  keepInTab(keyOfInput(pathOf(withDraft(location.href, draft))), JSON.stringify([...rest, ...locale]));
}

/** Forgets input of a blank page that has become a draft or was sent: a visitor who opens the blank page again wants a new form. */
async function forgetBegun() {
  const draft = arrival() === "navigate" && draftOf(location.href) === "new" && keptDraft();
  if (!draft) return;
  try {
    // @ts-expect-error: newer than the checker's description of browsers.
    const signal = AbortSignal.timeout(askPatience);
    const response = await fetch(withDraft(location.href, draft), { signal });
    const page = parse(await response.text());
    if (new URL(response.url).searchParams.has("receipt")) forgetInput();
    else if (draftIn(page) === draft) keepRest(draft, page);
  } catch {
    // It is not known: the kept input stays.
  }
}

/**
 * Restores a draft that no longer exists on the server, and goes to its page; else keeps the content of this page from now on.
 * @returns {Promise<boolean>} whether the page is left.
 */
export async function restoreOrKeep() {
  await forgetBegun();
  const draft = draftOf(location.href);
  const kept = draft && isDraftGone() && JSON.parse(tabMemory()?.getItem(keyOfDraft(draft)) ?? "null");
  // Without the network, the next reload tries again.
  const answer = kept && await post(kept.action, new URLSearchParams(kept.fields)).catch(() => null);
  const form = answer?.status === 200 && parse(answer.html).querySelector("form.form");
  if (form) {
    forgetDraft(draft);
    const path = withDraft(kept.path, draftOf(form.getAttribute("action")));
    // Keeps what was typed meanwhile.
    keepUnsent(path);
    leaveGuard.replaceWith(path);
    return true;
  }
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
  return false;
}

/**
 * The current page in the language of the input that was kept for it; `null` if it is already in that language, or cannot be loaded.
 * @returns {Promise<Document|null>}
 */
export async function pageInLanguageOfInput() {
  const locale = localeOfInput();
  if (!locale) return null;
  try {
    const response = await fetch(navigation.path, { headers: inLanguage(locale) });
    return response.ok ? parse(await response.text()) : null;
  } catch {
    return null;
  }
}
