// @ts-check

import { announce, numeral } from "../words.mjs";
import { Upload, uploads, viewInFront } from "./upload.mjs";

/**
 * Uploads the files of a cell as soon as they are chosen, dropped or pasted. Each has a row during its upload. After it, the page is
 * posted with the file's sealed name, and the server's row replaces this one.
 */
export default class Attachment {
  /** The number of times that the page is posted with a file before this counts as failed, and the milliseconds in between. */
  static postLimit = 3;
  static pauseBetweenPosts = 5000;
  /** Bytes: a file waits for an earlier one that has no more than this left, so that the order is kept. */
  static nearlyThere = 2 << 20;

  /**
   * The rows of files that are being uploaded.
   * @type {Map<Upload, Row>}
   */
  rows = new Map();
  /** Whether the page is being posted with files. */
  isPosting = false;

  /**
   * @param {HTMLElement & { dataset: { words: string, address: string } }} cell
   * @param {import("./upload.mjs").Page} page
   */
  constructor(cell, page) {
    this.cell = cell;
    this.words = JSON.parse(cell.dataset.words);
    this.id = cell.querySelector("fieldset").id;
    this.list = document.createElement("ul");
    this.list.className = "attachment-files";
    this.list.role = "list";
    this.list.dataset.kept = "";
    // Pressing it updates the page without disturbing the visitor.
    this.button = document.createElement("button");
    Object.assign(this.button, { type: "submit", className: "update", hidden: true, name: this.add.name, value: this.add.value });
    this.button.dataset.kept = "";
    this.drop = document.createElement("span");
    this.drop.className = "attachment-drop";
    this.drop.dataset.kept = "";
    this.drop.textContent = this.words.drop;
    this.drop.setAttribute("aria-hidden", "true");
    uploads.start(page, this.words.waiting);
    // These were sent by a press that led to another page.
    for (const upload of this.own) if (upload.state === "sent" && upload.posts > 0) uploads.remove(upload);
    cell.addEventListener("change", (event) => { if (event.target === this.field) this.takeChosen(); });
    cell.addEventListener("paste", (event) => this.paste(event));
    cell.addEventListener("dragover", (event) => this.dragOver(event));
    cell.addEventListener("dragleave", (event) => this.over(cell.contains(/** @type {Node|null} */ (event.relatedTarget))));
    cell.addEventListener("drop", (event) => this.takeDropped(event));
    addEventListener("online", () => this.postAgain());
    this.update();
  }

  /** @type {HTMLInputElement|null} */
  get field() { return this.cell.querySelector(".attachment-field"); }
  get own() { return uploads.all.filter((upload) => upload.target.id === this.id); }
  get add() { return this.cell.querySelector(".attachment-add > button"); }

  /** Called when the server has rendered the cell. */
  update() {
    if (!this.cell.isConnected || !this.field) return;
    this.isPosting = false;
    this.cell.querySelector(".attachment-limits").before(this.list);
    this.add.after(this.button);
    this.field.after(this.drop);
    this.add.hidden = true;
    this.field.toggleAttribute("data-kept-scripts", true);
    const there = this.cell.querySelector("[type=hidden]").value.split(" ");
    const { own } = this;
    const added = own.filter(({ sealedName }) => sealedName !== "" && there.includes(sealedName));
    for (const upload of added) this.remove(upload);
    if (added.length > 0) announce(added.map((upload) => this.said("added", upload)).join(" "));
    for (const upload of own) if (!added.includes(upload) && !this.rows.has(upload)) this.show(upload);
    // Files that were chosen before this script was loaded.
    this.takeChosen();
    if (own.some((upload) => upload.posts === 0)) this.post();
  }

  /**
   * @param {string} name
   * @param {Upload} upload
   */
  said(name, upload) { return upload.said(this.words[name]); }

  takeChosen() {
    const { field } = this;
    if (!field?.files?.length) return;
    const files = [...field.files];
    field.value = "";
    this.take(files);
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    const files = [...event.clipboardData?.files ?? []];
    if (files.length === 0) return;
    event.preventDefault();
    this.take(files);
  }

  /** @param {boolean} isOver */
  over(isOver) { this.cell.classList.toggle("attachment-over", isOver); }

  /** @param {DragEvent} event */
  dragOver(event) {
    if (!event.dataTransfer?.types.includes("Files") || !this.field) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    this.over(true);
  }

  /** @param {DragEvent} event */
  takeDropped(event) {
    this.over(false);
    if (!event.dataTransfer?.types.includes("Files") || !this.field) return;
    event.preventDefault();
    // A folder has no bytes to send.
    const isFolder = (item) => item.webkitGetAsEntry?.()?.isDirectory;
    const items = [...event.dataTransfer.items].filter((item) => item.kind === "file" && !isFolder(item));
    this.take(/** @type {File[]} */ (items.map((item) => item.getAsFile()).filter(Boolean)));
  }

  /** @param {File[]} files */
  take(files) {
    const { field } = this;
    if (!field) return;
    const { address, bytes, original } = this.cell.dataset;
    const target = {
      id: this.id, address, field: field.name, accept: field.accept, limit: Number(bytes ?? Infinity),
      keepsOriginal: original !== undefined, tooLarge: this.words.tooLarge ?? "", failed: this.words.failed };
    for (const file of files) {
      const upload = new Upload(file, target);
      this.show(upload);
      uploads.add(upload);
    }
  }

  /** @param {Upload} upload */
  show(upload) {
    const row = new Row(upload, this.words);
    this.rows.set(upload, row);
    this.list.append(row.element);
    upload.cancel = () => this.cancel(upload);
    upload.reveal = () => row.focus();
    let last = upload.state;
    upload.onChange = () => {
      row.update();
      if (upload.state === last) return;
      last = upload.state;
      if (last === "refused" || last === "failed") announce(upload.text);
      if (last === "whole") this.sendWhole(upload);
      this.post();
    };
  }

  /** @param {Upload} upload */
  remove(upload) {
    uploads.remove(upload);
    const row = this.rows.get(upload);
    if (!row) return;
    this.rows.delete(upload);
    const isFocused = row.element.contains(document.activeElement);
    row.element.remove();
    if (isFocused) this.field?.focus({ preventScroll: true });
  }

  /** @param {Upload} upload */
  cancel(upload) {
    uploads.cancel(upload);
    this.remove(upload);
    this.post();
  }

  /** @param {Upload} upload */
  isNearlyThere({ state, file, sentBytes }) {
    return ["waiting", "running", "paused"].includes(state) && file.size - sentBytes <= Attachment.nearlyThere;
  }

  /** Adds the uploaded files to the next post of any kind, except those that wait for an earlier file. */
  release() {
    const released = [];
    let isEarly = false;
    for (const [upload, row] of this.rows) {
      isEarly ||= this.isNearlyThere(upload);
      const isReleased = upload.state === "sent" && !isEarly;
      row.release(isReleased);
      if (isReleased) released.push(upload);
    }
    return released;
  }

  /** Posts the page with the uploaded files. If the cell is behind an open view, this waits until the view is closed. */
  post() {
    const front = viewInFront();
    const sent = this.release();
    // Files uploaded since then are sent with the next post, after the answer to this one.
    if (this.isPosting) return;
    clearTimeout(this.timer);
    if (sent.length === 0 || !this.cell.isConnected || uploads.held || (front && !front.contains(this.cell))) return;
    for (const upload of sent) {
      upload.posts += 1;
      if (upload.posts > Attachment.postLimit) {
        upload.posts = 0;
        upload.become("failed", this.said("failed", upload));
      }
    }
    this.isPosting = true;
    this.button.form?.requestSubmit(this.button);
    // If the post fails, it is tried again.
    this.timer = setTimeout(() => this.postAgain(), Attachment.pauseBetweenPosts);
  }

  postAgain() {
    this.isPosting = false;
    this.post();
  }

  /**
   * Called if the server does not accept pieces: the file is sent with the form.
   * @param {Upload} upload
   */
  sendWhole(upload) {
    const files = new DataTransfer();
    files.items.add(upload.file);
    this.remove(upload);
    if (this.field) this.field.files = files.files;
    this.button.form?.requestSubmit(this.button);
  }
}

/** The row of a file that is being uploaded. */
class Row {
  /**
   * @param {Upload} upload
   * @param {{ [name: string]: string }} words
   */
  constructor(upload, words) {
    this.upload = upload;
    this.words = words;
    this.element = make("li", "attachment-file");
    this.element.dataset.kept = "";
    this.sign = make("span", "attachment-sign");
    this.sign.setAttribute("aria-hidden", "true");
    this.name = make("bdi", "");
    this.name.translate = false;
    this.size = make("span", "attachment-size");
    this.progress = make("progress", "");
    const text = make("span", "attachment-text");
    text.append(this.name, this.size);
    this.retry = make("button", "plain");
    this.retry.type = "button";
    this.retry.textContent = words.retry.replace(/\s*[:：]\s*\{name\}$/, "");
    this.retry.addEventListener("click", () => {
      this.cancel.focus();
      upload.retry();
    });
    this.cancel = make("button", "icon-button");
    this.cancel.type = "button";
    this.cancel.addEventListener("click", () => upload.cancel());
    /** Sent with whatever is pressed. */
    this.field = make("input", "");
    this.field.type = "hidden";
    this.element.append(this.sign, text, this.progress, this.retry, this.cancel);
    this.update();
  }

  update() {
    const { upload, words } = this;
    const { file, state } = upload;
    this.element.dataset.upload = state;
    this.sign.textContent = ending(file.name);
    this.name.textContent = file.name;
    this.size.textContent = upload.text || (state === "paused" ? words.paused : this.state());
    this.progress.value = upload.sentBytes / Math.max(1, file.size);
    this.progress.hidden = state === "refused" || state === "failed";
    this.progress.setAttribute("aria-label", file.name);
    this.retry.hidden = state !== "failed";
    this.retry.setAttribute("aria-label", upload.said(words.retry));
    const isOver = state === "refused" || state === "failed";
    this.cancel.setAttribute("aria-label", upload.said(isOver ? words.remove : words.cancel));
    this.cancel.hidden = state === "sent";
  }

  /** Focuses the button that can help. */
  focus() { (this.retry.hidden ? this.cancel : this.retry).focus(); }

  /** @param {boolean} isReleased Whether it is sent with the next post. */
  release(isReleased) {
    if (!isReleased) this.field.remove();
    else if (!this.field.isConnected) {
      [this.field.name, this.field.value] = [this.upload.target.field, this.upload.sealedName];
      this.element.append(this.field);
    }
  }

  /** The state of the upload: "2.4 MB, 40% sent". */
  state() {
    const { file, sentBytes } = this.upload;
    const [unit, count] = file.size < 1 << 20
      ? [this.words.kilobytes, Math.max(1, Math.round(file.size / 1024))] : [this.words.megabytes, file.size / (1 << 20)];
    const size = unit.replace("{count}", () => numeral(count, { maximumFractionDigits: 1 }));
    const percent = numeral(Math.floor(100 * sentBytes / Math.max(1, file.size)) / 100, { style: "percent" });
    return sentBytes > 0 ? `${size} · ${this.words.uploading.replace("{percent}", () => percent)}` : size;
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} className
 */
function make(name, className) {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}

/** @param {string} name */
const ending = (name) => /\.([^.]{1,5})$/.exec(name)?.[1].toUpperCase() ?? "";
