// @ts-check

// Posts forms by `fetch`, one at a time, in the order of the presses. The post and its address are the same as without scripts;
// the answer is the same page, and the page takes over what has changed. Any failure here leaves the page unchanged.

import { controlsOf, does, incomplete, isChanged, isPassword, isSending, isUpdate, localeField, statesOf } from "./controls.mjs";
import { openDialogs } from "./dialogs.mjs";
import { isGone } from "./html.mjs";
import { forgetInput, hasUnsaved, keepUnsent, leaveGuard, noteLost, noteSent } from "./unsaved.mjs";
import { lateView } from "./late-view.mjs";
import { dropLeftView, isOutdated, keepLeftView, keptLeftViews, noteAnswer, renewLeftView } from "./left-views.mjs";
import { explain, tell } from "./messages.mjs";
import { navigation } from "./navigation.mjs";
import { heldRows } from "./selection-view.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./controls.mjs").Control} Control */
/** @typedef {import("./controls.mjs").PressedButton} PressedButton */
/** @typedef {import("./controls.mjs").State} State */

/** Milliseconds after which a post counts as lost; with files, without progress. Repeating is safe: a form is recorded only once. */
const patience = 30_000;
/** Milliseconds after which the page shows that a post is running. */
const slowAfter = 400;
/** The number of presses that may wait; a person does not make more. */
const queueLimit = 20;

/**
 * A press, or a save of the page's content. `undo`: the change that the page offered to undo when the press began to wait; empty: none.
 * Undefined: it did not wait.
 * @typedef {{
 *   form: HTMLFormElement, button?: PressedButton, isDraft?: boolean, unfinished?: string|null, undo?: string, isDone?: (isSaved?: boolean) => void
 * }} Press
 */

/**
 * What a press posts.
 * @typedef {{ form: HTMLFormElement, button?: PressedButton, action: string, body: FormData|URLSearchParams }} Post
 */

/** @typedef {{ status: number, url: string, html: string, policy: string|null }} Page the server's answer to a post. */

/**
 * The answer to a press. `isOvertaken`: the visitor has gone elsewhere meanwhile. `isHeld`: which controls they have changed.
 * `noteTaken` is called once it is certain that the server itself has answered: it has the files, or says why it refuses them.
 * @typedef {Page & {
 *   button: PressedButton, isOvertaken: boolean, isHeld: (control: Control) => boolean, noteTaken: () => void
 * }} Answer
 */

/**
 * The answer to a save. `sent`: the states of the form's controls; `path`: the address of their page.
 * @typedef {Page & { form: HTMLFormElement, sent: Map<Control, State|null>, path: string }} SavedAnswer
 */

/**
 * `renderSaved` updates the page with what was saved; false: it was not saved.
 * @typedef {{ render(answer: Answer): Promise<void>, renderSaved(answer: SavedAnswer): Promise<boolean|undefined> }} Session
 */

class SubmissionQueue {
  /**
   * The running one, and those that wait.
   * @type {Press[]}
   */
  presses = [];
  isSending = false;
  /**
   * Shows the answers.
   * @type {Session|undefined}
   */
  session;
  /** The contents of views and steps that were left by Back, by address. They are sent before everything else, also by the next page. */
  leftViews = new Map(keptLeftViews());
  /**
   * Does what a press asks for without the server; false: it cannot. Undefined: this is not loaded yet.
   * @type {((post: Post) => Promise<boolean>)|undefined}
   */
  doOffline;
  /** Settled once earlier input is back in the page: presses wait for it. */
  restored = Promise.resolve();
  isRestoring = false;

  /**
   * Takes over the posts of the page's form.
   * @param {Session} session
   */
  start(session) {
    this.session = session;
    document.addEventListener("submit", (event) => {
      const form = event.target;
      // The answers' pages are not drafts: their buttons lead to other pages.
      if (event.defaultPrevented || form.getAttribute("method") !== "post" || form.hasAttribute("data-plain")) return;
      event.preventDefault();
      // Visitors must not send what they have not seen: updates that the last input needs come first.
      const due = isSending(/** @type {HTMLButtonElement|null} */ (event.submitter)) ? form.querySelectorAll("[data-kept-due]") : [];
      for (const button of [...due, event.submitter]) {
        button?.removeAttribute("data-kept-due");
        this.enqueue({ form, button });
      }
    });
  }

  /**
   * Delays posts until earlier input is back in the page.
   * @param {Promise<void>} restored
   */
  waitFor(restored) {
    this.isRestoring = true;
    this.restored = restored.catch(() => {}).then(() => { this.isRestoring = false; });
  }

  /**
   * Has the server save the page's content, so that a reload shows it too. This sends no form and raises no questions.
   * @param {HTMLFormElement} form
   * @param {string|null} [unfinished] the cell that is being typed into: its problems are not shown yet.
   * @returns {Promise<boolean|undefined>} whether the server has it; undefined: something else sends it.
   */
  async saveDraft(form, unfinished) {
    // A press that waits brings the latest input. A view without the server has no address.
    if (this.presses.length > 1 || !form.hasAttribute("action")) return undefined;
    return new Promise((isDone) => { this.enqueue({ form, isDraft: true, unfinished, isDone }); });
  }

  /**
   * The "Apply" of a view that was pressed but not sent yet.
   * @param {HTMLFormElement|null} form
   */
  waitingApply(form) {
    return this.presses.slice(1).map(({ button }) => button)
      .find((button) => isSending(button) && button?.form === form && button?.closest("dialog"));
  }

  /**
   * Keeps the content of a view or step that the visitor leaves by Back. An "Apply" that waits there is carried out.
   * @param {HTMLFormElement} form
   */
  keepView(form) {
    const apply = this.waitingApply(form);
    const body = withoutFiles(encode(form, apply));
    // In a tree, the level above has the same button.
    if (apply) this.dropWaiting(({ button }) => button !== apply);
    else body.set(words("press"), words("save"));
    const action = form.getAttribute("action");
    this.leftViews.set(action, body);
    dispatchEvent(new Event("left"));
    // The page may be loaded again before they are sent.
    keepLeftView(action, withoutPasswords(form, body));
    keepUnsent();
  }

  /** Sends what was left. If the network is down, the next request reports it. */
  async sendLeftViews() {
    for (const action of [...this.leftViews.keys()].filter(isOutdated)) this.dropLeft(action);
    for (const [action, body] of this.leftViews) {
      try {
        const { status } = await noted(action, body);
        if (status >= 500) return;
      } catch {
        return;
      }
      if (this.leftViews.get(action) !== body) continue;
      this.dropLeft(action);
      forgetInput(action);
      for (const other of this.leftViews.keys()) renewLeftView(other);
    }
  }

  /** @param {string} action */
  dropLeft(action) {
    this.leftViews.delete(action);
    dropLeftView(action);
  }

  /** @param {Press} press */
  async enqueue(press) {
    if (this.isRepeated(press) || this.presses.length >= queueLimit) return;
    this.presses.push(press);
    if (this.isSending) {
      press.undo = undoField(press.form)?.value ?? "";
      this.showPressed(press);
      return;
    }
    this.isSending = true;
    try {
      await this.restored;
      while (this.presses.length > 0) {
        await navigation.arrive();
        const [first] = this.presses;
        const { form, button, isDraft } = first;
        if (isDraft) first.isDone?.(await this.sendDraft(first));
        else if (form.isConnected && (!button || canBePressed(button))) await this.send(first);
        this.presses.shift();
        this.showPressed(first);
      }
    } finally {
      this.dropWaiting();
      this.presses.splice(0).forEach((press) => this.showPressed(press));
      this.isSending = false;
    }
  }

  /**
   * Whether a press repeats one of the same button that already waits, or that is running and leaves the page.
   * @param {Press} press
   */
  isRepeated({ button }) {
    // Any press that waits brings the latest input.
    if (isUpdate(button)) return this.presses.length > 1;
    return does("leaving", button)
      ? this.presses.some((other) => other.button === button)
      : does("searching", button) && this.presses.some((other, index) => other.button === button && index > 0);
  }

  /** @param {(press: Press) => boolean} isKept */
  dropWaiting(isKept = () => false) {
    const waiting = this.presses.splice(1);
    this.presses.push(...waiting.filter(isKept));
    for (const press of waiting.filter((each) => !isKept(each))) {
      press.isDone?.();
      this.showPressed(press);
    }
  }

  /**
   * Shows whether a button was pressed and its answer has not come yet; records the time of its press.
   * @param {{ button?: PressedButton }} press
   */
  showPressed({ button }) {
    if (!this.presses.some((press) => press.button === button)) button?.removeAttribute("data-kept-pressed");
    else if (!button?.hasAttribute("data-kept-pressed")) button?.setAttribute("data-kept-pressed", String(performance.now()));
  }

  /** @param {Press} press */
  async send({ form, button, undo }) {
    const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
    const data = encode(form, button);
    const body = carriesFiles(form, button, data) ? data : withoutFiles(data);
    // The visitor pressed this before seeing what the previous answer cleared: the server shows that instead of sending the form.
    const field = undo !== undefined && isSending(button) && undoField(form);
    if (field) body.set(field.name, undo);
    // This comes first: the page shows its effect while the answer is on its way.
    const coming = this.postAfterOthers(action, body);
    const sent = statesOf(form);
    noteSent(controlsOf(form));
    const files = controlsOf(form).filter((control) => control.type === "file").map((field) => ({ field, sent: [...field.files ?? []] }));
    const path = navigation.path;
    let answer;
    this.showPressed({ button });
    form.setAttribute("aria-busy", "true");
    const slowTimer = setTimeout(() => form.setAttribute("data-kept-slow", ""), slowAfter);
    const unlock = isSending(button) ? lock(form) : null;
    lateView.expect(button);
    try {
      answer = await coming;
    } catch {
      noteLost(button);
      // A form that was sent meanwhile can be queued on the device, with what this press would have sent.
      const goesOn = !isSending(button) && this.presses.slice(1).some((press) => isSending(press.button));
      this.dropWaiting((press) => goesOn && isSending(press.button));
      if (goesOn) return;
      if (!await this.doOffline?.({ form, button, action, body })) tell(words("unreachable"));
      return;
    } finally {
      lateView.stopExpecting();
      clearTimeout(slowTimer);
      for (const name of ["aria-busy", "data-kept-slow"]) form.removeAttribute(name);
      unlock?.abort();
    }
    if (isGone(answer.html)) {
      this.dropWaiting();
      tell(words("failed"));
      return;
    }
    // The visitor has left the view and pressed another button: the answer to that updates the page.
    if (lateView.isLeft && navigation.path === path && this.presses.length > 1) return;
    try {
      // The visitor has gone elsewhere meanwhile by Back, or has left the view before it came: they stay there.
      const isOvertaken = navigation.path !== path || lateView.isLeft;
      const noteTaken = () => { if (body === data) clearFiles(files); };
      await this.session?.render({ ...answer, button, isOvertaken, isHeld: (control) => isChanged(control, sent), noteTaken });
    } catch (error) {
      reportError(error);
      // The post was carried out; a plain load shows the result.
      leaveGuard.leaveFor(answer.url);
    }
  }

  /**
   * If the network is down, the next press sends the input, and reports it if that fails too.
   * @param {Press} press
   * @returns {Promise<boolean|undefined>} whether the server has the input; undefined: the page is another one by now.
   */
  async sendDraft({ form, unfinished, undo }) {
    if (!form.isConnected) return undefined;
    // The press before this save may have sent everything. The save's answer would remove the problems of that press.
    const hasWaited = undo !== undefined;
    if (hasWaited && !hasUnsaved(form)) return true;
    const sent = statesOf(form);
    const path = navigation.path;
    const body = encodeDraft(form, unfinished);
    noteSent(controlsOf(form));
    let answer;
    try {
      answer = await this.postAfterOthers(form.getAttribute("action"), body);
    } catch {
      return false;
    }
    try {
      return await this.session?.renderSaved({ ...answer, form, sent, path });
    } catch (error) {
      // Presses that wait after it continue.
      reportError(error);
      return undefined;
    }
  }

  /**
   * Posts a page after what was left; at once if nothing was left.
   * @param {string} action
   * @param {FormData|URLSearchParams} body
   */
  async postAfterOthers(action, body) {
    if (this.leftViews.size > 0) await this.sendLeftViews();
    if (this.leftViews.size > 0) throw new TypeError("the network is away");
    return noted(action, body);
  }
}

/**
 * Posts a page, and records what the server has received of its draft.
 * @param {string} action
 * @param {FormData|URLSearchParams} body
 */
async function noted(action, body) {
  const began = Date.now();
  const page = await post(action, body);
  noteAnswer(action, began);
  return page;
}

export const submissions = new SubmissionQueue();

/** The header field that a cached page needs. */
export const policyField = "Content-Security-Policy";

/**
 * The field that names the change which "Undo" would undo; `null` if the page does not offer that.
 * @param {HTMLFormElement} form
 */
const undoField = (form) => form.querySelector(".notice [type=hidden]");

/**
 * Whether a button can still be pressed: the previous answer may have removed or disabled it, or opened a view over it.
 * @param {HTMLButtonElement} button
 */
function canBePressed(button) {
  const front = openDialogs().pop();
  return button.isConnected && !button.disabled
    && (!front || front.contains(button) || button.classList.contains("default-action"));
}

/**
 * Locks the page while it is sent: a change would look as if it had been sent. This is shown if sending takes long, and shown and
 * announced with the first input that is refused.
 * @param {HTMLFormElement} form
 */
function lock(form) {
  const unlock = new AbortController();
  let isTold = false;
  const show = () => form.setAttribute("data-kept-locked", "");
  const timer = setTimeout(show, slowAfter);
  for (const name of /** @type {const} */ (["beforeinput", "click", "keydown"])) {
    form.addEventListener(name, (event) => {
      if (!event.target.matches("textarea, input")) return;
      // Parts of a date are typed without input events; keys that leave the field still work.
      if (name === "keydown" && (!/^(date|time)$/.test(event.target.type) || /^(Tab|Escape|Shift)$/.test(/** @type {KeyboardEvent} */ (event).key))) return;
      event.preventDefault();
      show();
      if (!isTold) explain(words("locked"));
      isTold = true;
    }, { capture: true, signal: unlock.signal });
  }
  unlock.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    form.removeAttribute("data-kept-locked");
  });
  return unlock;
}

/**
 * The body of a page that is only to be saved.
 * @param {HTMLFormElement} form
 * @param {string|null} [unfinished]
 */
export function encodeDraft(form, unfinished) {
  const body = withoutPasswords(form, withoutFiles(encode(form)));
  body.set(words("press"), words("save"));
  if (unfinished) body.set(words("unfinished"), unfinished);
  return body;
}

/**
 * The form data that the browser itself would send.
 * @param {HTMLFormElement} form
 * @param {PressedButton} [button]
 */
function encode(form, button) {
  // If rows were missing, the server would treat them as unticked.
  heldRows.addAll();
  // @ts-expect-error: newer than the checker's description of browsers.
  const data = new FormData(form, button);
  for (const control of controlsOf(form)) if (control.validity.badInput && data.has(control.name)) data.set(control.name, incomplete);
  return data;
}

/**
 * Whether a press sends files, as without scripts: some are chosen, and the form or the button has the encoding for them.
 * @param {HTMLFormElement} form
 * @param {PressedButton} button
 * @param {FormData} data
 */
function carriesFiles(form, button, data) {
  const encoding = button?.getAttribute("formenctype") ?? form.getAttribute("enctype");
  return encoding === "multipart/form-data" && [...data.values()].some((value) => typeof value !== "string" && value.name !== "");
}

/**
 * The body without passwords, which are sent only by the visitor.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 */
function withoutPasswords(form, body) {
  const rest = new URLSearchParams(body);
  for (const control of controlsOf(form)) if (isPassword(control)) rest.delete(control.name);
  return rest;
}

/** @param {FormData} data */
const withoutFiles = (data) =>
  new URLSearchParams([...data].flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []));

/**
 * Clears the file fields whose files were sent, so that none is sent twice. Files chosen meanwhile stay.
 * @param {{ field: Control, sent: File[] }[]} files
 */
function clearFiles(files) {
  for (const { field, sent } of files) if ([...field.files ?? []].every((file) => sent.includes(file))) field.value = "";
}

/**
 * A page as the server sent it, without the parts for browsers without scripts.
 * @param {string} html
 */
export function parse(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const each of page.querySelectorAll("noscript")) each.remove();
  return page;
}

/**
 * Posts a page. If the session ended between the post and the page to which it led, the page is posted once more: it
 * contains everything, and a new draft begins with it. A submission that got through is the same one, and is recorded once.
 * @param {string} action
 * @param {FormData|URLSearchParams} body
 * @returns {Promise<Page>}
 */
export async function post(action, body) {
  const page = await postOnce(action, body);
  return isGone(page.html) ? postOnce(action, body) : page;
}

/**
 * The request's header field that asks for an answer in the language of the current page, even if the browser's language has changed:
 * what is being typed there is written in that language.
 * @param {FormDataEntryValue|null|undefined} locale the page's (`localeField`).
 * @returns {Record<string, string>}
 */
export const inLanguage = (locale) => typeof locale === "string" ? { "Accept-Language": locale } : {};

/**
 * @returns {Promise<Page>}
 * @param {string} action
 * @param {FormData|URLSearchParams} body
 */
async function postOnce(action, body) {
  // Asks for the page in the answer itself: a redirect would take another round trip.
  const headers = { ...inLanguage(body.get(localeField())), Prefer: "return=representation" };
  if (body instanceof FormData) {
    const { transfer } = await import("./modules/transfer.mjs");
    const { status, url, text, field } = await transfer(action, body, { headers, patience });
    return { status, url: new URL(field("Content-Location") ?? "", url).href, html: text, policy: field(policyField) };
  }
  // @ts-expect-error: newer than the checker's description of browsers.
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(action, { method: "POST", body, headers, signal });
  const url = new URL(response.headers.get("Content-Location") ?? "", response.url).href;
  return { status: response.status, url, html: await response.text(), policy: response.headers.get(policyField) };
}
