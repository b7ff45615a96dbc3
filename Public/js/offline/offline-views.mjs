// @ts-check

// The selection views of pickers without a network. The browser caches each view as the server renders it for a blank form
// (`?rows=all`), and shows it with the form's present choice. An applied choice goes into the form's page, and to the server with its
// next post. Views that depend on other cells, and those of trees, need the server.

import { announce, counted, phrase, words } from "../words.mjs";

/** The maximum number of cached views. The oldest is deleted for a new one. */
const viewLimit = 100;

/** @typedef {{ values: string[], other?: string }} Choice values in the order of selection, and a text of the visitor's own. */

/**
 * @param {string} text
 * @returns {Choice|null} null: it has more than a page can show (`Selection.encoded`).
 */
function parseChoice(text) {
  const parts = /^v((?:,[^,!*+]*)*)(?:\*(.*))?$/.exec(text);
  return parts && { values: parts[1].split(",").slice(1).map(decodeURIComponent), other: parts[2] === undefined ? undefined : decodeURIComponent(parts[2]) };
}

/** @param {string} text */
const encode = (text) => encodeURIComponent(text).replace(/[!*'()]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param {Choice} choice */
const encodeChoice = ({ values, other }) => `v${values.map((value) => `,${encode(value)}`).join("")}${other === undefined ? "" : `*${encode(other)}`}`;

/**
 * The form in which a search compares texts: letters without accents, in one case.
 * @param {string} text
 */
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase(document.documentElement.lang);

export class OfflineViews {
  /**
   * Views that were left without applying, by address: their ticks are restored when they are opened again.
   * @type {Map<string, OfflineView>}
   */
  left = new Map();

  /**
   * @param {import("./offline.mjs").Page} page
   * @param {import("./page-cache.mjs").PageCache} pageCache
   * @param {string} script the name of the first script of this version.
   */
  constructor(page, pageCache, script) {
    this.page = page;
    this.pageCache = pageCache;
    this.script = script;
  }

  /**
   * The address of a picker's view: one for each version of the form and each language. `null` if the button does not open a view.
   * @param {HTMLButtonElement} button
   */
  addressOf(button) {
    const version = button.form?.querySelector(`[name=${this.pageCache.settings.version}]`)?.value;
    if (!version || !fieldOf(button)) return null;
    const { pathname } = new URL(String(button.getAttribute("formaction")), location.href);
    return `${pathname}?draft=new&rows=all#${[version, document.documentElement.lang, this.script].map(encode)}`;
  }

  /**
   * Caches the views of a form.
   * @param {HTMLFormElement|null} form
   */
  async cacheViews(form) {
    const cache = await this.pageCache.openViews();
    for (const button of form?.querySelectorAll(".picker-button") ?? []) {
      const address = this.addressOf(button);
      if (address === null || await cache.match(keyOf(address))) continue;
      const response = await fetch(address);
      // A view that only the server can show has no content; it is cached like this, so that it is not requested again.
      if (response.ok) await cache.put(keyOf(address), new Response(await response.text()));
    }
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - viewLimit)).map((key) => cache.delete(key)));
  }

  /**
   * Opens the view of a picker.
   * @param {HTMLButtonElement} button
   * @returns {Promise<boolean>} false: the view needs the server.
   */
  async show(button) {
    const address = this.addressOf(button);
    const choice = address !== null && parseChoice(fieldOf(button).value);
    if (!address || !choice) return false;
    const before = this.left.get(address);
    if (before && before.begunWith === fieldOf(button).value) {
      before.button = button;
      await before.open();
      return true;
    }
    const html = await (await (await this.pageCache.openViews()).match(keyOf(address)))?.text();
    const fresh = html && new DOMParser().parseFromString(html, "text/html");
    if (!fresh || !fresh.querySelector("#_view")) return false;
    const view = new OfflineView(this.page, button, fresh, choice);
    if (!choice.values.every((value) => view.labels.has(value))) return false;
    this.left.set(address, view);
    await view.open();
    return true;
  }
}

/**
 * The hidden field of a picker's cell; `null` if the button does not open a picker.
 * @param {HTMLButtonElement} button
 */
const fieldOf = (button) => /** @type {HTMLElement} */ (button.parentElement).querySelector(":scope > input[type=hidden]");

/**
 * The key of an address, as caches ignore fragments.
 * @param {string} address
 */
const keyOf = (address) => address.replace("#", "&");

class OfflineView {
  /** @type {HTMLElement|undefined} */
  noResults;

  /**
   * @param {import("./offline.mjs").Page} page
   * @param {HTMLButtonElement} button
   * @param {Document} fresh the cached page with the view.
   * @param {Choice} choice
   */
  constructor(page, button, fresh, choice) {
    this.page = page;
    this.button = button;
    this.choice = choice;
    this.begunWith = fieldOf(button).value;
    /** The text that the cell shows while nothing is chosen. */
    this.placeholder = fresh.querySelector(`#${CSS.escape(fieldOf(button).name)}_value.placeholder`)?.textContent ?? "";
    const dialog = this.dialog = /** @type {HTMLDialogElement} */ (document.importNode(fresh.querySelector("#_view"), true));
    this.form = document.createElement("form");
    this.form.dataset.kept = "";
    this.form.append(dialog);
    this.prepare();
    /** The labels of the values that the view offers. */
    this.labels = new Map([...dialog.querySelectorAll(".rows .row")].map((row) => [
      (row.querySelector("input") ?? row).value, (row.querySelector(".row-label") ?? row.querySelector("span:not([class])")).textContent.trim(),
    ]));
    // Ticks do not count as input of the page.
    for (const name of ["input", "change"]) this.form.addEventListener(name, (event) => event.stopPropagation());
    this.form.addEventListener("submit", (event) => this.press(event));
    this.form.addEventListener("keydown", (event) => {
      // Enter would press the form's first button.
      if (event.key === "Enter" && /** @type {HTMLInputElement} */ (event.target).type === "search") event.preventDefault();
    });
    this.search?.addEventListener("input", () => this.filter());
  }

  get search() { return this.dialog.querySelector("[type=search]"); }

  get boxes() { return [...this.dialog.querySelectorAll(".rows input")]; }

  /** The box of the free text, and its text. */
  get otherBox() { return this.dialog.querySelector(".other .row input"); }

  get otherText() { return this.dialog.querySelector(".other .field"); }

  get applyButton() { return this.dialog.querySelector(".view-foot .primary, .view-bar .done"); }

  /** Removes what needs the server, and shows the choice. */
  prepare() {
    const { dialog, choice } = this;
    for (const each of dialog.querySelectorAll(".more, .anchor, .search-button, .value-list-head button, .notice")) each.remove();
    for (const each of dialog.querySelectorAll("[data-module=live-search]")) each.removeAttribute("data-module");
    for (const row of dialog.querySelectorAll("button.choice")) row.ariaPressed = String(choice.values.includes(row.value));
    const isNone = choice.values.length === 0 && choice.other === undefined;
    for (const box of this.boxes) box.toggleAttribute("checked", choice.values.includes(box.value) || (isNone && box.value === ""));
    this.otherBox?.toggleAttribute("checked", choice.other !== undefined);
    this.otherText?.setAttribute("value", choice.other ?? "");
    if (this.applyButton?.dataset.chosen) this.applyButton.dataset.chosen = String(choice.values.length + Number(choice.other !== undefined));
    if (this.applyButton?.dataset.idle) delete this.applyButton.dataset.idle;
  }

  async open() {
    this.dialog.open = true;
    this.form.append(this.dialog);
    await this.page.showView(this.form, this.button, () => this.close());
  }

  async close() {
    await this.page.hideView(this.dialog);
    this.form.remove();
  }

  /** @param {SubmitEvent} event */
  press(event) {
    event.preventDefault();
    event.stopPropagation();
    const button = /** @type {HTMLButtonElement|null} */ (event.submitter);
    if (button?.matches(".search-clear")) this.clearSearch();
    else if (button?.matches(".choice")) this.apply({ values: [button.value].filter(Boolean) });
    else if (button === this.applyButton) this.apply(this.ticked());
    else if (button?.closest(".other-entry")) this.apply({ values: [], other: this.otherText.value.trim() || undefined });
    else if (button && !button.matches("[data-leave]")) this.reset();
    else this.close();
  }

  /** @returns {Choice} */
  ticked() {
    const ticked = this.boxes.filter(({ checked, value }) => checked && value).map(({ value }) => value);
    const text = this.otherText?.value.trim();
    return {
      // Values that were chosen before keep their places.
      values: [...this.choice.values.filter((value) => ticked.includes(value)), ...ticked.filter((value) => !this.choice.values.includes(value))],
      other: this.otherBox?.checked && text ? text : undefined,
    };
  }

  reset() {
    for (const box of [...this.boxes, this.otherBox].filter(Boolean)) box.checked = false;
    this.dialog.querySelector("[data-module=ticks]")?.dispatchEvent(new Event("input"));
  }

  /** @param {Choice} choice */
  apply(choice) {
    const labels = choice.values.map((value) => this.labels.get(value));
    if (choice.other !== undefined) labels.push(choice.other);
    const maximum = Number(this.applyButton?.dataset.maximum ?? Infinity);
    if (labels.length > maximum) {
      announce(counted("most", { count: labels.length, maximum }));
      return;
    }
    this.close();
    // At once, as a press or a reload may come before the address bar shows the page's address again.
    this.page.setChoice(fieldOf(this.button), encodeChoice(choice), labels.join(words("separator")) || this.placeholder);
  }

  clearSearch() {
    this.search.value = "";
    this.search.focus();
    this.filter();
  }

  /** Shows the rows that contain each word of the search. */
  filter() {
    const terms = fold(this.search.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of this.dialog.querySelectorAll(".rows .row")) {
      const text = fold(row.textContent);
      const isFound = terms.every((term) => text.includes(term));
      (row.closest("li") ?? row).hidden = !isFound;
      count += Number(isFound);
    }
    this.dialog.querySelector(".search-clear").hidden = terms.length === 0;
    const text = phrase("results", { count });
    this.noResults ??= this.addNote();
    this.noResults.textContent = count === 0 ? text : "";
    announce(text);
  }

  /** Adds the text that says that a search has found nothing. */
  addNote() {
    const note = document.createElement("p");
    note.className = "note-text";
    this.dialog.querySelector(".rows").after(note);
    return note;
  }
}
