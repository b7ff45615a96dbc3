import { announce } from "../announce.mjs";
import { count, graphemes } from "../graphemes.mjs";
import { isOfServer } from "../morph.mjs";
import { numeral, part, phrase, words } from "../parts.mjs";
import { serverState } from "../unsent.mjs";

/** Counts while the visitor types (TI13, TI52 to TI57): shows at once what the server would show after the next post. */
export class Counter {
  /** Milliseconds without typing before the count is said. */
  static pause = 1000;

  constructor(cell) {
    this.cell = cell;
    this.field = cell.querySelector(".field");
    this.messages = cell.querySelector(".cell-foot");
    for (const name of ["input", "compositionend"]) this.field.addEventListener(name, (event) => this.onInput(event));
    this.update();
    // Typing may have begun before this module was there.
    if (this.field === document.activeElement && this.field.value) this.wait();
  }

  /** The server has drawn the cell again. */
  update() {
    const { cell, field, messages } = this;
    this.limit = Number(cell.dataset.limit);
    // `maxlength` counts UTF-16 units: it would stop a family of emoji after one of them.
    this.stops ||= field.hasAttribute("maxlength");
    field.removeAttribute("maxlength");
    for (const own of messages.querySelectorAll("[data-kept]")) own.remove();
    this.before = field.value;
    this.success = messages.querySelector(".success");
    // The server's error stays, except that of the length, which comes and goes with the typing.
    this.given = messages.querySelector(".error") ?? (isOfServer(this.given) ? this.given : null);
    if (this.count(serverState(field).value) > this.limit) {
      this.given?.remove();
      this.given = null;
    }
    this.error = part("error");
    this.error.id = `${field.id}_error`;
    this.helper = messages.querySelector(".helper");
    // What stands there may be this module's own word.
    const isOwnWord = this.text !== undefined && this.helper?.textContent === words("reached");
    this.text = cell.dataset.helper ?? (isOwnWord ? this.text : this.helper?.textContent ?? "");
    if (!this.helper) {
      this.helper = part("helper");
      this.helper.id = `${field.id}_helper`;
      messages.prepend(this.helper);
    }
    this.show();
  }

  /** The text as validation counts it: without blanks around it where it is one line. */
  count(text) { return count(this.field.nodeName === "TEXTAREA" ? text : text.trim()); }

  onInput(event) {
    this.isComposing = Boolean(event.isComposing);
    // What is being composed is counted, and cut at its end: till then the field belongs to the keyboard.
    if (!this.isComposing) {
      // Only typing is cut. A text that a script put in may be a scanned code.
      if (this.stops && (event.inputType || event.type === "compositionend")) this.stop();
      this.before = this.field.value;
    }
    this.show();
    this.wait();
  }

  /** Removes what was just typed beyond the limit, and nothing that was there before. */
  stop() {
    const { field, before } = this;
    const { value, selectionEnd } = field;
    const most = Math.max(this.limit, this.count(before));
    if (this.count(value) <= most) return;
    // The new text ends at the caret; in a field without one, at the end.
    const end = selectionEnd ?? value.length;
    const tail = value.slice(end);
    let start = 0;
    while (start < end && start < before.length - tail.length && value[start] === before[start]) start += 1;
    const head = value.slice(0, start);
    const fresh = graphemes(value.slice(start, end));
    while (fresh.length > 0 && this.count(head + fresh.join("") + tail) > most) fresh.pop();
    const text = head + fresh.join("");
    // Deletes as a key would: the browser's undo goes on from there. A field without a caret has no such key.
    if (selectionEnd !== null) field.setSelectionRange(text.length, end);
    if (selectionEnd === null || !document.execCommand("delete")) field.value = text + tail;
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
    // The visitor has gone on to another page.
    if (!this.field.isConnected) return;
    const left = this.limit - this.count(this.field.value);
    if (left === 0 && this.stops) announce(words("reached"));
    else announce(left < 0 ? phrase("over", { count: -left }) : phrase("left", { count: left }));
  }
}
