/// A number as typed, taken apart: sign and symbol off its ends, then groups of digits and what separates them.
struct TypedNumber {
  private(set) var isNegative = false
  private let scalars: [Unicode.Scalar]
  private var rest: ArraySlice<Unicode.Scalar>

  /// - `symbols`: that may stand with it, longest first.
  /// - `atBothEnds`: whether one may stand before it and another one behind it.
  init(_ text: String, symbols: [[Unicode.Scalar]] = [], atBothEnds: Bool = false) {
    scalars = Self.visible(text)
    rest = scalars[...]
    stripEnds(of: symbols, atBothEnds)
  }

  private mutating func stripEnds(of symbols: [[Unicode.Scalar]], _ atBothEnds: Bool) {
    var hasSign = false
    var hasSymbol = false
    while let first = rest.first {
      if Separator(first) == .space {
        rest.removeFirst()
      } else if !hasSign, first == "+" || Self.minuses.contains(first) {
        (hasSign, isNegative) = (true, first != "+")
        rest.removeFirst()
      } else if !hasSymbol, let symbol = symbols.first(where: { Self.areAlike(rest.prefix($0.count), $0) }) {
        hasSymbol = true
        rest.removeFirst(symbol.count)
      } else {
        break
      }
    }
    if atBothEnds { hasSymbol = false }
    // "12,-" and "12.–" are whole amounts.
    if let last = rest.last, Self.minuses.contains(last),
      let mark = rest.dropLast().last.flatMap(Separator.init), mark == .comma || mark == .point
    {
      rest.removeLast(2)
    }
    while let last = rest.last {
      if Separator(last) == .space {
        rest.removeLast()
      } else if !hasSign, Self.minuses.contains(last) {
        (hasSign, isNegative) = (true, true)
        rest.removeLast()
      } else if !hasSymbol, let symbol = symbols.first(where: { Self.areAlike(rest.suffix($0.count), $0) }) {
        hasSymbol = true
        rest.removeLast(symbol.count)
      } else {
        break
      }
    }
  }

  /// Nil where anything else than digits and separators is left.
  func groups() -> Groups? {
    var groups = Groups()
    for scalar in rest {
      if let digit = Self.digit(scalar) {
        groups.digits[groups.digits.count - 1].append(digit)
      } else if let separator = Separator(scalar) {
        // Nothing stands between two separators.
        if !groups.separators.isEmpty, groups.digits.last?.isEmpty ?? true { return nil }
        groups.separators.append(separator)
        groups.digits.append([])
      } else {
        return nil
      }
    }
    return groups.digits.contains { !$0.isEmpty } ? groups : nil
  }

  /// The letters and signs that stand with the number.
  var word: String {
    var word = String.UnicodeScalarView()
    for scalar in scalars
    where Self.digit(scalar) == nil && !Self.minuses.contains(scalar) && scalar != "+"
      && (Separator(scalar) == nil || !word.isEmpty && scalar == ".")
    {
      word.append(scalar)
    }
    return String(word)
  }

  private static let minuses: Set<Unicode.Scalar> = [
    "-", "\u{2212}", "\u{2013}", "\u{2010}", "\u{2011}", "\u{FE63}", "\u{FF0D}",
  ]

  /// A digit of any script: each has its ten in a row, beginning with the one whose value is 0.
  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII { return ("0"..."9").contains(scalar) ? UInt8(scalar.value - 0x30) : nil }
    guard scalar.properties.generalCategory == .decimalNumber else { return nil }
    return Character(scalar).wholeNumberValue.map(UInt8.init)
  }

  /// Marks of the writing direction, which formatted amounts carry, and the like.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B...0x200F, 0x061C, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
    default: false
    }
  }

  static func visible(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { !isInvisible($0) } }

  private static func areAlike(_ typed: ArraySlice<Unicode.Scalar>, _ symbol: [Unicode.Scalar]) -> Bool {
    guard !symbol.isEmpty, typed.count == symbol.count else { return false }
    return zip(typed, symbol).allSatisfy { a, b in
      a == b || a.properties.lowercaseMapping == b.properties.lowercaseMapping
        || Separator(a) == .space && Separator(b) == .space
    }
  }
}

extension TypedNumber {
  /// The kinds of characters between digits.
  enum Separator: Hashable {
    case comma, point, arabicDecimal, arabicGrouping, space, apostrophe

    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case ",", "\u{060C}", "\u{FF0C}": self = .comma
      case ".", "\u{FF0E}": self = .point
      case "\u{066B}": self = .arabicDecimal
      case "\u{066C}": self = .arabicGrouping
      case "'", "\u{2019}", "\u{02BC}", "\u{2032}", "\u{00B4}", "`": self = .apostrophe
      case "\t", "\u{202F}", "\u{2009}", "\u{2007}": self = .space
      case _ where scalar.properties.generalCategory == .spaceSeparator: self = .space
      default: return nil
      }
    }
  }

  /// A reading of point and comma.
  struct Convention {
    let decimal: Separator
    let groupings: Set<Separator>

    /// A locale's own. Spaces and apostrophes set groups apart anywhere.
    init(_ separators: NumberFormat.Separators) {
      let decimal = Separator(separators.decimal) ?? .point
      self.decimal = decimal
      groupings = Set([Separator(separators.grouping) ?? .space, .space, .apostrophe]).subtracting([decimal])
    }

    private init(decimal: Separator, groupings: Set<Separator>) {
      self.decimal = decimal
      self.groupings = groupings
    }

    static let all = [
      Convention(decimal: .point, groupings: [.comma, .space, .apostrophe]),
      Convention(decimal: .comma, groupings: [.point, .space, .apostrophe]),
      Convention(decimal: .arabicDecimal, groupings: [.arabicGrouping, .comma, .point, .space, .apostrophe]),
    ]
  }

  struct Groups {
    /// One more than separators; the first and the last may be empty: ".5", "5.".
    var digits: [[UInt8]] = [[]]
    var separators: [Separator] = []

    /// Exact digits with a point, or nil where the separators do not stand as this convention wants them.
    func digits(by convention: Convention) -> String? {
      var whole = digits[...]
      var marks = separators[...]
      var fraction: [UInt8] = []
      if marks.last == convention.decimal {
        marks.removeLast()
        fraction = whole.removeLast()
      }
      if let mark = marks.first {
        guard convention.groupings.contains(mark), marks.allSatisfy({ $0 == mark }), Self.areGroups(whole) else {
          return nil
        }
      }
      let bytes = whole.joined().map { $0 + UInt8(ascii: "0") }
      guard !bytes.isEmpty || !fraction.isEmpty else { return nil }
      let text = bytes.isEmpty ? "0" : String(decoding: bytes, as: UTF8.self)
      return fraction.isEmpty
        ? text : text + "." + String(decoding: fraction.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }

    /// Three digits behind each separator, or two except at the end, as in India. Nobody groups behind a zero.
    private static func areGroups(_ groups: ArraySlice<[UInt8]>) -> Bool {
      guard let first = groups.first, let last = groups.last, 1...3 ~= first.count, first[0] != 0, last.count == 3
      else { return false }
      let inner = groups.dropFirst().dropLast()
      return inner.allSatisfy { $0.count == 3 } || first.count <= 2 && inner.allSatisfy { $0.count == 2 }
    }
  }
}
