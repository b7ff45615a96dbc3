import Support

/// How one locale writes numbers and money, from the Unicode CLDR (UTS #35, part 3): digits, separators, grouping, the
/// minus, where the currency's symbol stands. Exact digits throughout, never floating point.
///
/// A class, made once for each line of the table and shared.
package final class NumberFormat: Sendable {
  /// The line of the table that was found: `de-AT`, `de`.
  package let locale: LanguageTag
  /// The first of the ten digits that the locale writes; all digits of Unicode are read.
  let zero: Unicode.Scalar
  let plain: Separators
  let money: Separators
  /// Digits that must stand before the last group for it to be split off: 2 where four digits stay together ("1234,50").
  let digitsBeforeGroup: Int
  let minus: String
  let positive: AmountPattern
  let negative: AmountPattern
  /// By ISO 4217 code: where the locale's symbol is not the shared one.
  private let ownSymbols: [String: String]

  struct Separators: Sendable, Equatable {
    let decimal: Unicode.Scalar
    let grouping: Unicode.Scalar
    /// Digits of the group before the decimal separator, and of those before it: 3 and 2 in India.
    let lastGroup: Int
    let otherGroups: Int
  }

  /// The format of a locale. A locale that the table does not have is written as its language, a language that it does
  /// not have as English.
  package static func of(_ locale: LanguageTag) -> NumberFormat { NumberFormatTable.shared.format(of: locale) }

  /// The digits that it writes, by CLDR's name (UTS #35, part 3, numbering systems).
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

  /// The formats of a language's regions that write other digits than the language does: of Arabic, that of Egypt. One
  /// for each set of digits.
  package static func otherDigits(of language: LanguageTag) -> [NumberFormat] {
    var found = [of(language)]
    for tag in NumberFormatTable.shared.tags where tag.hasPrefix("\(language.language)-") {
      let format = of(LanguageTag(stringLiteral: tag))
      if !found.contains(where: { $0.zero == format.zero }) { found.append(format) }
    }
    return Array(found.dropFirst())
  }

  /// The symbol of a currency, or its code where the locale has none.
  /// - Parameter currency: ISO 4217.
  package func symbol(of currency: String) -> String {
    ownSymbols[currency] ?? NumberFormatTable.shared.sharedSymbols[currency] ?? currency
  }

  /// - Parameter line: of the generated table.
  init?(_ line: Substring) {
    let fields = line.pieces(at: "|", keepsEmpty: true)
    guard fields.count == 13, let zero = fields[1].unicodeScalars.first,
      let plain = Separators(fields[2], fields[3], sizes: fields[6]),
      let money = Separators(fields[4], fields[5], sizes: fields[7]), let digitsBeforeGroup = Int(fields[8]),
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
  fileprivate init?(_ decimal: Substring, _ grouping: Substring, sizes: Substring) {
    let sizes = sizes.compactMap(\.wholeNumberValue)
    guard let decimal = decimal.unicodeScalars.first, let grouping = grouping.unicodeScalars.first, sizes.count == 2
    else { return nil }
    self.init(decimal: decimal, grouping: grouping, lastGroup: sizes[0], otherGroups: sizes[1])
  }
}

/// Where symbol, number and minus stand in an amount.
struct AmountPattern: Sendable, Equatable {
  /// `¤`, `n` and `-` stand for symbol, number and minus; the rest stands for itself.
  let parts: String

  init?(_ parts: some StringProtocol) {
    guard parts.contains("n"), parts.contains("¤") else { return nil }
    self.parts = String(parts)
  }

  var isLeading: Bool { parts.firstIndex(of: "¤").map { symbol in parts[symbol...].contains("n") } ?? false }
}
