// @ts-check

import { bare, isInUse, putText } from "../controls.mjs";
import { isOfComposition } from "../presses.mjs";
import { noteSpelling, serverState } from "../unsaved.mjs";

/** @typedef {{ whole: string, fraction: string, isNegative?: boolean }} Amount its digits as ASCII. */

/**
 * An amount or a number: plain digits while it is typed, with symbol and groups after it is left (TI28, B33). A text with an
 * uncertain meaning is left as typed: the server asks. Works on digits, without arithmetic.
 *
 * Nothing is written into the field while somebody types. Plain digits are written when the field is entered, before the first key, and
 * groups when it is left, before the focus moves. Both are written as if typed, so that the browser's undo reaches what was typed
 * before.
 */
export class Currency {
  /** Longer ones are mistakes, which the server reports. */
  static digitLimit = 15;

  /** @param {HTMLInputElement & { dataset: { money: string }, parentElement: HTMLElement }} field */
  constructor(field) {
    this.field = field;
    const [positive, negative, decimal, grouping, lastGroup, otherGroups, digitsBefore, decimals, zero] =
      field.dataset.money.split("|");
    this.format = {
      positive, negative, decimal, grouping, lastGroup: Number(lastGroup), otherGroups: Number(otherGroups),
      digitsBefore: Number(digitsBefore), decimals: decimals && Number(decimals), zero: Number(zero.codePointAt(0)),
    };
    field.addEventListener("focus", () => this.enter());
    for (const name of ["keydown", "beforeinput", "compositionstart"]) field.addEventListener(name, () => this.open(), { capture: true });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && !event.defaultPrevented && !isOfComposition(event)) this.close();
    });
    for (const name of /** @type {const} */ (["pointerdown", "mousedown"])) {
      addEventListener(name, ({ target }) => { if (isInUse(field) && !field.parentElement.contains(target)) this.close(); }, { capture: true });
    }
    field.addEventListener("blur", () => this.close());
    field.addEventListener("input", (event) => this.onInput(event), { capture: true });
    this.update();
  }

  /** Called when the server has formatted the amount. The field may also have been left before this module was loaded. */
  update() { if (!isInUse(this.field)) this.close(); }

  /** With a mouse, the selection is made first: its end would be elsewhere in another text. */
  enter() {
    if (recentInput.isPressed) addEventListener("mouseup", () => setTimeout(() => this.open()), { once: true, capture: true });
    else requestAnimationFrame(() => { if (!recentInput.isPressed) this.open(); });
  }

  open() {
    if (!this.isClosed || this.isWriting || !isInUse(this.field)) return;
    this.isClosed = false;
    // Some browsers undo what was typed last on the page, wherever that was.
    if (recentInput.field !== this.field) this.closed = null;
    this.write((number) => this.raw(number));
  }

  close() {
    this.isClosed = true;
    if (this.write((number) => this.written(number))) this.closed = this.field.value;
  }

  /**
   * Writes the number in another form. Returns whether the browser can undo that.
   * @param {(number: Amount) => string} textOf
   */
  write(textOf) {
    const { field } = this;
    if (field.readOnly || field.disabled) return false;
    const number = this.read(field.value);
    if (!number) return false;
    const { value, selectionStart, selectionEnd } = field;
    const text = textOf(number);
    if (text === value) return false;
    // Formatting is not a change by the visitor.
    if (value === serverState(field).value) noteSpelling(field, { value: text });
    const [start, end] = [selectionStart, selectionEnd].map((offset) => this.offset(value, Number(offset), text));
    // The Tab key selects the whole field, so that the next letter replaces everything.
    const isAll = selectionStart === 0 && selectionEnd === value.length;
    this.isWriting = true;
    let isTyped = isInUse(field);
    if (isTyped) {
      field.select();
      // There is no newer API for this.
      isTyped = document.execCommand("insertText", false, text);
    }
    if (!isTyped) putText(field, text);
    this.isWriting = false;
    // Selecting text in a field that is being left would bring the focus back.
    if (isInUse(field) && isAll) field.select();
    else if (isInUse(field)) field.setSelectionRange(start, end);
    return isTyped;
  }

  /**
   * The place in another form of the same number that has the same number of digits before it.
   * @param {string} text
   * @param {number} offset
   * @param {string} other
   */
  offset(text, offset, other) {
    const isPart = (sign) => /\p{Nd}/u.test(sign) || sign === this.format.decimal;
    let parts = [...text.slice(0, offset).replace(/^\P{Nd}+/u, "")].filter(isPart).length;
    let place = 0;
    for (; parts > 0 && place < other.length; place += 1) if (isPart(other[place])) parts -= 1;
    return offset === text.length ? other.length : place;
  }

  /**
   * Makes undo bring back the typed text, not its form after the field was left.
   * @param {FieldEvent} event
   */
  onInput(event) {
    if (this.isWriting) {
      event.stopImmediatePropagation();
      return;
    }
    const [, way] = /^history(Undo|Redo)$/.exec(event.inputType ?? "") ?? [];
    if (way && this.field.value === this.closed) setTimeout(() => { if (isInUse(this.field)) document.execCommand(way); });
  }

  /**
   * Reads an amount typed as the locale writes it: sign, whole digits, decimals. `null` if it could mean anything else, also to the
   * server: the server reads it, asks, or refuses it.
   * @param {string} text
   */
  read(text) {
    const rest = bare(this.field, text.trim());
    const { positive, negative } = this.format;
    for (const pattern of [negative, positive, "#"]) {
      const [head, tail] = pattern.split("#");
      if (rest.length < head.length + tail.length || !rest.startsWith(head) || !rest.endsWith(tail)) continue;
      const inner = rest.slice(head.length, rest.length - tail.length);
      const sign = pattern !== negative && /^[-+\u2212]/.test(inner) ? inner[0] : "";
      const number = this.digits(inner.slice(sign.length));
      // There is only one zero: it has no sign.
      const isNegative = pattern === negative || (sign !== "" && sign !== "+");
      if (number) return { ...number, isNegative: isNegative && /[1-9]/.test(number.whole + number.fraction) };
    }
    return null;
  }

  /** @param {string} text */
  digits(text) {
    const { decimal, grouping, decimals, zero } = this.format;
    const latin = zero === 48 ? text : [...text].map((sign) => this.latin(sign)).join("");
    const [whole, fraction = "", ...more] = latin.split(decimal);
    const digits = whole.split(grouping).join("");
    if (more.length > 0 || !/^\d+$/.test(digits) || !/^\d*$/.test(fraction)) return null;
    // Nobody groups after a zero: "0,123" is not 123.
    if (whole !== digits && (whole.startsWith("0") || whole !== this.grouped(digits))) return null;
    // Decimals are kept as typed: "1.000" may be a thousand. A number without a limit keeps all of its decimals.
    if (decimals !== "" && fraction.length > decimals) return null;
    const padded = fraction.padEnd(Number(decimals), "0");
    if (digits.length + padded.length > Currency.digitLimit) return null;
    return { whole: digits.replace(/^0+(?=\d)/, ""), fraction: padded };
  }

  /** @param {string} sign */
  latin(sign) {
    const digit = Number(sign.codePointAt(0)) - this.format.zero;
    return digit >= 0 && digit <= 9 ? String(digit) : sign;
  }

  /** @param {string} digits */
  grouped(digits) {
    const { grouping, lastGroup, otherGroups, digitsBefore } = this.format;
    if (lastGroup === 0 || digits.length < lastGroup + digitsBefore) return digits;
    const groups = [digits.slice(-lastGroup)];
    let rest = digits.slice(0, -lastGroup);
    for (; rest.length > otherGroups && otherGroups > 0; rest = rest.slice(0, -otherGroups)) groups.unshift(rest.slice(-otherGroups));
    return [rest, ...groups].join(grouping);
  }

  /** @param {string} digits */
  local(digits) {
    return digits.replace(/\d/g, (digit) => String.fromCodePoint(this.format.zero + Number(digit)));
  }

  number({ whole, fraction }) { return this.local(fraction ? `${whole}${this.format.decimal}${fraction}` : whole); }

  /** @param {Amount} number */
  raw(number) { return (number.isNegative ? "-" : "") + this.number(number); }

  /** @param {Amount} number */
  written(number) {
    const pattern = number.isNegative ? this.format.negative : this.format.positive;
    return pattern.replace("#", () => this.number({ ...number, whole: this.grouped(number.whole) }));
  }
}

class RecentInput {
  /**
   * The field that was typed into last.
   * @type {EventTarget|null}
   */
  field = null;
  /** Whether a button of the mouse, or a finger, is down. */
  isPressed = false;

  constructor() {
    addEventListener("input", ({ target }) => { this.field = target; }, { capture: true });
    for (const name of ["mousedown", "mouseup", "dragend"]) {
      addEventListener(name, () => { this.isPressed = name === "mousedown"; }, { capture: true });
    }
  }
}

const recentInput = new RecentInput();
