// @ts-check

// Forms without a network, in a page: registers the service worker, caches the pages of opened forms, and queues forms that
// could not be sent. Does nothing in a browser without service workers.

import { arrival } from "../arrival.mjs";
import { controlsOf, isPassword, theForm } from "../controls.mjs";
import { isGone } from "../html.mjs";
import { announce, counted, hush, words } from "../words.mjs";
import { PageCache } from "./page-cache.mjs";
import { newToken, scopeOf } from "./names.mjs";
import { choicesIn, OfflineSteps, postOf, stepAddress } from "./offline-steps.mjs";
import { OfflineViews } from "./offline-views.mjs";
import { lineWith, openedKey, openRefused, restoreForm, unsentTitle, UnsentPanel } from "./unsent-panel.mjs";
import { bodyOf, Sender } from "./sender.mjs";
import { anchorOf, bytesOf, draftOfForm, formInAddress, UnsentForms } from "./unsent-forms.mjs";

/** Milliseconds until waiting forms are tried again; doubled each time, up to the last value. */
const firstPause = 1000;
const lastPause = 300_000;
/** Milliseconds to wait for the answer whether the server has a form. */
const askPatience = 5000;
/** The number of unfinished forms that a page names. */
const leftLimit = 3;

/**
 * What the page is asked for: this file comes with copies of what it imports.
 * @typedef {{
 *   say: (text: string, word: string, act: () => void) => void, leaveFor: (url: string) => void, replaceWith: (url: string) => void,
 *   forgetInput: () => void, noteStored: (form: HTMLFormElement) => void, path: () => string, setChoice: (field: HTMLInputElement, value: string, text: string) => void,
 *   showView: (view: HTMLFormElement, button: HTMLButtonElement, leave: () => void) => Promise<void>, hideView: (dialog: HTMLDialogElement) => Promise<void>,
 *   restoreInput: () => void, isDraftKept: (draft: string) => boolean, isTouched: (control: import("../controls.mjs").Control) => boolean, replaceStep: (url: string) => void,
 *   sendFirst: (action: string, body: FormData|URLSearchParams) => void,
 *   nameNew: (action: string) => string, hasToSend: () => boolean, encode: (form: HTMLFormElement) => Pick<import("../submission.mjs").Post, "action"|"body">
 * }} Page
 */

export class Offline {
  /** @type {number|undefined} */
  timer;
  pause = firstPause;
  waitingCount = 0;
  /**
   * Forms that were begun, or taken out of the queue, and then left.
   * @type {import("./unsent-forms.mjs").UnsentForm[]}
   */
  left = [];
  /** Whether the page is being left for the receipt of its form, which is no longer in the queue. */
  isLeaving = false;
  /** @type {UnsentPanel|undefined} */
  panel;

  /**
   * @param {Page} page
   * @param {string} scope
   * @param {ServiceWorkerRegistration} registration
   * @param {UnsentForms} forms
   */
  constructor(page, scope, registration, forms) {
    this.page = page;
    this.scope = scope;
    this.registration = registration;
    this.forms = forms;
    this.sender = new Sender(forms, scope);
    /** @type {import("./page-cache.mjs").Settings} */
    this.settings = JSON.parse(words("offline"));
    this.pageCache = new PageCache(scope, this.settings);
    /** The name of the first script of this version. */
    this.script = String(document.head.dataset.script).replace(/^.*?(?=assets\/)/, "");
    this.views = new OfflineViews(page, this.pageCache, this.script);
    this.steps = new OfflineSteps(page, this.pageCache, this.views, forms, this.script);
  }

  /**
   * @param {Page} page
   * @returns {Promise<Offline|undefined>} undefined: this browser does not support it.
   */
  static async start(page) {
    if (!isSecureContext || !navigator.serviceWorker || !navigator.locks || !globalThis.BroadcastChannel) return undefined;
    const scope = scopeOf(document.head.dataset.script);
    let registration;
    let forms;
    try {
      registration = await navigator.serviceWorker.register(`${scope}service-worker.js`, { scope });
      forms = await UnsentForms.open(scope);
    } catch {
      // The visitor's settings forbid it, or a host does not serve it: the page continues without it.
      return undefined;
    }
    if (!registration) return undefined;
    const offline = new Offline(page, scope, registration, forms);
    await offline.begin();
    return offline;
  }

  async begin() {
    const link = document.createElement("link");
    link.rel = "manifest";
    // Behind a proxy that asks for a password, the browser could not fetch it otherwise.
    link.crossOrigin = "use-credentials";
    link.href = `${this.scope}manifest.webmanifest`;
    document.head.append(link);
    await this.closeOpened();
    await this.steps.storeKept();
    await this.nameQueued();
    await this.showUnsent();
    this.sender.channel.addEventListener("message", ({ data }) => data.sent ? this.leaveSent(data) : this.refresh());
    addEventListener("online", () => this.sendNow());
    // A step that was left shows its earlier state: later input is in the queue.
    addEventListener("pageshow", ({ persisted }) => { if (persisted && theForm()?.hasAttribute("data-kept-unsent") && !this.panel) location.reload(); });
    addEventListener("popstate", () => { if (!formInAddress()) this.hidePanel(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.sendNow(); });
    await this.refresh();
    this.sendNow();
    // If there is no room, or the network is down, pages continue as usual.
    this.keepFiles().catch(() => {}).then(() => this.keepBlank()).catch(() => {});
  }

  /** Caches the files that this page has requested. They are still in the browser's HTTP cache. */
  async keepFiles() {
    const own = `${location.origin}${this.scope}assets/`;
    const asked = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(own));
    for (const address of new Set(asked)) if (!await caches.match(address, { ignoreVary: true })) await this.pageCache.keepFile(this.script, address);
  }

  /** Caches the blank page of this form and the page of its draft, unless the service worker has done so. */
  async keepBlank() {
    const action = theForm()?.getAttribute("action") ?? location.pathname;
    const [, form] = action.startsWith(`${this.scope}forms/`) ? action.slice(this.scope.length).split(/[/?]/) : [];
    if (!form || navigator.connection?.saveData || this.settings.secrets.some((name) => document.querySelector(`[name=${name}]`))) return;
    const path = `${this.scope}forms/${form}`;
    if (!await this.pageCache.hasBlank(path, this.script)) await this.fetchPage(`${path}?draft=new`);
    const key = this.pageCache.keyOf(this.page.path());
    if (key !== null && new URL(key, location.href).searchParams.has("draft") && !await this.pageCache.current(key)) await this.fetchPage(key);
    await this.steps.cachePages(theForm());
    await this.views.cacheViews(theForm());
  }

  /** @param {string} path */
  async fetchPage(path) {
    const response = await fetch(path);
    if (response.ok) await this.pageCache.keep(path, await response.text(), response.headers.get("Content-Security-Policy"));
  }

  /**
   * Caches a page that came as the answer to a post.
   * @param {string} path
   * @param {string} html
   * @param {string|null|undefined} policy
   */
  async keep(path, html, policy) {
    if (policy) {
      // This comes first: until then, a reload leads to the step that was stored last.
      await this.dropSteps();
      await this.pageCache.keep(path, html, policy);
    }
    this.showWaiting();
  }

  /** Removes the stored steps of the current form because the server has them, unless some are still to be sent. */
  async dropSteps() {
    if (this.page.hasToSend()) return;
    const token = theForm()?.querySelector(`[name=${this.settings.filling}]`)?.value;
    const form = token && await this.steps.formOf(token);
    if (form && form.state === "edited" && form.posts) await this.forms.delete(Number(form.id));
  }

  /**
   * Called when another tab has sent a form: this tab shows its receipt if it showed the form.
   * @param {{ sent: number, url: string }} message
   */
  leaveSent({ sent, url }) {
    if (sent !== this.panel?.unsent.id) return;
    this.isLeaving = true;
    this.page.forgetInput();
    this.page.leaveFor(url);
  }

  /**
   * Removes a form that was sent.
   * @param {string|null} draft null: none had begun at the server.
   */
  async forget(draft) {
    const token = theForm()?.querySelector(`[name=${this.settings.filling}]`)?.value;
    // Also a form that was refused, and then corrected in its draft.
    const edited = (await this.forms.all()).filter((form) => /edited|refused/.test(form.state) && form.token === token);
    for (const form of edited) await this.forms.delete(Number(form.id));
    if (draft !== null) await this.pageCache.forget(draft);
    await this.pageCache.forgetUsed(location.pathname);
  }

  /**
   * Does what a press asks for, without the server.
   * @param {import("../submission.mjs").Post} press
   * @returns {Promise<boolean>} false: the press needs the server.
   */
  async doOffline(press) {
    if (press.button?.matches(".picker-button")) return this.views.show(press.button);
    await this.steps.storeKept();
    const path = await this.steps.nextPath(press);
    return path === undefined ? this.keepUnsent(press) : this.goToStep(path, press);
  }

  /**
   * Stores a step in the queue, as a form that is being edited, and shows another step.
   * @param {string} path
   * @param {import("../submission.mjs").Post} press
   */
  async goToStep(path, press) {
    const before = await this.steps.formOf(String(press.body.get(this.settings.filling)));
    const posts = await this.steps.posts(press) ?? [];
    const bytes = posts.reduce((sum, post) => sum + bytesOf(post.fields), 0);
    const unsent = { ...before, ...this.unsentForm(press), path: stepAddress(path), state: /** @type {const} */ ("edited"), posts, bytes };
    try {
      unsent.id = await this.forms.add(unsent);
      this.page.noteStored(press.form);
      // Back finds the form by its address.
      history.replaceState(history.state, "", location.pathname + location.search + anchorOf(unsent));
      this.page.leaveFor(unsent.path + anchorOf(unsent));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * @param {import("../submission.mjs").Post} press
   * @returns {import("./unsent-forms.mjs").UnsentForm}
   */
  unsentForm({ form, action, body }) {
    /** @type {[string, string|File][]} */
    const fields = [...body];
    const { pathname, search } = new URL(action, location.href);
    // In the heading of a step, the form's title comes first.
    const title = document.querySelector("h1 .caption") ?? document.querySelector("h1");
    return {
      token: String(body.get(this.settings.filling)), title: title?.textContent.trim() ?? document.title,
      path: this.page.path(), action: pathname + search, isMultipart: body instanceof FormData, fields, at: Date.now(),
      state: "waiting", bytes: bytesOf(fields),
      choices: choicesIn(form),
    };
  }

  /**
   * Queues a form that could not be sent.
   * @param {import("../submission.mjs").Post} press
   * @returns {Promise<boolean>} false: it is not queued, as it has a password or the browser has no room.
   */
  async keepUnsent({ form, button, action, body }) {
    const [submit] = words("sending").split(" ");
    if (button?.name !== words("press") || button?.value !== submit) return false;
    // A password is sent only by the visitor.
    if (controlsOf(form).some((control) => isPassword(control) && control.value)) return false;
    if (await this.forms.isSecond(String(body.get(this.settings.filling)), [...body])) {
      // Without its draft it would be refused.
      if ([this.settings.seal, ...this.settings.secrets].some((name) => body.has(name))) return false;
      this.rename({ form, body });
      form.setAttribute("action", action = this.page.nameNew(action));
    }
    const unsent = { ...this.unsentForm({ form, action, body }), posts: await this.steps.posts({ form, action, body }) };
    try {
      unsent.id = await this.forms.add(unsent);
    } catch {
      return false;
    }
    // With this, a browser that is short of room, or unused for a week, keeps the forms. Firefox asks the visitor once.
    if (this.waitingCount === 0) navigator.storage?.persist?.().catch(() => {});
    await this.pageCache.forgetUsed(location.pathname);
    history.replaceState(history.state, "", unsent.path + anchorOf(unsent));
    this.showPanel(unsent);
    await this.refresh();
    this.registration.sync?.register("formcells unsent").catch(() => {});
    this.wait();
    return true;
  }

  /**
   * Gives the form on the page, and its post, another name.
   * @param {Pick<import("../submission.mjs").Post, "form"|"body">} press
   */
  rename({ form, body }) {
    const token = newToken();
    body.set(this.settings.filling, token);
    form.querySelector(`[name=${this.settings.filling}]`).value = token;
  }

  /**
   * If the draft of this page has a waiting form, the page shows old input: the waiting form replaces it, with the input since
   * then.
   */
  async nameQueued() {
    const form = theForm();
    const token = form?.querySelector(`[name=${this.settings.filling}]`)?.value;
    const queued = token && !formInAddress() && await this.steps.formOf(token);
    if (!queued || queued.state === "refused") return;
    if (queued.posts) {
      this.restoreStep(form, queued.posts);
      this.steps.follow(form, Number(queued.id));
      // It goes to the queue, and is kept nowhere else.
      if (queued.state === "edited") addEventListener("pagehide", () => this.page.noteStored(form));
      this.page.replaceWith(queued.path + anchorOf(queued));
    } else history.replaceState(history.state, "", location.pathname + location.search + anchorOf(queued));
  }

  /** Shows the unsent form that the address names. */
  async showUnsent() {
    const named = formInAddress();
    if (!named) return;
    const unsent = await this.forms.get(named.id);
    const form = theForm();
    if (!unsent && named.draft) await this.showDraft(named.draft);
    if (!unsent || unsent.state === "sent" || !form) {
      this.hidePanel();
      return;
    }
    if (unsent.posts) this.showStep(form, unsent, unsent.posts);
    else restoreForm(form, unsent, this.page);
    if (unsent.state !== "edited") {
      this.showPanel(unsent);
      return;
    }
    // Newer values, from before a reload.
    if (!unsent.posts) this.page.restoreInput();
    this.hidePanel(unsent);
  }

  /**
   * Goes to the page of a form whose steps, or all of it, the server has received since. If that is not known, the browser shows its
   * cached page, or says that it needs the network: the current page would be a blank one. The result is then never settled, as a post of
   * the current page would begin another form.
   * @param {string} draft
   * @returns {Promise<void>} settled if neither the server nor this tab has it.
   */
  async showDraft(draft) {
    const address = new URL(location.href);
    address.searchParams.set("draft", draft);
    address.hash = "";
    // @ts-expect-error: newer than the checker's description of browsers.
    const signal = AbortSignal.timeout(askPatience);
    const isLost = await fetch(address, { signal })
      .then(async (page) => [404, 410].includes(page.status) || isGone(await page.text())).catch(() => false);
    if (isLost && !this.page.isDraftKept(draft)) return;
    this.page.replaceStep(address.href);
    await new Promise(() => {});
  }

  /**
   * Shows the input of this step. The server gets the earlier steps first.
   * @param {HTMLFormElement} form
   * @param {import("./unsent-forms.mjs").UnsentForm} unsent
   * @param {import("./unsent-forms.mjs").StepPost[]} posts
   */
  showStep(form, unsent, posts) {
    const own = this.restoreStep(form, posts);
    // Newer values, from before a reload.
    this.page.restoreInput();
    const token = form.querySelector(`[name=${this.settings.filling}]`);
    if (token) token.value = unsent.token;
    this.steps.follow(form, Number(unsent.id));
    // As after an answer of the server, reading begins at the step's heading.
    const heading = document.querySelector("h1");
    if (heading && document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus();
    }
    for (const post of posts) if (post !== own) this.page.sendFirst(post.action, bodyOf(post));
  }

  /**
   * @param {HTMLFormElement} form
   * @param {import("./unsent-forms.mjs").StepPost[]} posts
   */
  restoreStep(form, posts) {
    const own = postOf(form, posts);
    if (own) restoreForm(form, own, this.page);
    return own;
  }

  /** @param {import("./unsent-forms.mjs").UnsentForm} unsent */
  showPanel(unsent) {
    this.panel?.hide();
    this.panel = new UnsentPanel(unsent, this.scope, () => this.edit(unsent));
    this.panel.show();
    // The waiting form has them. Its address may also be that of the next blank form.
    this.page.forgetInput();
  }

  /** @param {import("./unsent-forms.mjs").UnsentForm} [unsent] a form in steps keeps its name in the address: it names the other steps. */
  hidePanel(unsent) {
    if (formInAddress() && !unsent?.posts) history.replaceState(history.state, "", location.pathname + location.search);
    if (!this.panel) return;
    this.panel.hide();
    this.panel = undefined;
  }

  /**
   * Takes a form out of the queue to edit it; it stays on the device until it is sent. If it is just being sent, this waits
   * for that.
   * @param {import("./unsent-forms.mjs").UnsentForm} unsent
   */
  async edit(unsent) {
    const id = Number(unsent.id);
    const now = await this.sender.alone(() =>
      this.forms.update(id, (form) => form.state === "waiting" ? { ...form, state: "edited" } : undefined));
    if (now?.state === "refused") this.openRefused(now);
    else if (now?.state !== "sent") this.hidePanel(now);
    this.sender.channel.postMessage("changed");
    await this.refresh();
  }

  /**
   * Opens a form that was refused. If the server has no page for it, it is shown on this device.
   * @param {import("./unsent-forms.mjs").UnsentForm} form
   */
  openRefused(form) {
    if (form.isGone) this.page.leaveFor(`${this.scope}device`);
    else openRefused(form);
  }

  /** Removes a form from the queue once its page was opened and has its input. If the page could not be loaded, the form is kept. */
  async closeOpened() {
    const opened = sessionStorage.getItem(openedKey);
    sessionStorage.removeItem(openedKey);
    if (!opened || arrival() !== "navigate") return;
    const [id, token] = JSON.parse(opened);
    const field = document.querySelector(`form.form [name=${this.settings.filling}]`);
    // A page that says that there is no such form does not have its input.
    const isReceived = new URLSearchParams(location.search).has("receipt") || document.querySelector("main[data-draft]") !== null;
    if (isReceived || field?.value === token) await this.forms.delete(id);
  }

  async sendNow() {
    this.pause = firstPause;
    await this.send();
  }

  async send() {
    clearTimeout(this.timer);
    const isDone = await this.sender.sendAll();
    await this.refresh();
    if (!isDone) this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), this.pause);
    this.pause = Math.min(2 * this.pause, lastPause);
  }

  /** Shows the state of the forms: how many wait, what was sent, and what was refused. */
  async refresh() {
    const all = await this.forms.all();
    if (this.isLeaving) return;
    this.waitingCount = all.filter(({ state }) => state === "waiting").length;
    const token = theForm()?.querySelector(`[name=${this.settings.filling}]`)?.value;
    this.left = all.filter((form) => form.state === "edited" && form.token !== token && form.id !== formInAddress()?.id).slice(-leftLimit);
    this.showWaiting();
    const mine = all.find(({ id }) => id === this.panel?.unsent.id);
    if (mine?.state === "refused") this.panel?.update(mine);
    if (this.panel && !mine) {
      // Another tab has sent it, or taken it back.
      this.page.forgetInput();
      this.page.leaveFor(this.page.path());
      return;
    }
    for (const form of all.filter(({ state }) => state === "sent")) {
      if (form !== mine && document.hidden) continue;
      this.isLeaving = form === mine;
      this.sender.channel.postMessage({ sent: form.id, url: form.url });
      await this.forms.delete(Number(form.id));
      await this.pageCache.forget(draftOfForm(form));
      if (form === mine) {
        this.page.forgetInput();
        this.page.leaveFor(String(form.url));
        return;
      }
      this.page.say(words("sent").replace("{form}", () => form.title), words("receipt"), () => this.page.leaveFor(String(form.url)));
    }
    const refused = all.find((form) => form.state === "refused" && form !== mine);
    if (refused && !document.hidden) this.page.say(words("refused").replace("{form}", () => refused.title), words("open"), () => this.openRefused(refused));
  }

  /** Shows on the page how many forms wait, and which ones were begun and left. */
  showWaiting() {
    const links = [];
    if (this.waitingCount > 0) links.push({ text: counted("waiting", { count: this.waitingCount }), href: `${this.scope}device` });
    for (const form of this.left) links.push({ text: `${unsentTitle()} – ${form.title}`, href: form.path + anchorOf(form) });
    const lines = [...document.querySelectorAll(".unsent-line")];
    const text = links.map((link) => link.text).join(" ");
    if (lines.map(({ textContent }) => textContent).join(" ") === text) return;
    for (const line of lines) line.remove();
    if (!text) hush();
    const place = document.querySelector("main:not(.device) .page-head");
    if (!text || !place) return;
    place.after(...links.map(lineWith));
    announce(text);
  }
}
