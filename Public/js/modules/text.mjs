// @ts-check

// What text cells do during typing: clear, count, grow, show a password, copy; and what they show on paper.

import { bare, isInUse, isUpdate } from "../controls.mjs";
import { serverState } from "../unsaved.mjs";
import { offer, withdrawOffer } from "../messages.mjs";
import { isOfServer } from "../morph.mjs";
import { announce, labelText, numeral, part, phrase, words } from "../words.mjs";

/** A button at the field's end that deletes the text, shown while one types (TI43, TI44). */
export class Clear {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.field = box.querySelector(".field");
    this.button = part("clear");
    this.button.setAttribute("aria-describedby", `${this.field.id}_label`);
    // A visitor who goes to the next field and types must not press it. Keyboards have other ways to delete.
    this.button.tabIndex = -1;
    // Pressing it keeps the focus and a phone's keyboard.
    this.button.addEventListener("pointerdown", (event) => event.preventDefault());
    this.button.addEventListener("click", () => this.clear());
    box.append(this.button);
    box.addEventListener("input", () => this.show(true));
    box.addEventListener("focusin", () => this.show(true));
    box.addEventListener("focusout", (event) => this.show(box.contains(/** @type {Node|null} */ (event.relatedTarget))));
    this.update();
  }

  /** @param {boolean} isActive */
  show(isActive) {
    this.button.hidden = !isActive || this.field.value === "" || this.field.readOnly || this.field.disabled;
  }

  /** Called with an answer, which may have locked or filled the field. */
  update() { this.show(this.box.contains(document.activeElement)); }

  clear() {
    const { field } = this;
    const { value } = field;
    field.focus();
    field.select();
    // Deletes as a key would, so that the browser's undo can restore the text; there is no newer API for this.
    if (!document.execCommand("delete")) this.put("", "deleteContentBackward");
    const label = labelText(document.getElementById(`${field.id}_label`));
    offer(words("cleared").replace("{label}", () => label), words("undo"), () => {
      field.focus();
      this.put(value, "insertReplacementText");
    });
    field.addEventListener("input", withdrawOffer, { once: true });
  }

  /**
   * @param {string} text
   * @param {string} inputType
   */
  put(text, inputType) {
    this.field.value = text;
    this.field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType }));
    this.field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** Copies the value beside it. Hidden if the browser has no clipboard for pages. */
export class Copy {
  /** @param {HTMLButtonElement & { dataset: { copied: string }, parentElement: HTMLElement }} button */
  constructor(button) {
    this.button = button;
    button.addEventListener("click", () => this.copy());
    this.update();
  }

  update() { this.button.hidden = !navigator.clipboard; }

  async copy() {
    await navigator.clipboard.writeText(this.button.parentElement.querySelector("data").value);
    this.button.textContent = this.button.dataset.copied;
    announce(this.button.dataset.copied);
  }
}

// Counts characters as people do, by a rule that the server shares (`String.characterCount`): browsers have grapheme
// clusters of different Unicode versions, and would count the same text differently.

/** Each of these is one character. */
const plain = /^[\n -~]*$/;
/** Belongs to the character before: marks, invisible ones, Thai and Lao vowels, Hangul, skin tones. */
const attaching = /[\p{M}\p{DI}\u0E33\u0EB3\u1160-\u11FF\uD7B0-\uD7FB\uFF9E\uFF9F\u{1F3FB}-\u{1F3FF}]/u;
const control = /[\0-\x08\x0E-\x1F\x7F-\x84\x86-\x9F]/;
/** Joins the letters around it. */
const linker = /[\u094D\u09CD\u0ACD\u0B4D\u0C4D\u0D4D\u1039\u17D2\u1A60\u1B44\u1BAB\uA9C0\uAAF6\u{10A3F}\u{11133}\u{113D0}\u{1193E}\u{11A47}\u{11A99}\u{11F42}]/u;
const letter = /\p{Lo}/u;
const symbol = /[\u2190-\u2BFF\u{1F000}-\u{1FAFF}]/u;
const halfFlag = /[\u{1F1E6}-\u{1F1FF}]/u;
const blank = /^[\s\p{DI}\0-\x1F\x7F-\x9F\u2800\uFFF9-\uFFFB\u{1D159}\u{13441}\u{13442}\u{16FE4}]*$/u;

/** @param {string} text @returns {string[]} */
export function graphemes(text) {
  if (plain.test(text)) return [...text];
  const characters = [];
  let last = "", isConjunct = false;
  let isHalf = false;
  for (const point of text) {
    /** @type {boolean} */
    const wasHalf = isHalf;
    isHalf = halfFlag.test(point) && !wasHalf;
    const goes = point === "\n" ? last === "\r"
      : attaching.test(point) || control.test(point) || (wasHalf && halfFlag.test(point))
        || (letter.test(point) ? isConjunct : last === "\u200D" && symbol.test(point) && !halfFlag.test(point));
    if (goes && characters.length > 0) characters[characters.length - 1] += point;
    else characters.push(point);
    if (linker.test(point)) isConjunct = true;
    else if (!attaching.test(point) || point === "\u200C" || point === "\u00AD") isConjunct = false;
    last = point;
  }
  return characters;
}

/** @param {string} text @returns {number} 0 for a text with only invisible characters; oversized characters count by their bytes. */
export function count(text) {
  if (plain.test(text)) return text.length;
  if (blank.test(text) && /\S/.test(text)) return 0;
  const characters = graphemes(text);
  const [first] = characters[0];
  const begins = !attaching.test(first) && !control.test(first);
  return Math.max(characters.length - (begins ? 0 : 1), Math.floor(new TextEncoder().encode(text).length / 64));
}

/**
 * The part of a text that is not in the previous text, as offsets. It does not split characters.
 * @param {string} before
 * @param {string} text
 */
function changedPart(before, text) {
  const most = Math.min(before.length, text.length);
  let start = 0, same = 0;
  while (start < most && before[start] === text[start]) start += 1;
  while (same < most - start && before.at(-1 - same) === text.at(-1 - same)) same += 1;
  const isSplit = (offset) => /[\uDC00-\uDFFF]/.test(text[offset] ?? "");
  const end = text.length - same;
  return { start: isSplit(start) ? start - 1 : start, end: isSplit(end) ? end + 1 : end };
}

/** Counts while the visitor types (TI13, TI52 to TI57): shows at once what the server would show after the next post. */
export class Counter {
  /** Milliseconds without typing before the count is announced. */
  static pause = 1000;
  limit = 0;
  /** Whether typed text beyond the limit is cut. */
  stops = false;

  /** @param {HTMLElement} cell */
  constructor(cell) {
    this.cell = cell;
    this.field = cell.querySelector(".field");
    this.messages = cell.querySelector(".cell-foot");
    for (const name of ["input", "compositionend"]) this.field.addEventListener(name, (event) => this.onInput(event));
    this.before = serverState(this.field).value;
    // A composition may already have begun: there is no event for that, but the next key reports it.
    this.isComposing = this.field === document.activeElement && this.field.value !== this.before;
    this.update();
    // Typing may have begun before this module was loaded.
    if (this.field === document.activeElement && this.field.value) this.wait();
  }

  /** Called when the server has rendered the cell again. */
  update() {
    const { cell, field, messages } = this;
    this.limit = Number(cell.dataset.limit);
    // `maxlength` counts UTF-16 units: it would stop a family of emoji after one of them.
    this.stops ||= field.hasAttribute("maxlength");
    field.removeAttribute("maxlength");
    for (const own of messages.querySelectorAll("[data-kept]")) own.remove();
    if (!this.isComposing) this.before = field.value;
    this.success = messages.querySelector(".success");
    // The server's error stays, except one about the length, which depends on the typing.
    this.given = messages.querySelector(".error") ?? (isOfServer(this.given) ? this.given : null);
    if (this.count(serverState(field).value) > this.limit) {
      this.given?.remove();
      this.given = null;
    }
    this.error = part("error");
    this.error.id = `${field.id}_error`;
    this.helper = messages.querySelector(".helper");
    // The text there may come from this module.
    const isOwnWord = this.text !== undefined && this.helper?.textContent === words("reached");
    this.text = cell.dataset.helper ?? (isOwnWord ? this.text : this.helper?.textContent ?? "");
    if (!this.helper) {
      this.helper = part("helper");
      this.helper.id = `${field.id}_helper`;
      messages.prepend(this.helper);
    }
    this.show();
  }

  /**
   * The text as validation counts it: for a single line, without blanks around it and without the affixes beside the field.
   * @param {string} text
   */
  count(text) { return count(this.field.nodeName === "TEXTAREA" ? text : bare(this.field, text.trim())); }

  /** @param {FieldEvent} event */
  onInput(event) {
    this.isComposing = Boolean(event.isComposing);
    // Composed text is counted, but only cut at its end: until then the field belongs to the keyboard.
    if (!this.isComposing) {
      const [, way] = /^history(Undo|Redo)$/.exec(event.inputType ?? "") ?? [];
      // Only typed text is cut. A text that a script entered may be a scanned code.
      if (this.stops && way) this.passOver(way);
      else if (this.stops && (event.inputType || event.type === "compositionend")) this.stop();
      this.before = this.field.value;
    }
    this.show();
    this.wait();
  }

  /** Removes the part of the typed text beyond the limit, and nothing that was there before. */
  stop() {
    const { field, before } = this;
    const { value, selectionStart } = field;
    const most = Math.max(this.limit, this.count(before));
    if (this.count(value) <= most) return;
    // The caret may be elsewhere: a press ends a composition.
    const { start, end } = changedPart(before, value);
    const [head, tail] = [value.slice(0, start), value.slice(end)];
    const fresh = graphemes(value.slice(start, end));
    while (fresh.length > 0 && this.count(head + fresh.join("") + tail) > most) fresh.pop();
    const text = head + fresh.join("");
    // Deletes as a key would, so that the browser's undo continues from there. A field without a caret has no such key.
    const hasCaret = selectionStart !== null && isInUse(field);
    if (hasCaret) field.setSelectionRange(text.length, end);
    if (!hasCaret || !document.execCommand("delete")) field.value = text + tail;
    if (hasCaret && selectionStart < text.length) field.setSelectionRange(selectionStart, selectionStart);
  }

  /**
   * Makes undo skip the text that was cut, and go to what was there before it was typed; redo likewise.
   * @param {string} way
   */
  passOver(way) {
    const { field, before } = this;
    if (this.count(field.value) <= this.limit) return;
    setTimeout(() => {
      // What was typed last may be exactly what was cut.
      for (let times = 0; isInUse(field) && (times === 0 || (times === 1 && field.value === before)); times += 1) document.execCommand(way);
    });
  }

  show() {
    const { cell, field, messages, limit, given, success, helper } = this;
    const count = this.count(field.value);
    const isOver = count > limit && !(this.stops && this.isComposing);
    const error = isOver ? this.error : given;
    const isReached = Boolean(this.stops) && count >= limit && !error;
    const counter = cell.querySelector(".counter");
    if (counter) {
      counter.firstElementChild.textContent = [count, limit].map((each) => numeral(each, { useGrouping: false })).join("/");
      counter.toggleAttribute("data-over", isOver);
    }
    if (isOver) error.lastChild.textContent = cell.dataset.tooLong ?? phrase("reduce", { limit, count });
    for (const other of [this.error, given]) if (other !== error) other?.remove();
    if (error && !error.isConnected) (messages.querySelector(".cell-notes") ?? helper).after(error);
    if (success) success.hidden = Boolean(error);
    helper.textContent = isReached ? words("reached") : this.text;
    helper.hidden = !helper.textContent || (!isReached && Boolean(error ?? success) && !("keepsHelper" in cell.dataset));
    cell.toggleAttribute("data-invalid", Boolean(error));
    const [first, ...rest] = [...messages.children].filter((message) => message.id);
    const affixes = [...cell.querySelectorAll(".affix")];
    const described = [first, ...affixes, ...rest].filter((message) => !message.hidden).map((message) => message.id);
    if (counter) described.push(counter.lastElementChild.id);
    const said = { "aria-invalid": String(Boolean(error)), "aria-describedby": described.join(" "), "aria-errormessage": error?.id };
    for (const [name, text] of Object.entries(said)) {
      if (!text) field.removeAttribute(name);
      else if (field.getAttribute(name) !== text) field.setAttribute(name, text);
    }
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(), Counter.pause);
  }

  say() {
    // The visitor has gone to another page.
    if (!this.field.isConnected) return;
    const left = this.limit - this.count(this.field.value);
    if (left === 0 && this.stops) announce(words("reached"));
    else announce(left < 0 ? phrase("over", { count: -left }) : phrase("left", { count: left }));
  }
}

/** A text area that grows with its text where the browser does not do it by itself (TI35, TI36). Style sheets
    say how high it gets. */
export class Growing {
  /** @param {HTMLTextAreaElement} area */
  constructor(area) {
    if (CSS.supports("field-sizing", "content") || area.readOnly) return;
    this.area = area;
    area.addEventListener("input", () => this.grow());
    this.update();
  }

  // Just before a frame, when the browser computes places and sizes anyway.
  update() { if (this.area) requestAnimationFrame(() => this.grow()); }

  grow() {
    const { area } = /** @type {{ area: HTMLTextAreaElement }} */ (this);
    const style = getComputedStyle(area);
    const line = parseFloat(style.lineHeight);
    const frame = area.offsetHeight - area.clientHeight;
    const padding = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    area.style.height = "auto";
    area.rows = Number(area.dataset.minLines);
    const most = Number(area.dataset.maxLines) * line + padding;
    area.style.height = `${Math.min(area.scrollHeight, most) + frame}px`;
  }
}

/** An eye that shows and hides the password (TI24 to TI26). The password is hidden again whenever the page is sent, left or restored. */
export class Password {
  isShown = false;

  /** @param {HTMLElement} box */
  constructor(box) {
    this.field = box.querySelector(".field");
    this.button = part("eye");
    this.button.setAttribute("aria-describedby", `${this.field.id}_label`);
    // Pressing the eye keeps the focus, the caret and a phone's keyboard.
    this.button.addEventListener("pointerdown", (event) => event.preventDefault());
    this.button.addEventListener("click", () => {
      this.show(this.field.type === "password");
      announce(words(this.isShown ? "shown" : "hidden"));
    });
    box.append(this.button);
    // Not if input elsewhere only updates the page.
    this.field.form.addEventListener("submit", ({ submitter }) => isUpdate(submitter) || this.show(false), { capture: true });
    for (const name of ["pagehide", "pageshow"]) addEventListener(name, () => this.isShown && this.show(false));
    this.show(false);
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    this.button.hidden = this.field.readOnly || this.field.disabled;
    const { selectionStart, selectionEnd } = this.field;
    const type = isShown ? "text" : "password";
    if (this.field.type !== type) {
      this.field.type = type;
      if (document.activeElement === this.field) this.field.setSelectionRange(selectionStart, selectionEnd);
    }
    this.button.toggleAttribute("data-shown", isShown);
    this.button.setAttribute("aria-label", words(isShown ? "hide" : "show"));
  }

  update() { this.show(this.isShown); }
}

// On paper a field shows its whole text, not only the part that fits into its box: beside it is a copy, which style sheets
// show on paper instead. Without scripts the server writes the copies of long texts.

/** Never a password, even while it is shown. */
const printedFields = ":is([type=text], [type=email], [type=url], [type=tel], textarea).field:not(.password *)";

export function followPrinting() {
  /** @type {HTMLElement[]} */
  let added = [];
  addEventListener("beforeprint", () => {
    for (const field of document.querySelectorAll(printedFields)) {
      let copy = field.parentElement.querySelector(":scope > .printed");
      if (!copy && field.value) {
        copy = document.createElement("span");
        copy.className = "printed";
        copy.hidden = true;
        field.after(copy);
        added.push(copy);
      }
      if (copy) copy.textContent = field.value;
    }
  });
  addEventListener("afterprint", () => {
    for (const copy of added) copy.remove();
    added = [];
  });
}
