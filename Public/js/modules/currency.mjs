/** An amount, or a number: plain digits while it is typed, with symbol and groups when it is left (TI28, B33). What
    cannot be read for certain stays as it was typed: the server asks. Digits only, no arithmetic. */
export class Currency {
  constructor(field) {
    this.field = field;
    const [positive, negative, decimal, grouping, lastGroup, otherGroups, digitsBefore, decimals, zero] =
      field.dataset.money.split("|");
    this.format = {
      positive, negative, decimal, grouping, lastGroup: Number(lastGroup), otherGroups: Number(otherGroups),
      digitsBefore: Number(digitsBefore), decimals: decimals && Number(decimals), zero: zero.codePointAt(0),
    };
    // With the next frame: the browser is about to set the selection.
    field.addEventListener("focus", () => requestAnimationFrame(() => this.update()));
    field.addEventListener("blur", () => this.replace((number) => this.written(number)));
    this.update();
  }

  /** The server has formatted the amount. While the field has the focus it shows plain digits again. */
  update() {
    const isActive = document.activeElement === this.field;
    this.replace((number) => isActive ? this.raw(number) : this.written(number));
  }

  replace(write) {
    if (this.field.readOnly || this.field.disabled) return;
    const number = this.read(this.field.value);
    if (!number) return;
    const { value, selectionStart, selectionEnd } = this.field;
    const text = write(number);
    if (text === value) return;
    // Formatting is no change by the visitor.
    if (value === this.field.defaultValue) this.field.defaultValue = text;
    this.field.value = text;
    // The Tab key selects the whole field, so that the next letter replaces it. Selecting a field that is being left
    // would bring the focus back.
    if (document.activeElement === this.field && selectionStart === 0 && selectionEnd === value.length) this.field.select();
  }

  /** Reads an amount typed as the locale writes it: sign, whole digits, decimals. Null where it could mean anything else. */
  read(text) {
    const { positive, negative, decimal, grouping, decimals, zero } = this.format;
    let rest = this.bare(text.trim());
    // A sign may stand behind marks of direction that both patterns begin with.
    const [head, tail] = [negative, positive].map((pattern) => pattern.split("#"))
      .find(([before, behind]) => before + behind && rest.startsWith(before) && rest.endsWith(behind)) ?? ["", ""];
    const isNegative = head + tail !== "" && head + tail === negative.replace("#", "") || /^[-\u2212]/.test(rest);
    rest = rest.slice(head.length, rest.length - tail.length).replace(/^[-+\u2212]/, "");
    if (zero !== 48) rest = [...rest].map((sign) => this.latin(sign)).join("");
    const [whole, fraction = "", ...more] = rest.split(decimal);
    if (more.length > 0 || !/^\d*$/.test(fraction)) return null;
    // A number without a limit keeps its decimals as they were typed.
    const needed = decimals === "" ? fraction : fraction.replace(/0+$/, "").padEnd(decimals, "0");
    if (decimals !== "" && needed.length > decimals) return null;
    const digits = whole.split(grouping).join("");
    if (!/^\d{1,30}$/.test(digits) || (whole !== digits && whole !== this.grouped(digits))) return null;
    return { isNegative, whole: digits.replace(/^0+(?=\d)/, ""), fraction: needed };
  }

  /** Without what stands beside the field, where it was typed along. */
  bare(text) {
    let rest = text;
    for (const { textContent: affix } of this.field.closest(".affixed")?.querySelectorAll(".affix") ?? []) {
      if (rest.startsWith(affix)) rest = rest.slice(affix.length).trim();
      else if (rest.endsWith(affix)) rest = rest.slice(0, -affix.length).trim();
    }
    return rest;
  }

  latin(sign) {
    const digit = sign.codePointAt(0) - this.format.zero;
    return digit >= 0 && digit <= 9 ? String(digit) : sign;
  }

  grouped(digits) {
    const { grouping, lastGroup, otherGroups, digitsBefore } = this.format;
    if (lastGroup === 0 || digits.length < lastGroup + digitsBefore) return digits;
    const groups = [digits.slice(-lastGroup)];
    let rest = digits.slice(0, -lastGroup);
    for (; rest.length > otherGroups && otherGroups > 0; rest = rest.slice(0, -otherGroups)) groups.unshift(rest.slice(-otherGroups));
    return [rest, ...groups].join(grouping);
  }

  local(digits) {
    return digits.replace(/\d/g, (digit) => String.fromCodePoint(this.format.zero + Number(digit)));
  }

  number({ whole, fraction }) { return this.local(fraction ? `${whole}${this.format.decimal}${fraction}` : whole); }

  raw(number) { return (number.isNegative ? "-" : "") + this.number(number); }

  written(number) {
    const pattern = number.isNegative ? this.format.negative : this.format.positive;
    return pattern.replace("#", () => this.number({ ...number, whole: this.grouped(number.whole) }));
  }
}
