// @ts-check

/**
 * The scale beside a number's field: sliding writes the number, typing moves the handle. Until there is a number, the handle
 * stands at the beginning, pale, and says that nothing is entered; a press on it takes that number too.
 */
export default class Slider {
  /** @param {HTMLElement} cell */
  constructor(cell) {
    this.cell = cell;
    this.scale = /** @type {HTMLElement} */ (cell.querySelector(".slider-scale"));
    this.track = /** @type {HTMLInputElement} */ (cell.querySelector(".slider-track"));
    this.field = /** @type {HTMLInputElement} */ (cell.querySelector(".field"));
    this.track.addEventListener("input", () => this.slide());
    this.track.addEventListener("click", () => { if (this.isUntouched) this.slide(); });
    this.track.addEventListener("change", () => this.tell("change"));
    this.field.addEventListener("input", (event) => { if (event.isTrusted) this.follow(); });
    this.update();
  }

  get isUntouched() { return "untouched" in this.track.dataset; }

  /** The server knows nothing of the scale. */
  update() {
    this.scale.hidden = false;
    this.track.disabled = this.field.disabled || this.field.readOnly;
    this.follow();
  }

  slide() {
    this.field.value = this.written(this.track.value);
    this.show(true);
    this.tell("input");
  }

  /** @param {string} event as if the number had been typed */
  tell(event) { this.field.dispatchEvent(new Event(event, { bubbles: true })); }

  /** Moves the handle to the number in the field. A text that is on no scale leaves the handle where it is, and pale. */
  follow() {
    const number = this.read(this.field.value);
    const isOnScale = number !== null && number >= Number(this.track.min) && number <= Number(this.track.max);
    if (isOnScale) this.track.value = String(number);
    else if (!this.field.value.trim()) this.track.value = this.track.min;
    this.show(isOnScale);
  }

  /**
   * Says what is in the field: the browser moves the handle to the nearest step, which is not always the number.
   * @param {boolean} hasNumber
   */
  show(hasNumber) {
    this.track.toggleAttribute("data-untouched", !hasNumber);
    const unit = this.cell.querySelector(".number-unit")?.textContent ?? "";
    const text = this.field.value.trim();
    this.track.setAttribute("aria-valuetext", text ? `${text} ${unit}`.trim() : this.track.dataset.nothing ?? "");
  }

  /** 1.5 as the visitor writes it: it shows the decimal sign and the digits. */
  get sample() { return [...(this.track.dataset.sample ?? "1.5")]; }

  /** @param {string} number */
  written(number) {
    const [one, point] = this.sample;
    const zero = (one.codePointAt(0) ?? 49) - 1;
    return [...number].map((sign) => sign === "." ? point : sign === "-" ? sign : String.fromCodePoint(zero + Number(sign))).join("");
  }

  /**
   * Null: it is no plain number.
   * @param {string} text
   */
  read(text) {
    const [one, point] = this.sample;
    const zero = (one.codePointAt(0) ?? 49) - 1;
    const plain = [...text.trim()].map((sign) => {
      const digit = (sign.codePointAt(0) ?? 0) - zero;
      return digit >= 0 && digit <= 9 ? String(digit) : sign;
    }).join("");
    // Any other sign may group digits: the server asks which was meant.
    const [whole, fraction, ...more] = plain.split(point);
    const isPlain = /^-?\d+$/.test(whole) && /^\d+$/.test(fraction ?? "0") && more.length === 0;
    return isPlain ? Number(`${whole}.${fraction ?? 0}`) : null;
  }
}
