// @ts-check

// Has the server keep what is typed: after a pause, on leaving a field, on leaving the page. Says so quietly; where it cannot
// be kept, says that too, and tries again.

import { announce, words } from "./words.mjs";

/** Milliseconds without input before it counts as a pause, and after a field was left: a press brings it as well. */
const pause = 1000;
const pauseAfterField = 250;
/** Milliseconds until it is tried again; each time twice as long, up to the last. */
const firstRetry = 5000;
const lastRetry = 60_000;
/** Characters that browsers send for a page that is being left (Fetch, `keepalive`: 64 KiB in all). */
const lastWordLimit = 60_000;

/** This file comes by itself, with modules of its own: what is known of the page is told to it. */
export class DraftSaver {
  /** @type {number|undefined} */
  timer;
  retry = firstRetry;
  isFailing = false;
  /** Whether it was heard that all is saved. */
  isAnnounced = false;
  /**
   * A cell whose problems were not asked for, as it was being typed into.
   * @type {string|null}
   */
  unfinished = null;

  /**
   * @param {object} page
   * @param {() => HTMLFormElement|null} page.formInFront the form whose input is saved; null: there is none.
   * @param {(form: HTMLFormElement) => boolean} page.hasUnsaved whether the server has not seen all of its input, and of what was left by Back.
   * @param {() => boolean} page.isRestoring whether what was entered before is still to come back into the page.
   * @param {(form: HTMLFormElement, unfinished: string|null) => Promise<boolean|undefined>} page.save
   * @param {(form: HTMLFormElement) => URLSearchParams|FormData} page.encode
   */
  constructor(page) {
    this.page = page;
  }

  start() {
    addEventListener("input", () => this.onInput());
    addEventListener("change", () => this.wait(pauseAfterField));
    // What was left by Back has not come to the server yet.
    addEventListener("left", () => this.wait(pause));
    // A date of which only a part is there has changed without a word.
    addEventListener("focusout", ({ target }) => {
      if (this.unfinished !== null || target.validity?.badInput) this.wait(pauseAfterField);
    });
    addEventListener("online", () => this.wait(0));
    addEventListener("pageshow", () => this.wait(0));
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") this.saveLast(); });
    addEventListener("pagehide", () => this.saveLast());
    this.onInput();
  }

  onInput() {
    if (!this.isFailing) this.say("");
    this.wait(pause);
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.saveNow(), milliseconds);
  }

  async saveNow() {
    const form = this.page.formInFront();
    if (!form) return;
    const now = cellInWork();
    if (this.page.hasUnsaved(form) || (this.unfinished !== null && now !== this.unfinished)) {
      const isSaved = await this.page.save(form, now);
      if (isSaved === undefined) return;
      if (!isSaved) {
        this.isFailing = true;
        this.say("unsaved");
        this.wait(this.retry);
        this.retry = Math.min(2 * this.retry, lastRetry);
        return;
      }
      this.unfinished = now;
      // Typed meanwhile: another pause is on its way.
      if (this.page.hasUnsaved(form)) return;
    }
    if (this.isFailing) this.isAnnounced = false;
    [this.isFailing, this.retry] = [false, firstRetry];
    this.say("saved");
  }

  /** The page is being left: nobody waits for an answer. */
  saveLast() {
    const form = this.page.formInFront();
    if (!form || this.page.isRestoring() || !this.page.hasUnsaved(form)) return;
    const body = this.page.encode(form);
    fetch(form.getAttribute("action"), { method: "POST", body, keepalive: String(body).length < lastWordLimit }).catch(() => {});
  }

  /**
   * Shows how it stands with the input. That it is saved is heard once; then only bad news, and that it is over: a pause in typing
   * says other things.
   * @param {string} name
   */
  say(name) {
    const line = document.querySelector("#_save_state") ?? this.addLine();
    const text = name && words(name);
    if (!line || line.textContent === text) return;
    // It is heard by itself the first time: its line is there since the input began.
    if (!name && this.isAnnounced) line.removeAttribute("role");
    line.textContent = text;
    line.toggleAttribute("data-failed", name === "unsaved");
    if (!line.role && (name === "unsaved" || (name === "saved" && !this.isAnnounced))) announce(text);
    if (name === "saved") this.isAnnounced = true;
  }

  addLine() {
    const line = document.createElement("p");
    line.id = "_save_state";
    line.className = "save-state";
    line.dataset.kept = "";
    if (!this.isAnnounced) line.role = "status";
    document.querySelector("main > .actions")?.append(line);
    return line.isConnected ? line : null;
  }
}

/** The cell that is being typed into and was not found wrong yet; null: none, or the form was not refused. */
function cellInWork() {
  const { activeElement } = document;
  if (!document.querySelector("#_problems") || !activeElement?.name) return null;
  return activeElement.getAttribute("aria-invalid") === "true" ? null : activeElement.name.replace(/\..*$/, "");
}
