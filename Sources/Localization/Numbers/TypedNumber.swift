/// A typed number split into parts: sign and symbols at its ends, then groups of digits and their separators.
struct TypedNumber {
  /// Whether it has a minus before it, or the brackets of bookkeeping around it: `(1,234.50)`.
  private(set) var isNegative = false
  /// Whether a dash may be the sign or not: `5.00-` is a ledger's minus or the dash for no cents.
  private(set) var hasDashBehind = false
  /// Whether the first dash may mean no whole units: `–.50` is fifty centimes in some locales.
  private(set) var hasDashForWhole = false
  private let scalars: [Unicode.Scalar]
  private var rest: ArraySlice<Unicode.Scalar>
  private var isWhole = false
  private var isWellFormed = true

  /// - `symbols`: texts that may be typed with the number, longest first; two different ones are possible, as in `US$ 5 USD`.
  init(_ text: String, symbols: [[Unicode.Scalar]] = []) {
    scalars = Self.visible(text)
    rest = scalars[...]
    stripEnds(of: symbols)
  }

  private mutating func stripEnds(of symbols: [[Unicode.Scalar]]) {
    var hasSign = false
    var brackets = 0
    var left = symbols
    func symbol(_ isAtEnd: (Int) -> ArraySlice<Unicode.Scalar>) -> Int? {
      guard left.count > symbols.count - 2 else { return nil }
      return left.firstIndex { Self.areAlike(isAtEnd($0.count), symbol: $0) }
    }
    while let first = rest.first {
      if Separator(first) == .space {
        rest.removeFirst()
      } else if !hasSign, brackets == 0, first == "+" || first.isTypedDash {
        (hasSign, isNegative) = (true, first != "+")
        rest.removeFirst()
        if isNegative, let mark = rest.first.flatMap(Separator.init) { hasDashForWhole = mark.isDecimal }
      } else if !hasSign, brackets == 0, first == "(" {
        (brackets, isNegative) = (1, true)
        rest.removeFirst()
      } else if let index = symbol({ rest.prefix($0) }) {
        rest.removeFirst(left.remove(at: index).count)
      } else {
        break
      }
    }
    while let last = rest.last {
      if Separator(last) == .space {
        rest.removeLast()
      } else if brackets == 1, last == ")" {
        brackets = 2
        rest.removeLast()
      } else if let index = symbol({ rest.suffix($0) }) {
        rest.removeLast(left.remove(at: index).count)
      } else {
        stripDashes(hasSign || brackets > 0)
        break
      }
    }
    isWellFormed = brackets != 1
  }

  /// Dashes after the decimal separator, and `:-`, `/-`, `/=`, mean no cents: `5,-`, `5,--`, `5,=`, `500/-`.
  private mutating func stripDashes(_ hasSign: Bool) {
    let dashes = rest.reversed().prefix { $0.isTypedDash || $0 == "=" }.count
    guard dashes > 0, let mark = rest.dropLast(dashes).last else { return }
    if let separator = Separator(mark), separator.isDecimal {
      rest.removeLast(dashes)
    } else if mark == ":" || mark == "/" {
      rest.removeLast(dashes + 1)
      isWhole = true
    } else if dashes == 1, rest.last != "=", !hasSign, mark.typedDigit != nil {
      rest.removeLast()
      hasDashBehind = true
    }
  }

  /// `nil` if anything but digits and separators is left.
  func groups() -> Groups? {
    guard isWellFormed else { return nil }
    var groups = Groups(isWhole: isWhole)
    for scalar in rest {
      if let digit = scalar.typedDigit {
        groups.digits[groups.digits.count - 1].append(digit)
      } else if let separator = Separator(scalar) {
        // Two separators must have digits between them.
        if !groups.separators.isEmpty, groups.digits.last?.isEmpty ?? true { return nil }
        groups.separators.append(separator)
        groups.digits.append([])
      } else {
        return nil
      }
    }
    return groups.digits.contains { !$0.isEmpty } ? groups : nil
  }

  /// The letters and signs typed with the number, as words in lower case.
  var words: [String] {
    var words = [String.UnicodeScalarView()]
    for scalar in scalars {
      let isBracket = scalar == "(" || scalar == ")"
      if scalar.typedDigit != nil || isBracket || Separator(scalar).map({ $0 != .point }) ?? scalar.isTypedDash {
        words.append(String.UnicodeScalarView())
      } else if Separator(scalar) == nil || words.last?.isEmpty == false {
        words[words.count - 1].append(scalar)
      }
    }
    return words.filter { !$0.isEmpty }.map { String($0).lowercased() }
  }

  /// The text without invisible characters, and with full-width characters as ASCII.
  static func visible(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { !$0.isTypedInvisibly }.map(\.inASCIIWidth)
  }

  /// The texts that may be typed with a number, in all forms that occur in this text: `m²` as `m2` and as `㎡`. Longest first.
  static func spellings(of marks: [String], in typed: String) -> [[Unicode.Scalar]] {
    let scalars = visible(typed)
    var found: [[Unicode.Scalar]] = []
    for mark in marks.flatMap(\.affixes) {
      found.append(visible(mark))
      let compatible = mark.compatible
      // No form is longer than the compatible one.
      for start in scalars.indices {
        for end in start..<min(scalars.count, start + compatible.unicodeScalars.count) {
          let slice = Array(scalars[start...end])
          if slice != found.last, slice.map(\.compatible).joined() == compatible { found.append(slice) }
        }
      }
    }
    return found.sorted { $0.count > $1.count }
  }

  private static func areAlike(_ typed: ArraySlice<Unicode.Scalar>, symbol: [Unicode.Scalar]) -> Bool {
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
      case ",", "\u{060C}", "\u{3001}", "\u{FF64}": self = .comma
      case ".": self = .point
      case "\u{066B}": self = .arabicDecimal
      case "\u{066C}": self = .arabicGrouping
      case "'", "\u{2018}", "\u{2019}", "\u{02BC}", "\u{2032}", "\u{00B4}", "`": self = .apostrophe
      case _ where scalar.isTypedBlank: self = .space
      default: return nil
      }
    }

    /// Whether some locale writes this separator before decimals.
    var isDecimal: Bool { self == .comma || self == .point || self == .arabicDecimal }
  }

  /// One way to read point and comma.
  struct Convention {
    let decimal: Separator
    let groupings: Set<Separator>
    /// Whether groups of two may come before the last one, as in India with commas.
    let hasPairs: Bool

    /// A locale's separators. Spaces and apostrophes always separate groups.
    init(_ separators: NumberFormat.Separators) {
      let decimal = Separator(separators.decimal) ?? .point
      self.decimal = decimal
      groupings = Set([Separator(separators.grouping) ?? .space, .space, .apostrophe]).subtracting([decimal])
      hasPairs = Separator(separators.grouping) == .comma
    }

    private init(decimal: Separator, groupings: Set<Separator>) {
      self.decimal = decimal
      self.groupings = groupings
      hasPairs = false
    }

    static let all = [
      Convention(decimal: .point, groupings: [.comma, .space, .apostrophe]),
      Convention(decimal: .comma, groupings: [.point, .space, .apostrophe]),
      Convention(decimal: .arabicDecimal, groupings: [.arabicGrouping, .comma, .point, .space, .apostrophe]),
    ]
  }

  struct Groups {
    /// The groups, one more than there are separators; the first and the last may be empty: ".5", "5.".
    var digits: [[UInt8]] = [[]]
    var separators: [Separator] = []
    /// Whether the number cannot have decimals.
    let isWhole: Bool

    init(isWhole: Bool) { self.isWhole = isWhole }

    /// The exact digits with a point; `nil` if the separators do not follow this convention.
    func digits(by convention: Convention) -> String? {
      var whole = digits[...]
      var marks = separators[...]
      var fraction: [UInt8] = []
      if marks.last == convention.decimal {
        if isWhole { return nil }
        marks.removeLast()
        fraction = whole.removeLast()
      }
      if let mark = marks.first {
        guard convention.groupings.contains(mark), marks.allSatisfy({ $0 == mark }),
          Self.areGroups(whole, hasPairs: convention.hasPairs && mark == .comma)
        else { return nil }
      }
      let bytes = whole.joined().map { $0 + UInt8(ascii: "0") }
      guard !bytes.isEmpty || !fraction.isEmpty else { return nil }
      let text = bytes.isEmpty ? "0" : String(decoding: bytes, as: UTF8.self)
      return fraction.isEmpty
        ? text : text + "." + String(decoding: fraction.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    }

    /// Three digits after each separator, or two except at the end, as in India. A group never follows a zero.
    private static func areGroups(_ groups: ArraySlice<[UInt8]>, hasPairs: Bool) -> Bool {
      guard let first = groups.first, let last = groups.last, 1...3 ~= first.count, first[0] != 0, last.count == 3
      else { return false }
      let inner = groups.dropFirst().dropLast()
      return inner.allSatisfy { $0.count == 3 } || hasPairs && first.count <= 2 && inner.allSatisfy { $0.count == 2 }
    }
  }
}
