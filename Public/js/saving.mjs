// @ts-check

// Has the server save what is typed: after a pause, on leaving a field, on leaving the page. It shows this quietly; if saving
// fails, it shows that too, and tries again.

import { announce, words } from "./words.mjs";

/** Milliseconds without input that count as a pause, and milliseconds after a field was left: a press may already send the input. */
const pause = 1000;
const pauseAfterField = 250;
/** Milliseconds until saving is tried again; doubled each time, up to the last value. */
const firstRetry = 5000;
const lastRetry = 60_000;
/** Characters that browsers send for a page that is being left (Fetch, `keepalive`: 64 KiB in all). */
const lastWordLimit = 60_000;

/** Saves the draft. This file is loaded separately, with its own copies of modules: it gets what it needs to know of the page. */
export class DraftSaver {
  /** @type {number|undefined} */
  timer;
  retry = firstRetry;
  isFailing = false;
  /** Whether it was announced that everything is saved. */
  isAnnounced = false;
  /**
   * A cell that was being typed into, whose problems were therefore not requested.
   * @type {string|null}
   */
  unfinished = null;

  /**
   * @param {object} page
   * @param {() => HTMLFormElement|null} page.formInFront the form whose input is saved; null: there is none.
   * @param {(form: HTMLFormElement) => boolean} page.hasUnsaved whether the server lacks some of its input, or of what was left by Back.
   * @param {() => boolean} page.isRestoring whether earlier input still has to be put back into the page.
   * @param {(form: HTMLFormElement, unfinished: string|null) => Promise<boolean|undefined>} page.save
   * @param {(form: HTMLFormElement) => URLSearchParams|FormData} page.encode
   */
  constructor(page) {
    this.page = page;
  }

  start() {
    addEventListener("input", () => this.onInput());
    addEventListener("change", () => this.wait(pauseAfterField));
    // The server does not have the input of what was left by Back yet.
    addEventListener("left", () => this.wait(pause));
    // A partly entered date changes without an event.
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
      // More was typed meanwhile: another save will follow.
      if (this.page.hasUnsaved(form)) return;
    }
    if (this.isFailing) this.isAnnounced = false;
    [this.isFailing, this.retry] = [false, firstRetry];
    this.say("saved");
  }

  /** Saves while the page is being left: nobody waits for an answer. */
  saveLast() {
    const form = this.page.formInFront();
    if (!form || this.page.isRestoring() || !this.page.hasUnsaved(form)) return;
    const body = this.page.encode(form);
    fetch(form.getAttribute("action"), { method: "POST", body, keepalive: String(body).length < lastWordLimit }).catch(() => {});
  }

  /**
   * Shows whether the input is saved. A success is announced once; after that only failures are, and their end: other things are
   * announced in a pause of typing.
   * @param {string} name
   */
  say(name) {
    const line = document.querySelector("#_save_state") ?? this.addLine();
    const text = name && words(name);
    if (!line || line.textContent === text) return;
    // The first time, the live region announces it: its line has existed since the input began.
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

/** The cell that is being typed into, if it was not found wrong yet; `null` if there is none, or if the form was not refused. */
function cellInWork() {
  const { activeElement } = document;
  if (!document.querySelector("#_problems") || !activeElement?.name) return null;
  return activeElement.getAttribute("aria-invalid") === "true" ? null : activeElement.name.replace(/\..*$/, "");
}
