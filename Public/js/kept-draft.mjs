// @ts-check

// When a page of a draft is left or hidden, the tab's memory keeps what it would save, until its form is sent. A phone drops a page that
// it does not show, and the session may end before it comes back. Then the page saves it anew, with all that it carried. No password is
// kept, and no file that was not sent yet.

import { arrival } from "./arrival.mjs";
import { isSameState, localeField, stateOf, theForm } from "./controls.mjs";
import { draftIn, draftOf, navigation, pathOf, withDraft } from "./navigation.mjs";
import { keyOfInput, tabMemory } from "./startup.mjs";
import { encodeDraft, inLanguage, parse, post } from "./submission.mjs";
import { forgetInput, isWaiting, keepInTab, keptDraft, keptInput, keepUnsent, leaveGuard, localeOfInput, nameField } from "./unsaved.mjs";

/** @typedef {import("./controls.mjs").State} State */

/** Milliseconds that the question may take whether a draft has begun. */
const askPatience = 5000;

/** @param {string} draft */
const keyOfDraft = (draft) => keyOfInput(`draft ${draft}`);

/**
 * Whether this tab can bring a draft back that is gone from the server.
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
 * What was entered last may not have come to the draft: it is kept for the draft's page.
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

/** Whoever asks for a blank page once more wants another one where the one before is a draft by now, or was sent. */
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
    // Nobody knows: what was kept stays.
  }
}

/**
 * Brings a draft back that is gone from the server, and leads to it; else keeps the page from now on.
 * @returns {Promise<boolean>} whether the page is left.
 */
export async function restoreOrKeep() {
  await forgetBegun();
  const draft = draftOf(location.href);
  const kept = draft && isDraftGone() && JSON.parse(tabMemory()?.getItem(keyOfDraft(draft)) ?? "null");
  // Without the network the next reload tries again.
  const answer = kept && await post(kept.action, new URLSearchParams(kept.fields)).catch(() => null);
  const form = answer?.status === 200 && parse(answer.html).querySelector("form.form");
  if (form) {
    forgetDraft(draft);
    const path = withDraft(kept.path, draftOf(form.getAttribute("action")));
    // What was typed meanwhile.
    keepUnsent(path);
    leaveGuard.replaceWith(path);
    return true;
  }
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
  return false;
}

/**
 * The page in front in the language in which the input that was kept for it is written; null: it is in that one, or does not come.
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
