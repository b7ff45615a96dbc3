import Support

/// The names of the months in a language, in whatever form and case, and the days that are typed with one: `31 January 2026`,
/// `31. Jan. 2026`, `January 31st, 2026`.
struct MonthNames {
  /// Letters that the beginning of a name must have to be accepted: "avr", "sept".
  private static let beginningLength = 3
  /// Pieces that the longest name has.
  private static let pieceLimit = 3
  private static let byteLimit = 128
  /// What may follow a number.
  static let ordinals: Set<String> = ["st", "nd", "rd", "th", "er", "o", "a", "°"]
  private static let joiners: Set<String> = ["of", "de", "del"]

  /// The month, 1 to 12, by the letters of each name.
  private let months: [String: Int]
  /// Words beside the name in a day: "de", "г".
  private let otherWords: Set<String>

  /// - Parameters:
  ///   - names: the names of January to December, each in all its forms.
  ///   - prefix: what the language writes before the name in a day, as a part of the word.
  ///   - suffix: what it writes after the name, as a part of the word.
  ///   - otherTexts: further texts of a day.
  ///   - elsewhere: the names in regions of the language: "Jänner", "شباط". Those that may be another month here are left out.
  init(
    _ names: [[String]], prefix: String, suffix: String, otherTexts: [String],
    elsewhere: [(month: Int, name: String)] = []
  ) {
    var months: [String: Int] = [:]
    for (index, names) in names.enumerated() {
      for name in names.flatMap({ [$0, prefix + $0 + suffix] }) {
        for key in Self.keys(name) { months[key] = index + 1 }
      }
    }
    var others: [String: Set<Int>] = [:]
    for (month, name) in elsewhere { for key in Self.keys(name) { others[key, default: []].insert(month) } }
    let own = months
    for (key, found) in others where own[key] == nil {
      let meant = found.union(own.filter { $0.key.hasPrefix(key) }.values)
      if meant.count == 1 { months[key] = meant.first }
    }
    self.months = months
    otherWords = Self.ordinals.union(Self.joiners).union(otherTexts.flatMap { Self.pieces(Folding.fold($0)) })
  }

  /// Names and abbreviations in use that are missing in the Unicode CLDR: month and name, by language.
  static let otherNames: [String: [(month: Int, name: String)]] = [
    "de": [(2, "Feber"), (3, "Mrz")], "he": [(3, "מרס")],
    "hi": [(9, "सितम्बर"), (10, "अक्तूबर"), (11, "नवम्बर"), (12, "दिसम्बर")],
  ]

  /// The languages in whose names a month may be typed: Austria's January is "Jänner" or "Januar".
  static func languages(of locale: LanguageTag) -> [LanguageTag] {
    [locale, LanguageTag(stringLiteral: locale.language), "en"]
  }

  /// The month with this name; `nil` if there is none, or if the text is the beginning of several.
  func month(_ typed: String) -> Int? {
    guard typed.utf8.count <= Self.byteLimit else { return nil }
    let key = Self.pieces(Folding.fold(typed)).joined(separator: " ")
    if let month = months[key] { return month }
    guard key.count >= Self.beginningLength else { return nil }
    let found = Set(months.filter { $0.key.hasPrefix(key) }.values)
    return found.count == 1 ? found.first : nil
  }

  /// The parts of a day as typed: day and year in ASCII digits, and the month; `nil` if the text is no such day.
  /// - Parameter takesBeginnings: whether the month may be the beginning of its name, as in ``month(_:)``.
  func day(_ typed: String, takesBeginnings: Bool = false) -> (day: String, month: Int, year: String)? {
    guard typed.utf8.count <= Self.byteLimit else { return nil }
    let pieces = Self.pieces(Folding.fold(typed))
    // The longest first: "tháng 12" begins with "tháng 1".
    for count in (1...Self.pieceLimit).reversed() where count <= pieces.count {
      for start in 0...(pieces.count - count) {
        let name = pieces[start..<start + count].joined(separator: " ")
        guard let month = takesBeginnings ? month(name) : months[name] else { continue }
        let others = pieces[..<start] + pieces[(start + count)...]
        let numbers = others.filter(Self.isNumber)
        guard numbers.count == 2, others.allSatisfy({ Self.isNumber($0) || otherWords.contains($0) }) else { continue }
        return numbers[0].count > 2 ? (numbers[1], month, numbers[0]) : (numbers[0], month, numbers[1])
      }
    }
    return nil
  }

  /// The letters of a name in all its spellings: `marz` and `maerz`; also without the points between them: `มค`.
  private static func keys(_ name: String) -> [String] {
    let separators = name.contains(where: \.isWhitespace) ? [" "] : [" ", ""]
    return name.withBytes { name in
      Spelling(in: name).combinations.flatMap { spelling in
        var folded: [UInt8] = []
        Folding.append(name, to: &folded, spelling: spelling)
        let pieces = pieces(folded)
        return separators.map(pieces.joined)
      }
    }
  }

  /// The numbers of a text, in ASCII digits, and its words, without what is between them.
  private static func pieces(_ folded: [UInt8]) -> [String] {
    var pieces: [String] = []
    var last: Kind?
    for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars where !scalar.isTypedInvisibly {
      let kind = Kind(scalar)
      if kind != .between {
        if kind != last { pieces.append("") }
        pieces[pieces.count - 1].append(scalar.typedDigit.map { String($0) } ?? String(scalar))
      }
      last = kind
    }
    return pieces
  }

  private static func isNumber(_ piece: String) -> Bool { piece.utf8.first.map(ASCII.isDigit) ?? false }

  private enum Kind {
    case number, word, between

    init(_ scalar: Unicode.Scalar) {
      if scalar.typedDigit != nil {
        self = .number
      } else {
        self = scalar.properties.isWhitespace || Character(scalar).isPunctuation ? .between : .word
      }
    }
  }
}
