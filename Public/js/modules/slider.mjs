// @ts-check

/**
 * The scale beside the field of one number, or of two: sliding writes the numbers, typing moves the handles. While there is no number,
 * its handle is pale, at its end of the scale, and says that nothing is entered; pressing it enters the number at that place.
 */
export default class Slider {
  /** @param {HTMLElement} cell */
  constructor(cell) {
    this.cell = cell;
    this.scale = /** @type {HTMLElement} */ (cell.querySelector(".slider-scale"));
    this.tracks = /** @type {HTMLElement} */ (cell.querySelector(".slider-tracks"));
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (cell.querySelectorAll(".field"));
    this.handles = [...this.tracks.querySelectorAll("input")].map((track, index) => new Handle(this, track, fields[index]));
    this.tracks.addEventListener("pointerdown", (event) => this.note(event), { capture: true });
    this.tracks.addEventListener("pointercancel", (event) => this.takeBack(event), { capture: true });
    if (this.handles.length === 2) {
      this.tracks.addEventListener("pointerdown", (event) => this.press(event));
      this.tracks.addEventListener("pointermove", (event) => this.drag(event));
      for (const end of ["pointerup", "pointercancel"]) this.tracks.addEventListener(end, (event) => this.release(event));
    }
    this.update();
  }

  /** The server does not know the scale's state. */
  update() {
    this.scale.hidden = false;
    for (const handle of this.handles) handle.update();
    this.fill();
  }

  get unit() { return this.cell.querySelector(".number-unit")?.textContent ?? ""; }
  get nothing() { return this.scale.dataset.nothing ?? ""; }
  /** The number 1.5 as the visitor writes it, which shows the decimal sign and the digits. */
  get sample() { return [...(this.scale.dataset.sample ?? "1.5")]; }

  /**
   * Prevents one handle from passing the other. The first handle that is touched also enters the other one's number.
   * @param {Handle} moved
   */
  settle(moved) {
    const other = this.handles.find((each) => each !== moved);
    if (!other) return;
    const limit = Number(other.track.value);
    const passes = moved === this.handles[0] ? moved.place > limit : moved.place < limit;
    if (passes) moved.track.value = other.track.value;
    if (!other.field.value.trim()) other.write();
  }

  /** @param {PointerEvent} event */
  note(event) { if (event.isPrimary) this.before = this.handles.map(({ field }) => field.value); }

  /**
   * The finger scrolls the page: the place where it began must not count as input.
   * @param {PointerEvent} event
   */
  takeBack(event) {
    if (!event.isPrimary || !this.before) return;
    for (const [index, handle] of this.handles.entries()) {
      if (handle.field.value === this.before[index]) continue;
      handle.field.value = this.before[index];
      handle.follow();
      handle.tell("input");
    }
    this.before = undefined;
  }

  /** Colours the scale between two handles. */
  fill() {
    if (this.handles.length < 2) return;
    const parts = this.handles.map((handle) => handle.part);
    this.tracks.style.setProperty("--from", String(Math.min(...parts)));
    this.tracks.style.setProperty("--to", String(Math.max(...parts)));
    this.tracks.toggleAttribute("data-untouched", this.handles.some((handle) => handle.isUntouched));
  }

  /**
   * If two handles are on one scale, the nearest follows the pointer.
   * @param {PointerEvent} event
   */
  press(event) {
    if (event.button !== 0 || this.dragged || this.handles[0].track.disabled) return;
    const part = this.partAt(event);
    const [from, to] = this.handles.map((handle) => Math.abs(handle.part - part));
    // If both are in one place, the direction of the pointer decides which one is meant.
    this.isUndecided = from === to;
    // A second finger moves nothing.
    this.pointer = event.pointerId;
    this.tracks.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.take(this.isUndecided ? this.towards(part) : this.handles[from < to ? 0 : 1], part);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.dragged || event.pointerId !== this.pointer) return;
    const part = this.partAt(event);
    const isDecided = this.isUndecided && part !== this.dragged.part;
    this.take(isDecided ? this.towards(part) : this.dragged, part);
    if (isDecided) this.isUndecided = false;
  }

  /** @param {number} part */
  towards(part) { return this.handles[part < this.handles[0].part || this.handles[0].part === 1 ? 0 : 1]; }

  /**
   * @param {Handle} handle
   * @param {number} part
   */
  take(handle, part) {
    if (handle !== this.dragged) handle.track.focus();
    /** @type {Handle|undefined} */
    this.dragged = handle;
    handle.move(part);
  }

  /** @param {Event} event */
  release(event) {
    if (!this.dragged || !(event instanceof PointerEvent) || event.pointerId !== this.pointer) return;
    this.dragged = undefined;
    for (const handle of this.handles) handle.tell("change");
  }

  /**
   * The pointer's place on the whole scale, 0 to 1.
   * @param {PointerEvent} event
   */
  partAt(event) {
    const box = this.tracks.getBoundingClientRect();
    const handle = 24;
    const part = Math.min(1, Math.max(0, (event.clientX - box.left - handle / 2) / (box.width - handle)));
    return getComputedStyle(this.tracks).direction === "rtl" ? 1 - part : part;
  }
}

class Handle {
  /**
   * @param {Slider} slider
   * @param {HTMLInputElement} track
   * @param {HTMLInputElement} field
   */
  constructor(slider, track, field) {
    this.slider = slider;
    this.track = track;
    this.field = field;
    // For the browser, a press that leaves the handle in place is no change.
    track.addEventListener("click", () => { if (this.isUntouched) this.slide(); });
    track.addEventListener("keyup", (event) => { if (this.isUntouched && /^(Home|End|Page|Arrow| )/.test(event.key)) this.slide(); });
    track.addEventListener("keydown", (event) => { if (/^Arrow/.test(event.key)) this.alignBefore(event.key); });
    track.addEventListener("input", () => this.slide());
    track.addEventListener("change", () => { for (const handle of slider.handles) handle.tell("change"); });
    field.addEventListener("input", (event) => { if (event.isTrusted) this.follow(); });
  }

  get isUntouched() { return "untouched" in this.track.dataset; }
  get place() { return Number(this.track.value); }
  get least() { return Number(this.track.min); }
  get most() { return Number(this.track.max); }
  get part() { return (this.place - this.least) / (this.most - this.least); }

  update() {
    this.track.disabled = this.field.matches(":disabled") || this.field.readOnly;
    this.follow();
  }

  /** @param {number} part */
  move(part) {
    this.track.value = String(this.least + part * (this.most - this.least));
    this.slide();
  }

  slide() {
    this.slider.settle(this);
    this.write();
    this.slider.fill();
  }

  write() {
    this.field.value = this.written(this.place);
    this.show(true);
    this.tell("input");
  }

  /** @param {string} event as if the number had been typed */
  tell(event) { this.field.dispatchEvent(new Event(event, { bubbles: true })); }

  /** Moves the handle to the number in the field. For a text that is not on the scale, the handle stays in place and becomes pale. */
  follow() {
    const number = this.read(this.field.value);
    const isOnScale = number !== null && number >= this.least && number <= this.most;
    if (isOnScale) this.track.value = String(number);
    else if (!this.field.value.trim()) this.track.value = this === this.slider.handles[1] ? this.track.max : this.track.min;
    this.show(isOnScale);
    this.slider.fill();
  }

  /**
   * Makes an arrow key go from a number between two steps to the nearest step, not past it.
   * @param {string} key
   */
  alignBefore(key) {
    const number = this.read(this.field.value);
    if (number === null || number === this.place) return;
    const isMirrored = getComputedStyle(this.track).direction === "rtl" && /Left|Right/.test(key);
    const goesUp = /Up|Right/.test(key) !== isMirrored;
    if (goesUp && this.place > number) this.track.stepDown();
    if (!goesUp && this.place < number) this.track.stepUp();
  }

  /**
   * Announces the content of the field: the browser moves the handle to the nearest step, which is not always the number.
   * @param {boolean} hasNumber
   */
  show(hasNumber) {
    this.track.toggleAttribute("data-untouched", !hasNumber);
    const text = this.field.value.trim();
    this.track.setAttribute("aria-valuetext", text ? `${text} ${this.slider.unit}`.trim() : this.slider.nothing);
  }

  /** @param {number} number */
  written(number) {
    const [one, point] = this.slider.sample;
    const zero = (one.codePointAt(0) ?? 49) - 1;
    const decimals = Math.max(...[this.track.step, this.track.min].map((text) => text.split(".")[1]?.length ?? 0));
    const plain = number.toFixed(decimals).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
    return [...plain].map((sign) => sign === "." ? point : sign === "-" ? sign : String.fromCodePoint(zero + Number(sign))).join("");
  }

  /**
   * Reads a number; `null` if the text is not a plain number.
   * @param {string} text
   */
  read(text) {
    const [one, point] = this.slider.sample;
    const zero = (one.codePointAt(0) ?? 49) - 1;
    const plain = [...text.trim()].map((sign) => {
      const digit = (sign.codePointAt(0) ?? 0) - zero;
      return digit >= 0 && digit <= 9 ? String(digit) : sign === "\u2212" ? "-" : sign;
    }).join("").replace(/^\+/, "");
    // Any other sign may be for groups of digits: the server asks what was meant.
    const [whole, fraction, ...more] = plain.split(point);
    const isPlain = /^-?\d+$/.test(whole) && /^\d*$/.test(fraction ?? "") && more.length === 0;
    return isPlain ? Number(`${whole}.${fraction || 0}`) : null;
  }
}
