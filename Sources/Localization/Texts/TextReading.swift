import Support

/// How a text from outside is read, wherever it comes from: a post (urlencoded, multipart, JSON), a definition, an option file, or a
/// host. Reading the result again changes nothing.
///
/// |                                        | `line`     | `lines`    | `code`                          |
/// |----------------------------------------|------------|------------|---------------------------------|
/// | line ends: CR LF, CR, LF, U+000B,      | one blank  | one LF     | one blank                       |
/// | U+000C, U+0085, U+2028, U+2029         |            |            |                                 |
/// | other control characters but tab,      | removed    | removed    | removed                         |
/// | noncharacters such as U+FFFE           |            |            |                                 |
/// | invisible characters                   | kept       | kept       | removed, unless they are part   |
/// |                                        |            |            | of what is seen                 |
/// | white space at the ends                | removed    | kept       | removed, also invisible         |
/// | canonical forms (UAX #15)              | NFC        | NFC        | NFC                             |
/// | a text of invisible characters only    | empty      | empty      | empty                           |
package enum TextReading: Sendable {
  /// A text of one line.
  case line
  /// A text of several lines.
  case lines
  /// One line for programs: an address, a number, a text with a pattern.
  case code

  /// The text as it is stored.
  package func read(_ text: String) -> String {
    // Most texts are plain ASCII and are left unchanged.
    if text.isPlainLine || self != .code && surelyKeeps(text) {
      return text
    }
    var kept = withLineEnds(text)
    // Normalised before removing characters, because composing may change a letter.
    if self == .code { kept = Self.withoutInvisible(String(kept).nfc.unicodeScalars) }
    switch self {
    case .line: kept = kept.trimmed(where: \.properties.isWhitespace)
    case .lines: break
    case .code: kept = kept.trimmed { $0.properties.isWhitespace || $0.isBlankSymbol }
    }
    return kept.isInvisible ? "" : String(kept).nfc
  }

  /// Whether it is certain, without reading the text, that `line` or `lines` leaves it unchanged, as is true of most texts.
  package func surelyKeeps(_ text: String) -> Bool {
    text.withBytes { surelyKeeps($0.span) }
  }

  /// - Parameter text: in UTF-8.
  package func surelyKeeps(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return true }
    if self != .lines, text[0] <= 0x20 || text[text.count - 1] <= 0x20 { return false }
    let lineEnd: UInt8 = self == .lines ? 0x0A : 0x20
    // Most bytes are of this kind. The loop has no early exit, so that many bytes are processed at once.
    let others = text.withUnsafeBufferPointer { bytes in
      bytes.reduce(UInt8(0)) { $0 | (($1 &- 0x20 < 0x5F ? 0 : 1) & ($1 == lineEnd ? 0 : 1)) }
    }
    if others == 0 { return true }
    var before: UInt8 = 0
    for index in text.indices where !(0x20..<0x7F ~= text[index]) {
      let byte = text[index]
      // Controls; U+0080 to U+00A0; bytes that begin the first mark, U+0300, or a scalar after it.
      if byte < 0x20 && byte != lineEnd || byte == 0x7F || byte >= 0xCC || before == 0xC2 && byte <= 0xAD {
        return false
      }
      before = byte
    }
    return true
  }

  private func withLineEnds(_ text: String) -> String.UnicodeScalarView {
    guard text.firstUntypeable(but: { self == .lines && $0 == "\n" }) != nil else { return text.unicodeScalars }
    var kept = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      defer { isBehindReturn = scalar == "\r" }
      if scalar.isLineEnd {
        if scalar != "\n" || !isBehindReturn { kept.append(self == .lines ? "\n" : " ") }
      } else if !scalar.isControl || scalar == "\t" {
        kept.append(scalar)
      }
    }
    return kept
  }

  /// A text without the invisible characters that don't change what is seen. Those that do change it are kept: a joiner between parts of
  /// an emoji, or in a word of a script that joins its letters; a variation selector after what it varies; the tags of a flag.
  private static func withoutInvisible(_ text: String.UnicodeScalarView) -> String.UnicodeScalarView {
    var kept = String.UnicodeScalarView()
    /// A joiner after the last scalar that was kept; the next scalar decides whether it is visible.
    var joiner: Unicode.Scalar?
    var rest = text[...]
    while let scalar = rest.popFirst() {
      let before = kept.last
      guard scalar.isInvisible else {
        if let joiner, scalar.canBeJoined { kept.append(joiner) }
        joiner = nil
        kept.append(scalar)
        continue
      }
      guard let before else { continue }
      switch scalar.value {
      case 0x200C, 0x200D: if before.canBeJoined { joiner = scalar }
      case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0xE0100...0xE01EF:
        let isVaried = before.value > 0x7F && !before.isUnseen
        let isKey = "0123456789#*".unicodeScalars.contains(before) && rest.first == "\u{20E3}"
        if joiner == nil, isVaried || isKey { kept.append(scalar) }
      case 0xE0020...0xE007F: if joiner == nil, before.value >= 0x1F000 { kept.append(scalar) }
      default: break
      }
    }
    return kept
  }
}

extension String {
  /// Whether it has only white space, controls and invisible characters.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.isUnseen) }

  /// Whether nothing in it is visible, though it is not only white space.
  var isInvisible: Bool { unicodeScalars.isInvisible }

  /// The text without white space at both ends.
  package var trimmed: String { String(unicodeScalars.trimmed(where: \.properties.isWhitespace)) }

  /// The text without any invisible characters, even those that are part of what is seen.
  package var withoutInvisible: String {
    isASCII ? self : String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isInvisible }))
  }

  /// Whether it is ASCII without controls, and without white space at its ends. Then reading does not change it, and each byte is a
  /// character.
  package var isPlainLine: Bool {
    withBytes { bytes in
      guard let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20 else { return bytes.isEmpty }
      var others: UInt8 = 0
      // The loop has no early exit, so that many bytes are processed at once.
      for byte in bytes { others |= byte &- 0x20 < 0x5F ? 0 : 1 }
      return others == 0
    }
  }

  /// The first line end or control except tab, as in `TextReading`; `nil` if there is none.
  /// - Parameter isFine: accepts those of them that are allowed.
  package func firstUntypeable(but isFine: (Unicode.Scalar) -> Bool = { _ in false }) -> Unicode.Scalar? {
    isPlainLine ? nil : unicodeScalars.first { ($0.isLineEnd || $0.isControl && $0 != "\t") && !isFine($0) }
  }

  private var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension String.UnicodeScalarView {
  /// The view without such scalars at both ends.
  fileprivate func trimmed(where isEdge: (Unicode.Scalar) -> Bool) -> String.UnicodeScalarView {
    guard let first = firstIndex(where: { !isEdge($0) }), let last = lastIndex(where: { !isEdge($0) }) else {
      return String.UnicodeScalarView()
    }
    return String(self[first...last]).unicodeScalars
  }

  fileprivate var isInvisible: Bool {
    allSatisfy(\.isUnseen) && !allSatisfy(\.properties.isWhitespace)
  }
}

extension Unicode.Scalar {
  /// Whether it ends a line (UAX #14).
  package var isLineEnd: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  fileprivate var isUnseen: Bool { properties.isWhitespace || isControl || isInvisible || isBlankSymbol }

  /// Whether it is a control (Unicode's general category Cc), or a noncharacter, which pages show as U+FFFD.
  var isControl: Bool {
    value < 0x20 || 0x7F...0x9F ~= value || 0xFDD0...0xFDEF ~= value || value & 0xFFFE == 0xFFFE
  }

  /// Whether it is not visible itself: the default ignorable code points of UAX #44 (zero-width characters, joiners, soft
  /// hyphen, direction marks, byte order mark, Hangul fillers, variation selectors, tags), and annotation marks.
  package var isInvisible: Bool {
    value >= 0xAD && (properties.isDefaultIgnorableCodePoint || 0xFFF9...0xFFFB ~= value)
  }

  /// Whether it is a letter or symbol without a visible form: braille without dots, a musical note without a head, blanks of
  /// hieroglyphs, the Khitan filler.
  fileprivate var isBlankSymbol: Bool {
    switch value {
    case 0x2800, 0x1D159, 0x13441, 0x13442, 0x16FE4: true
    default: false
    }
  }

  /// Whether a joiner beside it has a visible effect: it is a part of an emoji, or a letter, mark or sign of a script that joins.
  fileprivate var canBeJoined: Bool {
    switch value {
    case 0x0600...0x109F, 0x1780...0x18AF, 0x1900...0x1CFF, 0xA800...0xA95F, 0xA980...0xABFF, 0xFB50...0xFDFF,
      0xFE70...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
      true
    // Emoji, their modifiers, and the selector that turns a sign into an emoji.
    case 0x2190...0x2BFF, 0xFE0F, 0x1F000...0x1FAFF: !isBlankSymbol
    default: false
    }
  }
}

/// Digits, dashes, blanks and signs in the forms that the keyboards of all scripts write.
extension Unicode.Scalar {
  /// The value of a decimal digit of any script: the ten digits of each script are consecutive, beginning with 0.
  package var typedDigit: UInt8? {
    if isASCII { return ("0"..."9").contains(self) ? UInt8(value - 0x30) : nil }
    guard properties.generalCategory == .decimalNumber else { return nil }
    return Character(self).wholeNumberValue.map(UInt8.init)
  }

  /// Whether it is a hyphen, dash or minus, including those of keyboards for Japanese and Hebrew. Wave dashes are not: they mean
  /// "from … to", or "about".
  package var isTypedDash: Bool {
    switch value {
    case 0x2D, 0x2212, 0x2043, 0x02D7, 0x2796, 0x30FC, 0xFF70: true
    case 0x2E3A, 0x2E3B, 0x301C, 0x3030, 0x30A0: false
    default: !isASCII && properties.generalCategory == .dashPunctuation
    }
  }

  /// Whether it is white space within a line, of any width.
  package var isTypedBlank: Bool { self == " " || self == "\t" || properties.generalCategory == .spaceSeparator }

  /// The ASCII character for a full-width one (U+FF01 to U+FF5E, as on keyboards for Chinese and Japanese), and the point for the
  /// ideographic full stop; any other scalar is unchanged.
  package var inASCIIWidth: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0x3002, 0xFF61: "."
    default: self
    }
  }

  /// The characters that it is compatible with (UAX #15), in lower case: `m2` for `㎡`, `°c` for `℃`. A letter or mark is only converted
  /// to lower case; signs that look like the degree sign become that sign.
  package var compatible: String {
    switch (value, properties.generalCategory) {
    case (0xBA, _), (0x2DA, _): "°"
    case (0xB5, _): "μ"
    case (0x66A, _): "%"
    case (0x2113, _): "l"
    case (_, .uppercaseLetter), (_, .lowercaseLetter), (_, .titlecaseLetter), (_, .otherLetter), (_, .nonspacingMark),
      (_, .spacingMark), (_, .decimalNumber):
      inASCIIWidth.properties.lowercaseMapping
    default: String(decoding: Folding.fold(String(self)), as: UTF8.self)
    }
  }

  /// Whether it is typed without being seen: marks of the writing direction, which formatted amounts and copied numbers contain, and
  /// the like.
  package var isTypedInvisibly: Bool {
    switch value {
    case 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}

extension String {
  /// The form in which texts beside a field are compared with typed ones.
  package var compatible: String { unicodeScalars.map(\.compatible).joined() }

  /// What may be typed for a text beside a field: the text itself; for a temperature also the degree sign alone.
  package var affixes: [String] {
    let isTemperature = first == "°" && count > 1 && dropFirst().allSatisfy(\.isLetter)
    return isTemperature ? [self, "°"] : [self]
  }
}
