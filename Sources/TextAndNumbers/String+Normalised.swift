extension String {
  /// CRLF and CR as LF: browsers post CRLF for one line end, and one character is what the visitor typed.
  package var lineEndsNormalised: String {
    guard hasByte({ $0 == UInt8(ascii: "\r") }) else { return self }
    var text = self
    return text.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { result in
        var count = 0
        var rest = bytes[...]
        while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\r")) {
          count = result[count...].update(fromContentsOf: rest[..<lineEnd])
          result[count] = UInt8(ascii: "\n")
          count += 1
          rest = rest[(lineEnd + 1)...]
          if rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
        }
        return result[count...].update(fromContentsOf: rest)
      }
    }
  }

  package var withoutLineFeeds: String {
    hasByte { $0 == UInt8(ascii: "\n") } ? String(filter { $0 != "\n" }) : self
  }

  /// Bytes of one character at most. A family of four has 25, a letter with a few accents 10; whoever piles thousands of
  /// them on one letter writes no longer text to anyone but a counter.
  private static let characterByteLimit = 64

  /// Grapheme clusters; where they are larger than any character is, as many as their bytes would make. ASCII without CR has
  /// one a byte: they need not be searched for.
  package var characterCount: Int {
    guard hasByte({ $0 >= 0x80 || $0 == UInt8(ascii: "\r") }) else { return utf8.count }
    return max(count, utf8.count / Self.characterByteLimit)
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

  /// Whether it is a line with nothing at its ends that might be white space, or is empty: then there is nothing to normalise in
  /// one line.
  package var hasPlainEnds: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = bytes.first, let last = bytes.last else { return true }
      guard first > 0x20, last > 0x20, first | last < 0x80 else { return false }
      var lineEnds: UInt8 = 0
      // Without a way out, many bytes are looked at at once.
      for byte in bytes { lineEnds |= (byte == 0x0D ? 1 : 0) | (byte == 0x0A ? 1 : 0) }
      return lineEnds == 0
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
