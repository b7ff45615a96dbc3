extension String {
  /// CRLF and CR as LF: browsers post CRLF for one line end, and one character is what the visitor typed.
  var lineEndsNormalised: String {
    guard hasByte({ $0 == UInt8(ascii: "\r") }) else { return self }
    var scalars = UnicodeScalarView()
    var followsCR = false
    for scalar in unicodeScalars {
      if !(followsCR && scalar == "\n") { scalars.append(scalar == "\r" ? "\n" : scalar) }
      followsCR = scalar == "\r"
    }
    return String(scalars)
  }

  var withoutLineFeeds: String {
    hasByte { $0 == UInt8(ascii: "\n") } ? String(filter { $0 != "\n" }) : self
  }

  /// Grapheme clusters. ASCII without CR has one a byte: they need not be searched for.
  var characterCount: Int {
    hasByte { $0 >= 0x80 || $0 == UInt8(ascii: "\r") } ? count : utf8.count
  }

  /// Looks at every byte, so that the compiler looks at many at once.
  private func hasByte(_ isWanted: (UInt8) -> Bool) -> Bool {
    func search(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.reduce(0) { $0 | (isWanted($1) ? 1 : 0) as UInt8 } != 0
    }
    return utf8.withContiguousStorageIfAvailable(search) ?? search(utf8)
  }

  /// Without white space at both ends.
  var trimmed: String {
    // Behind an ASCII byte at the end stands no mark that would belong to it; most texts have nothing to trim.
    if let first = utf8.first, let last = utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last { return self }
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[start...end])
  }
}
