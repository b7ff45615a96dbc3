import Support

/// The locales whose formats are known. Read at first use; a locale's format is made when it is first asked for.
final class NumberFormatTable: Sendable {
  static let shared = NumberFormatTable()

  let sharedSymbols: [String: String]
  private let lines: [Substring: Substring]
  /// No more than there are lines.
  private let made = Lock<[Substring: NumberFormat]>([:])
  /// No more than there are currencies.
  private let signs = Lock<[String: [[Unicode.Scalar]]]>([:])

  private init() {
    sharedSymbols = Self.symbols(Self.sharedSymbols[...])
    lines = Dictionary(
      Self.lines.pieces(at: "\n").map { (Substring($0.utf8.prefix { $0 != UInt8(ascii: "|") }), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The tags that have a line of their own.
  var tags: [String] { lines.keys.map(String.init).sorted() }

  func format(of locale: LanguageTag) -> NumberFormat {
    for candidate in locale.formatCandidates {
      if let line = lines[candidate[...]] { return format(candidate[...], line) }
    }
    return format("en", lines["en"] ?? "")
  }

  private func format(_ tag: Substring, _ line: Substring) -> NumberFormat {
    made.withLock { made in
      if let format = made[tag] { return format }
      guard let format = NumberFormat(line) else { preconditionFailure("the table of number formats is damaged") }
      made[tag] = format
      return format
    }
  }

  /// Reads `USD=$ EUR=€`; symbols have no plain space in them.
  static func symbols(_ list: Substring) -> [String: String] {
    var symbols: [String: String] = [:]
    for entry in list.unicodeScalars.split(separator: " ") {
      symbols[String(entry.prefix(3))] = String(entry.dropFirst(4))
    }
    return symbols
  }

  /// The symbols of an amount in this currency, longest first: its code, what any locale calls it (a visitor may
  /// write "kr" or "zł" in an English form), and the bare sign of "CA$".
  func signs(of currency: String) -> [[Unicode.Scalar]] {
    if let signs = signs.withLock({ $0[currency] }) { return signs }
    var found: Set<String> = [currency]
    if let symbol = sharedSymbols[currency] { found.insert(symbol) }
    let key = "\(currency)="
    for line in lines.values {
      guard let list = line.split(separator: "|", omittingEmptySubsequences: false).last,
        let entry = list.unicodeScalars.split(separator: " ").first(where: { String($0).hasPrefix(key) })
      else { continue }
      found.insert(String(entry.dropFirst(4)))
    }
    for sign in found {
      found.insert(String(sign.unicodeScalars.filter { $0.properties.generalCategory == .currencySymbol }))
    }
    let signs = found.map { TypedNumber.visible($0) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    if CurrencyUnits.decimals(of: currency) != nil { self.signs.withLock { $0[currency] = signs } }
    return signs
  }
}
