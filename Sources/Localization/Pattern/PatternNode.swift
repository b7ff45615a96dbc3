import Support

/// A parsed regular expression.
indirect enum PatternNode: Sendable {
  case set(ScalarSet)
  case sequence([PatternNode])
  case alternation([PatternNode])
  /// - Parameter most: `nil` for no limit.
  case repetition(PatternNode, least: Int, most: Int?)
  case place(Place)
  case look(PatternNode, Direction, isNegated: Bool)
  /// A look-around that is already compiled.
  case hoisted(look: Int, isNegated: Bool)

  enum Place: Sendable { case start, end, wordBoundary, noWordBoundary }
  enum Direction: Sendable { case ahead, behind }
}

extension PatternNode {
  /// Unicode scalars of the shortest text that can match, ignoring look-arounds.
  var leastCount: Int {
    switch self {
    case .set: 1
    case .sequence(let nodes): nodes.reduce(0) { min($0 + $1.leastCount, Pattern.textScalarLimit) }
    case .alternation(let nodes): nodes.map(\.leastCount).min() ?? 0
    case .repetition(let node, let least, _):
      min(min(least, Pattern.textScalarLimit) * node.leastCount, Pattern.textScalarLimit)
    case .place, .look, .hoisted: 0
    }
  }
}

extension PatternNode {
  /// A short text that is likely to match, as look-arounds and places are ignored; `nil` if none is found.
  var example: String? {
    switch self {
    case .set(let set): set.example.map { String(Character($0)) }
    case .sequence(let nodes):
      nodes.reduce("") { text, node in text.flatMap { text in node.example.map { text + $0 } } }
    case .alternation(let nodes):
      nodes.lazy.compactMap(\.example).first { !$0.isEmpty } ?? nodes.lazy.compactMap(\.example).first
    case .repetition(let node, let least, let most):
      least > Pattern.stepLimit
        ? nil : least == 0 && most == 0 ? "" : node.example.map { String(repeating: $0, count: max(least, 1)) }
    case .place, .look, .hoisted: ""
    }
  }
}

/// A set of Unicode scalars.
indirect enum ScalarSet: Sendable {
  /// Sorted ranges that do not touch.
  case ranges([ClosedRange<UInt32>])
  case property(ScalarProperty)
  case union([ScalarSet])
  case intersection(ScalarSet, ScalarSet)
  case complement(ScalarSet)

  static func scalar(_ scalar: Unicode.Scalar) -> ScalarSet { .ranges([scalar.value...scalar.value]) }

  static let digits = ScalarSet.ranges([0x30...0x39])
  static let word = ScalarSet.ranges([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// WhiteSpace and LineTerminator of ECMAScript.
  static let space = ScalarSet.ranges([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  static let lineTerminators = ScalarSet.ranges([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

  /// A scalar of the set that people can type; `nil` if none is found.
  var example: Unicode.Scalar? {
    if let usual = "Aa1 -.@_/é".unicodeScalars.first(where: contains) { return usual }
    if let other = (0x21...0x7E).lazy.compactMap(Unicode.Scalar.init).first(where: contains) { return other }
    guard case .ranges(let ranges) = self else { return nil }
    return ranges.first.flatMap { Unicode.Scalar($0.lowerBound) }
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .ranges(let ranges):
      var low = 0
      var high = ranges.count
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
      }
      return low < ranges.count && ranges[low].lowerBound <= scalar.value
    case .property(let property): return property.holds(scalar)
    case .union(let sets): return sets.contains { $0.contains(scalar) }
    case .intersection(let a, let b): return a.contains(scalar) && b.contains(scalar)
    case .complement(let set): return !set.contains(scalar)
    }
  }

  /// The union of many sets, with ranges merged so that one search finds a scalar.
  static func merging(_ sets: [ScalarSet]) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    var others: [ScalarSet] = []
    for set in sets {
      if case .ranges(let some) = set { ranges += some } else { others.append(set) }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return others.isEmpty ? .ranges(merged) : .union([.ranges(merged)] + others)
  }
}

/// A Unicode property that `\p{…}` may name (ECMAScript, tables 67 to 69), if Swift knows it.
enum ScalarProperty: Sendable {
  case category(Set<Unicode.GeneralCategory>)
  case binary(@Sendable (Unicode.Scalar) -> Bool)

  func holds(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .category(let categories): categories.contains(scalar.properties.generalCategory)
    case .binary(let holds): holds(scalar)
    }
  }

  /// - Parameters:
  ///   - name: the text before `=`; `nil` if there is none.
  ///   - value: the text after it, or the whole text.
  init?(name: String?, value: String) {
    if name == nil || name == "General_Category" || name == "gc", let categories = Self.categories[value] {
      self = .category(categories)
    } else if name == nil, let binary = Self.binaries[value] {
      self = .binary(binary)
    } else {
      return nil
    }
  }

  private static let binaries: [String: @Sendable (Unicode.Scalar) -> Bool] = [
    "Any": { _ in true },
    "ASCII": { $0.isASCII },
    "Assigned": { $0.properties.generalCategory != .unassigned },
    "ASCII_Hex_Digit": { $0.properties.isASCIIHexDigit }, "AHex": { $0.properties.isASCIIHexDigit },
    "Alphabetic": { $0.properties.isAlphabetic }, "Alpha": { $0.properties.isAlphabetic },
    "Dash": { $0.properties.isDash },
    "Diacritic": { $0.properties.isDiacritic }, "Dia": { $0.properties.isDiacritic },
    "Emoji": { $0.properties.isEmoji },
    "Emoji_Presentation": { $0.properties.isEmojiPresentation }, "EPres": { $0.properties.isEmojiPresentation },
    "Hex_Digit": { $0.properties.isHexDigit }, "Hex": { $0.properties.isHexDigit },
    "ID_Continue": { $0.properties.isIDContinue }, "IDC": { $0.properties.isIDContinue },
    "ID_Start": { $0.properties.isIDStart }, "IDS": { $0.properties.isIDStart },
    "Ideographic": { $0.properties.isIdeographic }, "Ideo": { $0.properties.isIdeographic },
    "Lowercase": { $0.properties.isLowercase }, "Lower": { $0.properties.isLowercase },
    "Math": { $0.properties.isMath },
    "Quotation_Mark": { $0.properties.isQuotationMark }, "QMark": { $0.properties.isQuotationMark },
    "Uppercase": { $0.properties.isUppercase }, "Upper": { $0.properties.isUppercase },
    "White_Space": { $0.properties.isWhitespace }, "space": { $0.properties.isWhitespace },
    "XID_Continue": { $0.properties.isXIDContinue }, "XIDC": { $0.properties.isXIDContinue },
    "XID_Start": { $0.properties.isXIDStart }, "XIDS": { $0.properties.isXIDStart },
  ]

  private static let categories: [String: Set<Unicode.GeneralCategory>] = {
    var table: [String: Set<Unicode.GeneralCategory>] = [:]
    for (names, categories) in names {
      for name in names.pieces(at: " ") { table[String(name)] = categories }
    }
    return table
  }()

  private static let names: [(String, Set<Unicode.GeneralCategory>)] = [
    ("Lu Uppercase_Letter", [.uppercaseLetter]), ("Ll Lowercase_Letter", [.lowercaseLetter]),
    ("Lt Titlecase_Letter", [.titlecaseLetter]), ("Lm Modifier_Letter", [.modifierLetter]),
    ("Lo Other_Letter", [.otherLetter]),
    ("LC Cased_Letter", [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]),
    ("L Letter", [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]),
    ("Mn Nonspacing_Mark", [.nonspacingMark]), ("Mc Spacing_Mark", [.spacingMark]),
    ("Me Enclosing_Mark", [.enclosingMark]),
    ("M Mark Combining_Mark", [.nonspacingMark, .spacingMark, .enclosingMark]),
    ("Nd Decimal_Number digit", [.decimalNumber]), ("Nl Letter_Number", [.letterNumber]),
    ("No Other_Number", [.otherNumber]), ("N Number", [.decimalNumber, .letterNumber, .otherNumber]),
    ("Pc Connector_Punctuation", [.connectorPunctuation]), ("Pd Dash_Punctuation", [.dashPunctuation]),
    ("Ps Open_Punctuation", [.openPunctuation]), ("Pe Close_Punctuation", [.closePunctuation]),
    ("Pi Initial_Punctuation", [.initialPunctuation]), ("Pf Final_Punctuation", [.finalPunctuation]),
    ("Po Other_Punctuation", [.otherPunctuation]),
    (
      "P Punctuation punct",
      [
        .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
        .finalPunctuation, .otherPunctuation,
      ]
    ),
    ("Sm Math_Symbol", [.mathSymbol]), ("Sc Currency_Symbol", [.currencySymbol]),
    ("Sk Modifier_Symbol", [.modifierSymbol]), ("So Other_Symbol", [.otherSymbol]),
    ("S Symbol", [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]),
    ("Zs Space_Separator", [.spaceSeparator]), ("Zl Line_Separator", [.lineSeparator]),
    ("Zp Paragraph_Separator", [.paragraphSeparator]),
    ("Z Separator", [.spaceSeparator, .lineSeparator, .paragraphSeparator]),
    ("Cc Control cntrl", [.control]), ("Cf Format", [.format]), ("Cs Surrogate", [.surrogate]),
    ("Co Private_Use", [.privateUse]), ("Cn Unassigned", [.unassigned]),
    ("C Other", [.control, .format, .surrogate, .privateUse, .unassigned]),
  ]
}
