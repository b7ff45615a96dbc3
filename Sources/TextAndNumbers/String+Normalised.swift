extension String {
  /// CRLF and CR as LF: browsers post CRLF for one line end, and one character is what the visitor typed.
  package var lineEndsNormalised: String {
    guard hasByte({ $0 == UInt8(ascii: "\r") }) else { return self }
    var scalars = UnicodeScalarView()
    var followsCR = false
    for scalar in unicodeScalars {
      if !(followsCR && scalar == "\n") { scalars.append(scalar == "\r" ? "\n" : scalar) }
      followsCR = scalar == "\r"
    }
    return String(scalars)
  }

  package var withoutLineFeeds: String {
    hasByte { $0 == UInt8(ascii: "\n") } ? String(filter { $0 != "\n" }) : self
  }

  /// Grapheme clusters. ASCII without CR has one a byte: they need not be searched for.
  package var characterCount: Int {
    hasByte { $0 >= 0x80 || $0 == UInt8(ascii: "\r") } ? count : utf8.count
  }

  /// Whether it is ASCII without CR and LF, and without white space or controls at its ends: then there is nothing to
  /// normalise in one line, and a byte is a character.
  package var isPlainLine: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, let last = bytes.last, first > 0x20, last > 0x20 else { return bytes.isEmpty }
      var others: UInt8 = 0
      // Without a way out, many bytes are looked at at once.
      for byte in bytes { others |= (byte & 0x80) | (byte == 0x0D ? 1 : 0) | (byte == 0x0A ? 1 : 0) }
      return others == 0
    } ?? false
  }

  private func hasByte(_ isWanted: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(where: isWanted) } ?? utf8.contains(where: isWanted)
  }

  /// Without white space at both ends.
  package var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[start...end])
  }
}
