// @ts-check

// The panel that a page shows in place of a queued form. Also fills in such a form again, and posts one that was refused.

import { controlsOf, theForm } from "../controls.mjs";
import { part, words } from "../words.mjs";

/** Session storage: the queued form that this tab has posted to correct it. */
export const openedKey = "formcells:opened";

/** Replaces the form while it is queued. The form itself stays in the page, hidden. */
export class UnsentPanel {
  title = document.title;
  element = part("unsent");

  /**
   * @param {import("./unsent-forms.mjs").UnsentForm} unsent
   * @param {string} scope
   * @param {() => void} edit
   */
  constructor(unsent, scope, edit) {
    this.unsent = unsent;
    this.heading = this.element.querySelector("h1");
    this.note = this.element.querySelector(".note-text");
    this.button = this.element.querySelector("button");
    this.element.querySelector(".lead").textContent = unsent.title;
    this.element.querySelector("a").href = scope;
    this.button.addEventListener("click", () => {
      this.button.disabled = true;
      edit();
    });
    this.update(unsent);
  }

  show() {
    const form = /** @type {HTMLFormElement} */ (theForm());
    form.setAttribute("data-kept-unsent", "");
    form.after(this.element);
    document.title = `${this.heading.textContent} – ${this.unsent.title}`;
    scrollTo(0, 0);
    this.heading.focus();
  }

  /** @param {import("./unsent-forms.mjs").UnsentForm} unsent */
  update(unsent) {
    this.unsent = unsent;
    if (unsent.state !== "refused") return;
    this.heading.textContent = words("refused").replace("{form}", () => unsent.title);
    this.note.textContent = unsent.reason ?? "";
    this.note.hidden = !unsent.reason;
    this.button.textContent = words("open");
    document.title = this.heading.textContent;
  }

  hide() {
    this.element.remove();
    const form = theForm();
    form?.removeAttribute("data-kept-unsent");
    document.title = this.title;
    form?.querySelector("h1")?.setAttribute("tabindex", "-1");
    form?.querySelector("h1")?.focus();
  }
}

/**
 * Fills in a form with what was posted, except where the visitor has entered something meanwhile.
 * @param {HTMLFormElement} form
 * @param {{ fields: [string, string|File][], choices?: [string, string][] }} posted
 * @param {Pick<import("./offline.mjs").Page, "isTouched"|"setChoice">} page
 */
export function restoreForm(form, { fields, choices = [] }, { isTouched, setChoice }) {
  const texts = new Map(choices);
  /** @type {Map<string, (string|File)[]>} */
  const values = new Map();
  for (const [name, value] of fields) values.set(name, [...values.get(name) ?? [], value]);
  for (const control of controlsOf(form)) {
    const sent = values.get(control.name) ?? [];
    const isOwn = isTouched(control);
    if (control.type === "radio" || control.type === "checkbox") control.checked = isOwn ? control.checked : sent.includes(control.value);
    else if (control.type === "file") control.files = isOwn ? control.files : filesOf(sent);
    else if (control.type === "hidden" && texts.has(control.name)) {
      const value = String(sent.shift() ?? control.value);
      const text = texts.get(control.name) ?? "";
      const isShown = document.getElementById(`${control.name}_value`)?.textContent === text;
      if (value !== control.value || !isShown) setChoice(/** @type {HTMLInputElement} */ (control), value, text);
    }
    else if (sent.length > 0) {
      const value = /** @type {string} */ (sent.shift());
      if (!isOwn) control.value = value;
    }
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/**
 * Posts a form without scripts. The server answers with its page, with the problems and all input. If it has already shown a page
 * with more questions, that page is opened instead: posting again would count them as seen.
 * @param {import("./unsent-forms.mjs").UnsentForm} unsent
 */
export function openRefused({ id, token, action, isMultipart, fields, url }) {
  sessionStorage.setItem(openedKey, JSON.stringify([id, token]));
  if (url) {
    location.assign(url);
    return;
  }
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  if (isMultipart) form.enctype = "multipart/form-data";
  for (const [name, value] of fields) {
    const field = document.createElement(typeof value === "string" && value.includes("\n") ? "textarea" : "input");
    field.name = name;
    if (typeof value === "string") {
      if (field instanceof HTMLInputElement) field.type = "hidden";
      field.value = value;
    } else if (field instanceof HTMLInputElement) {
      field.type = "file";
      field.files = filesOf([value]);
    }
    form.append(field);
  }
  form.hidden = true;
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

/** @param {(string|File)[]} values */
function filesOf(values) {
  const transfer = new DataTransfer();
  for (const value of values) if (typeof value !== "string" && value.name) transfer.items.add(value);
  return transfer.files;
}

/** The title "Not Sent Yet". */
export const unsentTitle = () => part("unsent").querySelector("h1").textContent;

/**
 * A line above the form that leads to what was not sent.
 * @param {{ text: string, href: string }} link
 */
export function lineWith({ text, href }) {
  const line = document.createElement("p");
  line.className = "unsent-line note-text";
  line.dataset.kept = "";
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  line.append(link);
  return line;
}
