// @ts-check

// Forms of several pages without a network. The browser caches the blank page of each step. The input of a step is stored in
// the queue with the form (`UnsentForm.posts`), and the server gets the steps in their order.

import { controlsOf, isPassword } from "../controls.mjs";
import { words } from "../words.mjs";
import { nameOf, scopeOf } from "./names.mjs";

/** The number of a form's steps that are cached. */
const stepLimit = 20;
/** Milliseconds until the cached steps are fetched again. */
const refreshPause = 24 * 3600_000;
/** Milliseconds without input until a step is stored. */
const storePause = 300;

/** @typedef {import("./unsent-forms.mjs").StepPost} StepPost */

/**
 * The address of a step's blank page, without a draft.
 * @param {number} step from 1 on.
 */
const pathOf = (step) => step > 1 ? `${location.pathname}?step=${step}` : location.pathname;

/**
 * The step that a form shows; 0: it has no steps, or shows its review.
 * @param {HTMLFormElement|null} form
 */
const stepOf = (form) => Number(form?.getAttribute("data-stage")) || 0;

/**
 * The content of a page, to be saved but not checked: problems are reported when the form is sent. A password is sent only by the
 * visitor.
 * @param {import("../submission.mjs").Post} press
 * @returns {StepPost}
 */
function saved({ form, action, body }) {
  const { pathname, search } = new URL(action, location.href);
  const fields = /** @type {[string, string|File][]} */ ([...body].map(([name, value]) => [name, name === words("press") ? words("save") : value]));
  return { path: pathOf(stepOf(form)), action: pathname + search, isMultipart: body instanceof FormData, fields, choices: choicesIn(form) };
}

/**
 * The texts that the cells of pickers show, by name.
 * @param {HTMLFormElement} form
 * @returns {[string, string][]}
 */
export const choicesIn = (form) => [...form.querySelectorAll(".picker-value")].map(({ id, textContent }) => [id.replace(/_value$/, ""), textContent]);

/**
 * Local storage: the content of a step when its page was left. Session storage does not work here: after Back, Firefox does not show the
 * page what was stored then.
 */
const keptKey = () => `${nameOf(scopeOf(document.head.dataset.script))}step `;

/**
 * Stores the content of a step at once. It has no files: "Continue" waits until they are uploaded.
 * @param {number} id
 * @param {import("../submission.mjs").Post} press
 */
function keepStep(id, press) {
  const post = saved(press);
  localStorage.setItem(`${keptKey()}${id} ${post.path}`, JSON.stringify([id, post]));
}

export class OfflineSteps {
  /** @type {number|undefined} */
  storeTimer;

  /**
   * @param {import("./offline.mjs").Page} page
   * @param {import("./page-cache.mjs").PageCache} pageCache
   * @param {import("./offline-views.mjs").OfflineViews} views
   * @param {import("./unsent-forms.mjs").UnsentForms} forms
   * @param {string} script the name of the first script of this version.
   */
  constructor(page, pageCache, views, forms, script) {
    this.page = page;
    this.pageCache = pageCache;
    this.views = views;
    this.forms = forms;
    this.script = script;
  }

  /**
   * Caches the blank pages of all steps and the views of their pickers, once a day and once for each version. A picker that is hidden in a
   * blank form has no view.
   * @param {HTMLFormElement|null} form
   */
  async cachePages(form) {
    const { settings } = this.pageCache;
    // A sealed page can be used only once: another step's page would have another seal.
    if (!form || !stepOf(form) || form.querySelector(`[name=${settings.seal}]`)) return;
    const version = form.querySelector(`[name=${settings.version}]`)?.value;
    const cache = await this.pageCache.openViews();
    const mark = `${location.pathname}?steps=${encodeURIComponent([version, document.documentElement.lang, this.script].join())}`;
    if (Date.now() - Number(await (await cache.match(mark))?.text()) < refreshPause) return;
    const count = Math.min(Number(form.dataset.stages) || stepLimit, stepLimit);
    for (let step = 1; step <= count; step += 1) {
      const path = pathOf(step);
      const response = await fetch(stepAddress(path));
      if (!response.ok || response.redirected) continue;
      const html = await response.text();
      await this.pageCache.keep(path, html, response.headers.get("Content-Security-Policy"));
      const blank = new DOMParser().parseFromString(html, "text/html").querySelector("form.form");
      await this.views.cacheViews(blank);
    }
    await cache.put(mark, new Response(String(Date.now())));
  }

  /**
   * Stores the input of a step in the queue while it is typed, so that it is kept whichever way the step is left.
   * @param {HTMLFormElement} form
   * @param {number} id
   */
  follow(form, id) {
    const isLeft = () => !form.isConnected || form.hasAttribute("data-kept-unsent");
    const press = () => ({ form, ...this.page.encode(form) });
    const store = () => { if (!isLeft()) this.put(id, saved(press())); };
    // Another tab may have continued the same step: a page without input must not overwrite it.
    let isChanged = controlsOf(form).some((control) => this.page.isTouched(control));
    addEventListener("input", () => {
      isChanged = true;
      clearTimeout(this.storeTimer);
      this.storeTimer = setTimeout(store, storePause);
    });
    // The database would be too slow.
    addEventListener("pagehide", () => { if (isChanged && !isLeft()) keepStep(id, press()); });
  }

  /** Moves the content that pages stored when they were left into the queue. */
  async storeKept() {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(keptKey()))) {
      const [id, post] = JSON.parse(localStorage.getItem(key) ?? "");
      await this.put(id, post);
      // Not earlier, as this page may also be left at any time.
      localStorage.removeItem(key);
    }
  }

  /**
   * @param {number} id
   * @param {StepPost} post
   */
  async put(id, post) {
    await this.forms.update(id, (unsent) => unsent.state === "edited" && unsent.posts
      ? { ...unsent, posts: [...unsent.posts.filter(({ path }) => path !== post.path), post] } : undefined);
  }

  /**
   * The steps of a form that goes to the queue: the earlier ones and the present one.
   * @param {import("../submission.mjs").Post} press
   * @returns {Promise<StepPost[]|undefined>} undefined: the form has one page.
   */
  async posts(press) {
    if (!stepOf(press.form)) return undefined;
    const post = saved(press);
    const before = await this.formOf(String(press.body.get(this.pageCache.settings.filling)));
    return [...(before?.posts ?? []).filter(({ path }) => path !== post.path), post];
  }

  /** @param {string} token */
  async formOf(token) { return (await this.forms.all()).find((form) => form.token === token && form.state !== "sent"); }

  /**
   * The address of the step to which a press leads, if that step's page is cached; else undefined.
   * @param {Pick<import("../submission.mjs").Post, "form"|"button">} press
   */
  async nextPath({ form, button }) {
    const [, goOn] = words("sending").split(" ");
    const [, , back] = words("leaving").split(" ");
    const step = stepOf(form);
    const direction = button?.name !== words("press") ? 0 : button?.value === goOn ? 1 : button?.value === back ? -1 : 0;
    if (step === 0 || direction === 0 || controlsOf(form).some((control) => isPassword(control) && control.value)) return undefined;
    // No step is skipped: the input may have made it visible.
    const path = pathOf(step + direction);
    // The form on the page may be the blank one from which the draft was begun.
    const draft = [this.page.path(), form.getAttribute("action")].map((address) => new URL(address, location.href).searchParams.get("draft"))
      .find((name) => name && name !== "new");
    const own = draft ? withDraftName(path, draft) : path;
    if (await this.pageCache.current(own)) return own;
    // A blank page would hide what the server has of a step that was filled in before.
    const queued = await this.formOf(form.querySelector(`[name=${this.pageCache.settings.filling}]`)?.value);
    const isKnown = direction > 0 || queued?.posts?.some((post) => post.path === path);
    return isKnown && await this.pageCache.current(path) ? path : undefined;
  }
}

/**
 * @param {string} path
 * @param {string} draft
 */
const withDraftName = (path, draft) => `${path}${path.includes("?") ? "&" : "?"}draft=${draft}`;

/**
 * The address at which a step's page is shown with its input: that of the draft, or the blank one.
 * @param {string} path
 */
export const stepAddress = (path) => /[?&]draft=/.test(path) ? path : withDraftName(path, "new");

/**
 * The input of the current page; undefined if there is none yet.
 * @param {HTMLFormElement} form
 * @param {StepPost[]} posts
 */
export const postOf = (form, posts) => posts.find(({ path }) => path === pathOf(stepOf(form)));
