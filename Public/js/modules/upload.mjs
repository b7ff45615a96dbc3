// @ts-check

// Uploads files in pieces. After any failure, the server is asked how many bytes it has, and the rest is sent.

import { newToken } from "../offline/names.mjs";
import { smaller } from "./picture.mjs";
import { transfer } from "./transfer.mjs";

/** Bytes of a piece: every proxy accepts them, and repeating a broken piece costs little. */
const pieceSize = 512 * 1024;
/** Files that are sent at once. */
const concurrent = 2;
/** Milliseconds without progress after which a piece counts as lost. */
const patience = 30_000;
/** Milliseconds before each automatic attempt. */
const pauses = [500, 1000, 2000, 4000, 8000];
/** Milliseconds between questions about the result of an uploaded file, and the number of these: a check may take a minute. */
const pauseForCheck = 1000;
const checkLimit = 120;

/**
 * The target of a file. `id`: of the cell. `field`: the name of its file field. `tooLarge`: the message for a file above `limit` bytes.
 * @typedef {{
 *   id: string, address: string, field: string, accept: string, limit: number, keepsOriginal: boolean, tooLarge: string,
 *   failed: string
 * }} Target
 */

/**
 * `sent`: the server has it, but the page does not show it yet. `refused`: it is refused by the server or its limit. `failed`: it
 * can be tried again. `whole`: the server does not accept pieces.
 * @typedef {"waiting"|"running"|"paused"|"sent"|"refused"|"failed"|"whole"} State
 */

/**
 * The page's own functions: `explain` says why something cannot be done just now, `takesFiles` tells buttons that send or keep the form
 * with its files, `startsOver` the one that empties it.
 * @typedef {{
 *   explain: (text: string) => void, clearMessage: () => void, takesFiles: (button: import("../controls.mjs").PressedButton) => boolean,
 *   startsOver: (button: import("../controls.mjs").PressedButton) => boolean
 * }} Page
 */

/** @typedef {{ received?: number, sealedName?: string, refusal?: string }} Said */

export class Upload {
  /** The id by which the server finds what it has of the file. */
  id = newToken();
  /** @type {State} */
  state = "waiting";
  /** Bytes that were sent. */
  sentBytes = 0;
  /** Why it is refused, or has failed. */
  text = "";
  sealedName = "";
  /** The number of times the page was posted with its sealed name. */
  posts = 0;
  isPrepared = false;
  stopper = new AbortController();
  /** Shows the present state. */
  onChange = () => {};
  /** Leads to what can be done about it. */
  reveal = () => {};
  /** Removes the file. */
  cancel = () => {};

  /**
   * @param {File} file
   * @param {Target} target
   */
  constructor(file, target) {
    this.file = file;
    this.target = target;
  }

  get isUnderWay() { return ["waiting", "running", "paused", "sent"].includes(this.state); }

  /**
   * @param {State} state
   * @param {string} [text]
   */
  become(state, text = "") {
    [this.state, this.text] = [state, text];
    this.onChange();
    uploads.resume();
  }

  /**
   * Sends the file, or the part that the server does not have. Ends when the file is complete, refused, stopped, or has failed too often.
   */
  async send() {
    this.become("running");
    if (!await this.prepare()) return;
    const { signal } = this.stopper;
    /** @type {number|null} */
    let offset = this.sentBytes > 0 ? null : 0;
    let [failures, checks] = [0, 0];
    while (!signal.aborted) {
      const answer = await this.post(offset);
      if (signal.aborted) return;
      if (answer === "whole") return this.become("whole");
      const there = answer?.received;
      if (answer?.sealedName) {
        this.sealedName = answer.sealedName;
        this.sentBytes = this.file.size;
        return this.become("sent");
      }
      if (answer?.refusal) return this.become("refused", answer.refusal);
      if (there === this.file.size && checks < checkLimit) {
        checks += 1;
        offset = null;
        await pause(pauseForCheck, signal);
        continue;
      }
      const isFurther = there !== undefined && (offset === null || there > offset);
      if (isFurther) {
        // An answered question alone is no success: each following piece may fail.
        if (offset !== null) failures = 0;
        offset = there;
        this.sentBytes = there;
        this.become("running");
        continue;
      }
      if (failures === pauses.length) return this.become("failed", this.said(this.target.failed));
      this.become("paused");
      // Without a network it is tried until there is one.
      const isAway = navigator.onLine === false;
      await pause(isAway ? pauses[pauses.length - 1] : pauses[failures], signal);
      if (!isAway) failures += 1;
      offset = null;
    }
  }

  /**
   * Makes a large picture smaller, and refuses a file that is too large before any of it is sent.
   * @returns {Promise<boolean>} whether it is to be sent.
   */
  async prepare() {
    const { accept, keepsOriginal, limit, tooLarge } = this.target;
    if (!this.isPrepared && !keepsOriginal) this.file = await smaller(this.file, accept);
    this.isPrepared = true;
    if (this.stopper.signal.aborted) return false;
    if (this.file.size > limit) this.become("refused", this.said(tooLarge));
    else this.onChange();
    return this.file.size <= limit;
  }

  /** @param {string} text */
  said(text) { return text.replace("{name}", () => this.file.name); }

  /**
   * @param {number|null} offset of the piece; null: nothing is sent, and the server says what it has.
   * @returns {Promise<Said|"whole"|undefined>} undefined: there is no usable answer.
   */
  async post(offset) {
    const { address, field } = this.target;
    const body = new FormData();
    const fields = { _upload: this.id, _offset: String(offset ?? 0), _size: String(this.file.size), _name: this.file.name };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (offset !== null) body.set(field, this.file.slice(offset, offset + pieceSize), this.file.name);
    const begun = this.sentBytes;
    const progress = (bytes) => {
      // The fields beside the piece do not belong to the file.
      this.sentBytes = Math.max(begun, Math.min(this.file.size, (offset ?? begun) + Math.min(bytes, pieceSize)));
      this.onChange();
    };
    try {
      const { status, text } = await transfer(address, body, {
        patience, signal: this.stopper.signal, ...offset === null ? {} : { progress } });
      if (status === 404) return "whole";
      return status === 200 || status === 422 ? JSON.parse(text) : undefined;
    } catch {
      // The network is down, or something between has answered in place of the server.
      return undefined;
    }
  }

  retry() {
    this.become("waiting");
    uploads.sendNext();
  }
}

/** All files of this page that are being uploaded, and the press that waits for them. */
class Uploads {
  /** @type {Upload[]} */
  all = [];
  running = 0;
  /**
   * The button of a press that sends files.
   * @type {HTMLButtonElement|null}
   */
  held = null;
  /** The message if the form has to wait. */
  waiting = "";

  /** @type {Page|undefined} */
  page;

  /**
   * Starts with the first attachment cell: other pages are not changed.
   * @param {Page} page
   * @param {string} waiting
   */
  start(page, waiting) {
    this.waiting = waiting;
    if (this.page) return;
    this.page = page;
    // Before the post is handled.
    addEventListener("submit", (event) => this.onSubmit(event), { capture: true });
    addEventListener("beforeunload", (event) => {
      if (document.querySelector("form.form") && this.all.some((upload) => upload.isUnderWay)) event.preventDefault();
    });
    // A file that is dropped beside the cell would replace the page.
    for (const name of /** @type {const} */ (["dragover", "drop"])) addEventListener(name, (event) => this.onMissed(event));
  }

  /** @param {Upload} upload */
  add(upload) {
    this.all.push(upload);
    this.sendNext();
  }

  sendNext() {
    while (this.running < concurrent) {
      const next = this.all.find((upload) => upload.state === "waiting");
      if (!next) return;
      this.running += 1;
      next.send().catch((error) => {
        reportError(error);
        next.become("failed", next.said(next.target.failed));
      }).finally(() => {
        this.running -= 1;
        this.sendNext();
      });
    }
  }

  /** @param {Upload} upload */
  remove(upload) {
    upload.stopper.abort();
    this.all = this.all.filter((other) => other !== upload);
  }

  /**
   * Called when the visitor removes a file. A press that was to send it must be repeated.
   * @param {Upload} upload
   */
  cancel(upload) {
    this.remove(upload);
    if (!this.held) return;
    this.held = null;
    this.page?.clearMessage();
  }

  /** The files of cells that can be used now: those in the front view, if there is one. */
  get inFront() {
    const place = viewInFront() ?? document;
    return this.all.filter(({ target }) => place.querySelector(`#${CSS.escape(target.id)}`));
  }

  /** @param {SubmitEvent} event */
  onSubmit(event) {
    const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
    if (this.page?.startsOver(button)) return [...this.all].forEach((upload) => upload.cancel());
    if (!this.page?.takesFiles(button)) return;
    // An uploaded file is sent in its hidden field.
    const isWaiting = this.inFront.some((upload) => upload.isUnderWay && upload.state !== "sent");
    if (!isWaiting && !this.unsent) return this.notePost();
    event.preventDefault();
    event.stopPropagation();
    this.held = isWaiting ? button : null;
    if (isWaiting) this.page.explain(this.waiting);
    else this.explainUnsent();
  }

  /** A file that will not be sent, until the visitor removes it or it is sent after all. */
  get unsent() { return this.inFront.find(({ state }) => state === "failed" || state === "refused"); }

  explainUnsent() {
    const { unsent } = this;
    if (!unsent) return;
    this.page?.explain(unsent.text);
    unsent.reveal();
  }

  /** Records that the page is posted with all uploaded files. */
  notePost() { for (const upload of this.inFront) if (upload.state === "sent") upload.posts += 1; }

  /** Continues the waiting press once no upload is running. */
  resume() {
    const { held } = this;
    if (!held || this.inFront.some((upload) => upload.isUnderWay && upload.state !== "sent")) return;
    this.held = null;
    if (this.unsent) this.explainUnsent();
    else if (held.isConnected) held.form?.requestSubmit(held);
  }

  /** @param {DragEvent} event */
  onMissed(event) {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files") || event.target.type === "file") return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  }
}

export const uploads = new Uploads();

/** @returns {HTMLDialogElement|undefined} the view in front of the page; undefined: there is none. */
export const viewInFront = () => [...document.querySelectorAll("dialog[open]")].pop();

/**
 * Settled after a while, or when the network is back.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
