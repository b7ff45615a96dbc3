/// The same digit, dash, blank or sign, as the keyboards of all scripts write it.
extension Unicode.Scalar {
  /// The value of a decimal digit of any script: each has its ten in a row, beginning with the one whose value is 0.
  package var typedDigit: UInt8? {
    if isASCII { return ("0"..."9").contains(self) ? UInt8(value - 0x30) : nil }
    guard properties.generalCategory == .decimalNumber else { return nil }
    return Character(self).wholeNumberValue.map(UInt8.init)
  }

  /// A hyphen, dash or minus, also those that keyboards for Japanese and Hebrew have in its place. Wave dashes are none:
  /// they say "from … to", or "about".
  package var isTypedDash: Bool {
    switch value {
    case 0x2D, 0x2212, 0x2043, 0x02D7, 0x2796, 0x30FC, 0xFF70: true
    case 0x2E3A, 0x2E3B, 0x301C, 0x3030, 0x30A0: false
    default: !isASCII && properties.generalCategory == .dashPunctuation
    }
  }

  /// White space within a line, of any width.
  package var isTypedBlank: Bool { self == " " || self == "\t" || properties.generalCategory == .spaceSeparator }

  /// The ASCII character that a full-width one is (U+FF01 to U+FF5E, as keyboards for Chinese and Japanese write it), and
  /// the ideographic full stop as the point; else itself.
  package var inASCIIWidth: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0x3002, 0xFF61: "."
    default: self
    }
  }

  /// The characters that it is compatible with (UAX #15), in small letters: `m2` of `㎡`, `°c` of `℃`. A letter or mark is
  /// itself; signs that look like that of degrees are one.
  package var compatible: String {
    switch (value, properties.generalCategory) {
    case (0xBA, _), (0x2DA, _): "°"
    case (0xB5, _): "μ"
    case (_, .uppercaseLetter), (_, .lowercaseLetter), (_, .titlecaseLetter), (_, .otherLetter), (_, .nonspacingMark),
      (_, .spacingMark), (_, .decimalNumber):
      properties.lowercaseMapping
    default: String(decoding: Folding.fold(String(self)), as: UTF8.self)
    }
  }

  /// Marks of the writing direction, which formatted amounts and numbers from contacts carry, and the like.
  package var isTypedInvisibly: Bool {
    switch value {
    case 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}

extension String {
  /// As texts beside a field are compared with what is typed along.
  package var compatible: String { unicodeScalars.map(\.compatible).joined() }

  /// What is typed for a text beside a field: the text, or of a temperature the sign of degrees alone.
  package var affixes: [String] {
    let isTemperature = first == "°" && count > 1 && dropFirst().allSatisfy(\.isLetter)
    return isTemperature ? [self, "°"] : [self]
  }
}
