// @ts-check

// The page "This Device" and the offline page: list the cached and the queued forms, and clear the device.

import { arrival } from "../arrival.mjs";
import { words } from "../words.mjs";
import { PageCache } from "./page-cache.mjs";
import { deleteInput, deleteKept, nameOf, scopeOf } from "./names.mjs";
import { anchorOf, UnsentForms } from "./unsent-forms.mjs";
import { openRefused } from "./unsent-panel.mjs";

/** @typedef {import("./page-cache.mjs").CachedPage} CachedPage */

/**
 * The element with the words of the page.
 * @typedef {HTMLElement & {
 *   dataset: { refused: string, remove: string, removed: string, undo: string, notSent: string }
 * }} DeviceElement
 */

/**
 * Whether a page is a form's page: for a blank form only the first one, as steps are reached from there.
 * @param {CachedPage} page
 */
const isFormPage = ({ path, isDraft }) => /\/forms\/[^/]*$/.test(path.split("?")[0]) && (isDraft || !path.includes("?"));

/**
 * A key that is the same for all steps of a draft.
 * @param {CachedPage} page
 */
const formOf = ({ path }) => {
  const { pathname, searchParams } = new URL(path, location.href);
  return `${pathname} ${searchParams.get("draft")}`;
};

/** Characters of an answer that are shown to distinguish forms. */
const answerLimit = 40;

/**
 * The names of a form's cells, with the input.
 * @param {import("./unsent-forms.mjs").UnsentForm} form
 * @returns {[string, string][]}
 */
function answersOf(form) {
  return (form.posts ?? [form]).flatMap(({ fields, choices = [] }) => {
    const texts = new Map(choices);
    // A picker's field is not a text: "v" means that nothing is chosen.
    const textOf = (name, value) => typeof value !== "string" ? value.name : !texts.has(name) ? value : value === "v" ? "" : texts.get(name) ?? "";
    return fields.filter(([name]) => !name.startsWith("_")).map(([name, value]) => /** @type {[string, string]} */ ([name, textOf(name, value)])).filter(([, text]) => text);
  });
}

/** @param {import("./unsent-forms.mjs").UnsentForm} form */
function firstAnswerOf(form) {
  const [, text = ""] = answersOf(form)[0] ?? [];
  const letters = [...text];
  return letters.length > answerLimit ? `${letters.slice(0, answerLimit).join("")}…` : text;
}

/** @param {number} time */
const timeText = (time) => new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(time);

/** Milliseconds until a page that could not be fetched is tried again; doubled each time, up to the last value. */
const firstPause = 2000;
const lastPause = 60_000;

/** Tries to fetch the page that the offline page replaces, until this succeeds. */
class MissingPage {
  /** @type {number|undefined} */
  timer;
  pause = firstPause;

  start() {
    // Browsers report that they are online even if the site cannot be reached.
    addEventListener("online", () => this.ask());
    // The network may be back by now. If the page was reloaded, it was back but failed again.
    if (arrival() === "reload") this.wait();
    else this.ask();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), this.pause);
    this.pause = Math.min(2 * this.pause, lastPause);
  }

  async ask() {
    try {
      await (await fetch(location.href)).text();
    } catch {
      this.wait();
      return;
    }
    location.reload();
  }
}

export default class Device {
  /** @param {DeviceElement} element */
  constructor(element) {
    this.element = element;
    /** @type {UnsentForms|undefined} */
    this.forms = undefined;
    this.scope = scopeOf(document.head.dataset.script);
    this.form = document.querySelector("main.device form");
    this.form?.addEventListener("submit", (event) => this.clear(event));
    this.channel = new BroadcastChannel(`${nameOf(this.scope)}unsent`);
    this.channel.addEventListener("message", () => this.show());
    this.show().catch(reportError);
    // The offline page has the address of the page that could not be fetched.
    if (document.querySelector("main.device > .actions") && location.pathname !== `${this.scope}offline`) new MissingPage().start();
  }

  async show() {
    // The visitor's settings may forbid storage: then nothing waits.
    this.forms ??= await UnsentForms.open(this.scope).catch(() => undefined);
    const unsent = await this.unsent();
    /** @type {import("./page-cache.mjs").Settings} */
    const settings = JSON.parse(words("offline") || "{}");
    // The newest page of each blank form, and of each draft.
    const all = await new PageCache(this.scope, settings).list().catch(() => []);
    const pages = [...new Map(all.filter(isFormPage).reverse().map((page) => [formOf(page), page])).values()].reverse();
    this.fill("unsent", unsent.map((form) => this.unsentEntry(form)));
    this.fill("pages", pages.map((page) => this.entry(page.path, page.title, page.isDraft ? page.at : 0)));
    this.element.querySelector("[data-device=none]").hidden = unsent.length + pages.length > 0;
    this.showCount(unsent.length);
  }

  /** The forms that are not sent. */
  async unsent() { return (await this.forms?.all() ?? []).filter(({ state }) => state !== "sent"); }

  /** @param {number} count forms that are not sent: clearing deletes them only on request. */
  showCount(count) {
    const also = this.form?.querySelector("[data-device=also]");
    if (!also) return;
    also.hidden = count === 0;
    const text = also.querySelector("[data-text]");
    text.textContent = text.dataset.text.replace("{count}", () => new Intl.NumberFormat(document.documentElement.lang).format(count));
  }

  /**
   * @param {string} name
   * @param {HTMLElement[]} entries
   */
  fill(name, entries) {
    const section = this.element.querySelector(`[data-device=${name}]`);
    section.hidden = entries.length === 0;
    section.querySelector("ul").replaceChildren(...entries);
  }

  /**
   * @param {string} href
   * @param {string} title
   * @param {number} time 0: it is not shown.
   */
  entry(href, title, time) {
    const item = document.createElement("li");
    item.className = "entry";
    const link = document.createElement("a");
    link.href = href;
    const name = document.createElement("span");
    name.className = "entry-title";
    name.textContent = title;
    link.append(name);
    if (time > 0) link.append(" ", this.note(timeText(time)));
    item.append(link);
    return item;
  }

  /** @param {string} text */
  note(text) {
    const note = document.createElement("span");
    note.className = "entry-text";
    note.textContent = text;
    return note;
  }

  /** @param {import("./unsent-forms.mjs").UnsentForm} form */
  unsentEntry(form) {
    const isRefused = form.state === "refused";
    const title = isRefused ? this.element.dataset.refused.replace("{form}", () => form.title) : form.title;
    const item = this.entry(form.path + anchorOf(form), title, form.at);
    // Distinguishes two forms of the same kind.
    const answer = firstAnswerOf(form);
    if (answer) item.querySelector("a")?.append(" ", this.note(answer));
    item.querySelector("a")?.addEventListener("click", (event) => {
      // If nothing works offline any more, no page will send it automatically.
      if (!isRefused && words("offline")) return;
      event.preventDefault();
      openRefused(form);
    });
    if (isRefused && form.reason) item.querySelector("a")?.append(" ", this.note(form.reason));
    if (form.isGone) item.querySelector("a")?.replaceWith(...item.querySelector("a")?.childNodes ?? [], this.listAnswers(form));
    const name = [title, timeText(form.at), answer].filter(Boolean).join(", ");
    item.append(this.button(this.element.dataset.remove, name, () => this.remove(form, name, item)));
    return item;
  }

  /**
   * Lists the input of a form for which the server no longer has a page, by the names of its cells, so that it can be copied.
   * @param {import("./unsent-forms.mjs").UnsentForm} form
   */
  listAnswers(form) {
    const list = document.createElement("dl");
    for (const [name, text] of answersOf(form)) {
      const [term, answer] = ["dt", "dd"].map((kind) => document.createElement(kind));
      term.textContent = name;
      answer.textContent = text;
      list.append(term, answer);
    }
    const details = document.createElement("div");
    details.className = "entry-text";
    details.append(this.element.dataset.notSent, list);
    return details;
  }

  /**
   * @param {string} word
   * @param {string} title the form that the button acts on.
   * @param {() => void} act
   */
  button(word, title, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.textContent = word;
    button.ariaLabel = `${word}: ${title}`;
    button.addEventListener("click", act);
    return button;
  }

  /**
   * Deletes a form that was not sent. A text in its place says so, with a button to undo it.
   * @param {import("./unsent-forms.mjs").UnsentForm} form
   * @param {string} name
   * @param {HTMLElement} item
   */
  async remove(form, name, item) {
    await this.forms?.delete(Number(form.id));
    const undo = this.button(this.element.dataset.undo, name, async () => {
      await this.forms?.put(form);
      await this.show();
      // A form that the server no longer has has no link.
      const link = this.element.querySelector(`a[href$="${anchorOf(form)}"]`);
      (link ?? this.element.querySelector("[data-device=unsent] h2")).focus();
    });
    const note = this.note(this.element.dataset.removed.replace("{label}", () => form.title));
    note.role = "status";
    item.replaceChildren(note, " ", undo);
    this.showCount((await this.unsent()).length);
    this.channel.postMessage("changed");
    undo.focus();
  }

  /**
   * Deletes what the browser stores, then ends the session at the server. Queued forms are kept unless their box is ticked.
   * @param {SubmitEvent} event
   */
  async clear(event) {
    event.preventDefault();
    const form = event.target;
    const takesUnsent = (await this.unsent()).length === 0 || form.querySelector("#_also").checked;
    try {
      deleteInput(this.scope);
      if (takesUnsent) await this.forms?.clear();
      await deleteKept(this.scope);
      // With waiting forms, the service worker is kept to send them.
      const registration = takesUnsent ? await navigator.serviceWorker?.getRegistration(this.scope) : undefined;
      await registration?.unregister();
    } finally {
      HTMLFormElement.prototype.submit.call(form);
    }
  }
}
