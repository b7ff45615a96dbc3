import Support

/// How one locale writes numbers and money, from the Unicode CLDR (UTS #35, part 3): digits, separators, grouping, the
/// minus, and the place of the currency symbol. Digits are always exact, never floating point.
///
/// A class, made once for each line of the table and shared.
package final class NumberFormat: Sendable {
  /// The locale of the table line that was found: `de-AT`, `de`.
  package let locale: LanguageTag
  /// The digit zero of the ten that the locale writes; digits of all scripts are read.
  let zero: Unicode.Scalar
  let plain: Separators
  let money: Separators
  /// Digits that must precede the last group for it to be separated: 2 if four digits stay together ("1234,50").
  let digitsBeforeGroup: Int
  let minus: String
  let positive: AmountPattern
  let negative: AmountPattern
  /// The symbols in which the locale differs from the shared ones, by ISO 4217 code.
  private let ownSymbols: [String: String]

  struct Separators: Sendable, Equatable {
    let decimal: Unicode.Scalar
    let grouping: Unicode.Scalar
    /// Sizes of the group before the decimal separator and of the groups before that one: 3 and 2 in India.
    let lastGroup: Int
    let otherGroups: Int
  }

  /// The format of a locale. A locale that is not in the table is written like its language, an unknown language like English.
  package static func of(_ locale: LanguageTag) -> NumberFormat { NumberFormatTable.shared.format(of: locale) }

  /// The numbering system, by CLDR's name (UTS #35, part 3).
  package var digits: String {
    switch zero {
    case "\u{660}": "arab"
    case "\u{6F0}": "arabext"
    case "\u{966}": "deva"
    case "\u{9E6}": "beng"
    case "\u{1040}": "mymr"
    default: "latn"
    }
  }

  /// The formats of regions that write other digits than the language itself: for Arabic, that of Egypt. One for each set of digits.
  package static func otherDigits(of language: LanguageTag) -> [NumberFormat] {
    let table = NumberFormatTable.shared
    var zeros = [of(language).zero]
    var formats: [NumberFormat] = []
    for tag in table.tags(beginning: "\(language.language)-") {
      guard let zero = table.zero(of: tag), !zeros.contains(zero) else { continue }
      zeros.append(zero)
      formats.append(of(LanguageTag(stringLiteral: tag)))
    }
    return formats
  }

  /// The symbol of a currency, or its code if the locale has no symbol.
  /// - Parameter currency: ISO 4217.
  package func symbol(of currency: String) -> String {
    ownSymbols[currency] ?? NumberFormatTable.shared.sharedSymbols[currency] ?? currency
  }

  /// - Parameter line: a line of the generated table.
  init?(_ line: Substring) {
    let fields = line.pieces(at: "|", keepsEmpty: true)
    guard fields.count == 13, let zero = fields[1].unicodeScalars.first,
      let plain = Separators(fields[2], grouping: fields[3], sizes: fields[6]),
      let money = Separators(fields[4], grouping: fields[5], sizes: fields[7]), let digitsBeforeGroup = Int(fields[8]),
      let positive = AmountPattern(fields[10]), let negative = AmountPattern(fields[11])
    else { return nil }
    locale = LanguageTag(stringLiteral: String(fields[0]))
    self.zero = zero
    self.plain = plain
    self.money = money
    self.digitsBeforeGroup = digitsBeforeGroup
    minus = String(fields[9])
    self.positive = positive
    self.negative = negative
    ownSymbols = NumberFormatTable.symbols(fields[12])
  }
}

extension NumberFormat.Separators {
  fileprivate init?(_ decimal: Substring, grouping: Substring, sizes: Substring) {
    let sizes = sizes.compactMap(\.wholeNumberValue)
    guard let decimal = decimal.unicodeScalars.first, let grouping = grouping.unicodeScalars.first, sizes.count == 2
    else { return nil }
    self.init(decimal: decimal, grouping: grouping, lastGroup: sizes[0], otherGroups: sizes[1])
  }
}

/// The order of symbol, number and minus in an amount.
struct AmountPattern: Sendable, Equatable {
  /// `¤`, `n` and `-` are placeholders for symbol, number and minus; everything else is literal.
  let parts: String

  init?(_ parts: some StringProtocol) {
    guard parts.contains("n"), parts.contains("¤") else { return nil }
    self.parts = String(parts)
  }

  var isLeading: Bool { parts.firstIndex(of: "¤").map { symbol in parts[symbol...].contains("n") } ?? false }
}

extension NumberFormat {
  /// A number without a currency.
  /// - `minimumDecimals`: zeros are added to reach this number.
  /// - `isGrouped`: whether thousands are separated. Fields do so only in amounts.
  package func text(_ number: DecimalNumber, minimumDecimals: Int = 0, isGrouped: Bool = false) -> String {
    let digits = digits(of: number, minimumDecimals: minimumDecimals, separators: plain, isGrouped: isGrouped)
    return number.isNegative ? minus + digits : digits
  }

  /// An amount of money with its symbol (TI28, TI29, TI30).
  /// - `currency`: ISO 4217; at least the currency's usual number of decimals is written.
  /// - `symbol`: where the symbol is, if it is shown.
  package func text(_ amount: DecimalNumber, currency: String, symbol: CurrencySymbol = .locale) -> String {
    let decimals = CurrencyUnits.decimals(of: currency) ?? 0
    let digits = digits(of: amount, minimumDecimals: decimals, separators: money, isGrouped: true)
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

  /// A space separates letters from digits ("USD 5"), but not signs ("$5"): UTS #35, currencySpacing.
  private static func needsSpace(_ edge: Unicode.Scalar?) -> Bool {
    guard let edge else { return false }
    switch edge.properties.generalCategory {
    case .currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol, .spaceSeparator: return false
    default: return true
    }
  }

  private func digits(
    of number: DecimalNumber, minimumDecimals: Int, separators: Separators, isGrouped: Bool
  ) -> String {
    let plain = number.description(minimumDecimals: minimumDecimals).utf8.drop { $0 == UInt8(ascii: "-") }
    let point = plain.firstIndex(of: UInt8(ascii: ".")) ?? plain.endIndex
    let whole = plain[..<point]
    var text = String.UnicodeScalarView()
    var left = whole.count
    let isSplit = isGrouped && separators.lastGroup > 0 && left >= separators.lastGroup + digitsBeforeGroup
    for digit in whole {
      let isFirst = left == whole.count
      if isSplit, !isFirst, Self.isGroupStart(left, separators: separators) { text.append(separators.grouping) }
      text.append(scalar(digit))
      left -= 1
    }
    if point < plain.endIndex {
      text.append(separators.decimal)
      for digit in plain[point...].dropFirst() { text.append(scalar(digit)) }
    }
    return String(text)
  }

  private static func isGroupStart(_ digitsLeft: Int, separators: Separators) -> Bool {
    if digitsLeft == separators.lastGroup { return true }
    return digitsLeft > separators.lastGroup
      && (digitsLeft - separators.lastGroup).isMultiple(of: max(1, separators.otherGroups))
  }

  private func scalar(_ digit: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(zero.value + UInt32(digit - UInt8(ascii: "0"))) ?? zero
  }
}

extension NumberFormat {
  /// How a script formats a typed amount in the same way as the server (TI28): the patterns of a positive and of a negative amount with
  /// `#` for the number, the decimal and the grouping separator, the sizes of the last group and of those before it, the digits that must
  /// precede a group, decimals, the digit zero. Separated by `|`, which none of them contains.
  /// - Parameters:
  ///   - currency: ISO 4217.
  ///   - symbol: where the symbol is, if it is shown.
  package func scriptFormat(currency: String, symbol: CurrencySymbol) -> String {
    let decimals = CurrencyUnits.decimals(of: currency) ?? 0
    func pattern(_ sign: String) -> String {
      // No symbol contains the digit one; the decimals follow it directly.
      guard let number = try? DecimalNumber(parsing: sign + "1") else { return "#" }
      let text = text(number, currency: currency, symbol: symbol)
      let one = Character(Unicode.Scalar(zero.value + 1) ?? "1")
      guard let start = text.firstIndex(of: one) else { return "#" }
      let length = decimals == 0 ? 1 : 2 + decimals
      return text[..<start] + "#" + text[text.index(start, offsetBy: length)...]
    }
    return scriptFormat(positive: pattern(""), negative: pattern("-"), separators: money, decimals: String(decimals))
  }

  /// The same format for a number without a currency.
  /// - Parameter decimals: `nil`: all decimals that were typed.
  package func scriptFormat(decimals: Int?) -> String {
    scriptFormat(positive: "#", negative: minus + "#", separators: plain, decimals: decimals.map(String.init) ?? "")
  }

  private func scriptFormat(
    positive: String, negative: String, separators: Separators, decimals: String
  ) -> String {
    [
      positive, negative, String(Character(separators.decimal)), String(Character(separators.grouping)),
      String(separators.lastGroup), String(separators.otherGroups), String(digitsBeforeGroup), decimals,
      String(Character(zero)),
    ].joined(separator: "|")
  }
}
