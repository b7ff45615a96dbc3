extension NumberFormat {
  /// A number without a currency.
  /// - `minimumDecimals`: zeros are added up to so many.
  /// - `isGrouped`: whether thousands are set apart. A field shows them only where they help reading: an amount.
  package func text(_ number: DecimalNumber, minimumDecimals: Int = 0, isGrouped: Bool = false) -> String {
    let digits = digits(of: number, minimumDecimals, plain, isGrouped: isGrouped)
    return number.isNegative ? minus + digits : digits
  }

  /// An amount of money with its symbol (TI28, TI29, TI30).
  /// - `currency`: ISO 4217; at least its own number of decimals is written.
  /// - `symbol`: where the symbol stands, if at all.
  package func text(_ amount: DecimalNumber, currency: String, symbol: CurrencySymbol = .locale) -> String {
    let decimals = CurrencyUnits.decimals(of: currency) ?? 0
    let digits = digits(of: amount, decimals, money, isGrouped: true)
    if symbol == .none { return amount.isNegative ? minus + digits : digits }
    let sign = self.symbol(of: currency)
    var text = ""
    var previous: Character = "\u{0}"
    for part in pattern(isNegative: amount.isNegative, symbol) {
      switch part {
      case "¤":
        if previous == "n", Self.needsSpace(sign.unicodeScalars.first) { text += "\u{A0}" }
        text += sign
      case "n":
        if previous == "¤", Self.needsSpace(sign.unicodeScalars.last) { text += "\u{A0}" }
        text += digits
      case "-": text += minus
      default: text.append(part)
      }
      previous = part
    }
    return text
  }

  /// The locale's pattern, or one with the symbol on the other side.
  private func pattern(isNegative: Bool, _ symbol: CurrencySymbol) -> String {
    let own = isNegative ? negative : positive
    switch (symbol, own.isLeading) {
    case (.leading, false):
      let hasSpace = own.parts.contains("\u{A0}")
      return "\(isNegative ? "-" : "")¤\(hasSpace ? "\u{A0}" : "")n"
    case (.trailing, true): return "\(isNegative ? "-" : "")n\u{A0}¤"
    default: return own.parts
    }
  }

  /// Letters are kept off digits ("USD 5"), signs are not ("$5"): UTS #35, currencySpacing.
  private static func needsSpace(_ edge: Unicode.Scalar?) -> Bool {
    guard let edge else { return false }
    switch edge.properties.generalCategory {
    case .currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol, .spaceSeparator: return false
    default: return true
    }
  }

  private func digits(
    of number: DecimalNumber, _ minimumDecimals: Int, _ separators: Separators, isGrouped: Bool
  ) -> String {
    let plain = number.description(minimumDecimals: minimumDecimals).utf8.drop { $0 == UInt8(ascii: "-") }
    let point = plain.firstIndex(of: UInt8(ascii: ".")) ?? plain.endIndex
    let whole = plain[..<point]
    var text = String.UnicodeScalarView()
    var left = whole.count
    let isSplit = isGrouped && separators.lastGroup > 0 && left >= separators.lastGroup + digitsBeforeGroup
    for digit in whole {
      let isFirst = left == whole.count
      if isSplit, !isFirst, Self.isGroupStart(left, separators) { text.append(separators.grouping) }
      text.append(scalar(digit))
      left -= 1
    }
    if point < plain.endIndex {
      text.append(separators.decimal)
      for digit in plain[point...].dropFirst() { text.append(scalar(digit)) }
    }
    return String(text)
  }

  private static func isGroupStart(_ digitsLeft: Int, _ separators: Separators) -> Bool {
    if digitsLeft == separators.lastGroup { return true }
    return digitsLeft > separators.lastGroup
      && (digitsLeft - separators.lastGroup).isMultiple(of: max(1, separators.otherGroups))
  }

  private func scalar(_ digit: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(zero.value + UInt32(digit - UInt8(ascii: "0"))) ?? zero
  }
}
