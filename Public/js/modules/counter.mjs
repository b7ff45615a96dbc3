import { announce } from "../announce.mjs";
import { graphemes } from "../graphemes.mjs";
import { part, words } from "../parts.mjs";

/** Counts while one types (features TI13, TI-h): the state that the server would show after the next post, at once. */
export class Counter {
  /** Milliseconds without typing before the count is said. */
  static pause = 1000;

  constructor(element) {
    this.element = element;
    this.cell = element.closest(".cell");
    this.field = this.cell.querySelector(".field");
    this.limit = Number(element.dataset.limit);
    this.field.addEventListener("input", (event) => {
      if (event.isComposing) return;
      this.stop();
      this.show();
      this.wait();
    });
    this.field.addEventListener("compositionend", () => { this.stop(); this.show(); });
    this.update();
    // Typing has begun before this came.
    if (this.field === document.activeElement && this.field.value) this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(), Counter.pause);
  }

  /** The server has drawn the cell anew. */
  update() {
    // `maxlength` counts UTF-16 units: it would stop a family of emoji after one of them.
    if (this.field.hasAttribute("maxlength")) {
      this.stops = true;
      this.field.removeAttribute("maxlength");
    }
    this.error?.remove();
    this.reached?.remove();
    this.error = this.reached = this.described = null;
    // An error that the server shows for the length goes as soon as the text is short enough.
    this.wasOver = this.element.dataset.over === "true";
    this.show();
  }

  /** As validation counts: a field of one line without the blanks around it. */
  get count() {
    const { nodeName, value } = this.field;
    return graphemes(nodeName === "TEXTAREA" ? value : value.trim()).length;
  }

  /** Takes what goes beyond the limit away where it came in: before the caret. */
  stop() {
    if (!this.stops || this.count <= this.limit) return;
    const { value } = this.field;
    const caret = this.field.selectionEnd ?? value.length;
    const before = graphemes(value.slice(0, caret));
    const behind = value.slice(caret);
    const room = Math.max(0, this.limit - graphemes(behind).length);
    const text = before.slice(0, room).join("");
    this.field.value = text + behind;
    if (this.field.selectionEnd !== null) this.field.setSelectionRange(text.length, text.length);
  }

  show() {
    const { count, limit } = this;
    const isOver = count > limit;
    this.element.firstElementChild.textContent = `${count}/${limit}`;
    this.element.dataset.over = isOver;
    if (isOver && !this.error && !this.wasOver) this.complain();
    if (!isOver && (this.error || this.wasOver)) this.relent();
    if (this.error) this.error.lastChild.textContent = words("reduce", limit, count);
    this.tellReached(Boolean(this.stops) && count >= limit);
  }

  /** The error state, as a post would bring it. */
  complain() {
    const { field, cell } = this;
    this.error = part("error");
    this.error.id = `${field.id}_error`;
    const helper = cell.querySelector(".helper");
    if (helper && cell.dataset.keepsHelper !== "true") helper.hidden = true;
    cell.querySelector(".error")?.remove();
    cell.querySelector(".cell-messages").prepend(this.error);
    this.described = field.getAttribute("aria-describedby") ?? "";
    field.setAttribute("aria-describedby", `${this.error.id} ${this.described}`.trim());
    field.setAttribute("aria-errormessage", this.error.id);
    this.mark(true);
  }

  relent() {
    const { field, cell } = this;
    this.wasOver = false;
    cell.querySelector(".error")?.remove();
    this.error = null;
    if (this.described !== null) field.setAttribute("aria-describedby", this.described);
    field.removeAttribute("aria-errormessage");
    const helper = cell.querySelector(".helper");
    if (helper) helper.hidden = false;
    this.mark(false);
  }

  mark(isInvalid) {
    this.cell.dataset.invalid = isInvalid;
    this.field.setAttribute("aria-invalid", isInvalid);
  }

  tellReached(isReached) {
    if (isReached === Boolean(this.reached)) return;
    const helper = this.cell.querySelector(".helper:not([data-kept])");
    // The server may have said so already.
    if (isReached && helper?.textContent === words("reached")) return;
    if (helper) helper.hidden = isReached;
    if (isReached) {
      this.reached = part("helper");
      this.reached.textContent = words("reached");
      this.cell.querySelector(".cell-messages").prepend(this.reached);
    } else {
      this.reached.remove();
      this.reached = null;
    }
  }

  say() {
    const left = this.limit - this.count;
    announce(left < 0 ? words("over", -left) : left === 0 && this.stops ? words("reached") : words("left", left));
  }
}
