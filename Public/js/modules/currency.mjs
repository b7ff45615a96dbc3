/** An amount, or a number: plain digits while it is typed, with symbol and groups when it is left (TI28, B33). What
    cannot be read for certain stays as it was typed: the server asks. Digits only, no arithmetic. */
export class Currency {
  /** Longer ones are slips, which the server names. */
  static digitLimit = 15;

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

  /** Reads an amount typed as the locale writes it: sign, whole digits, decimals. Null where it could mean anything else,
      to the server too: that reads it, asks, or refuses it. */
  read(text) {
    const rest = this.bare(text.trim());
    const { positive, negative } = this.format;
    for (const pattern of [negative, positive, "#"]) {
      const [head, tail] = pattern.split("#");
      if (rest.length < head.length + tail.length || !rest.startsWith(head) || !rest.endsWith(tail)) continue;
      const inner = rest.slice(head.length, rest.length - tail.length);
      const sign = pattern === negative ? "" : /^[-+\u2212]?/.exec(inner)[0];
      const number = this.digits(inner.slice(sign.length));
      // There is one zero.
      const isNegative = pattern === negative || (sign !== "" && sign !== "+");
      if (number) return { ...number, isNegative: isNegative && /[1-9]/.test(number.whole + number.fraction) };
    }
    return null;
  }

  digits(text) {
    const { decimal, grouping, decimals, zero } = this.format;
    const latin = zero === 48 ? text : [...text].map((sign) => this.latin(sign)).join("");
    const [whole, fraction = "", ...more] = latin.split(decimal);
    const digits = whole.split(grouping).join("");
    if (more.length > 0 || !/^\d+$/.test(digits) || !/^\d*$/.test(fraction)) return null;
    // Nobody groups behind a zero: "0,123" is no 123.
    if (whole !== digits && (whole.startsWith("0") || whole !== this.grouped(digits))) return null;
    // As many decimals as were typed: "1.000" may be a thousand. A number without a limit keeps its own.
    if (decimals !== "" && fraction.length > decimals) return null;
    const padded = fraction.padEnd(decimals, "0");
    if (digits.length + padded.length > Currency.digitLimit) return null;
    return { whole: digits.replace(/^0+(?=\d)/, ""), fraction: padded };
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
