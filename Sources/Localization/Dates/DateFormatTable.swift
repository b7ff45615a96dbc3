import Support

/// The locales whose ways to write days and times are known. Read at first use.
struct DateFormatTable: Sendable {
  static let shared = DateFormatTable()

  private let lines: [Substring: Substring]

  private init() {
    lines = Dictionary(
      Self.lines.pieces(at: "\n").map { (Substring($0.utf8.prefix { $0 != UInt8(ascii: "|") }), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The words for before and after noon, of the locales that write them.
  var halves: [[String]] {
    lines.values.map { line in
      // The unit between the patterns and the months.
      line.pieces(at: "|", keepsEmpty: true).dropFirst(4).first?.pieces(at: ";").map(String.init) ?? []
    }.filter { $0.count == 2 }
  }

  func format(of locale: LanguageTag) -> DateFormat {
    let line = locale.formatCandidates.lazy.compactMap { lines[$0[...]] }.first ?? lines["en"] ?? ""
    guard let format = DateFormat(line, zero: NumberFormat.of(locale).zero) else {
      preconditionFailure("the table of date formats is damaged")
    }
    return format
  }
}
