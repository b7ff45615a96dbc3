extension String {
  /// The first control character of Unicode's (all are below U+00A0) but line feed and tab; nil: there is none.
  package var firstControl: Unicode.Scalar? {
    unicodeScalars.first { ($0 < " " || "\u{7F}"..."\u{9F}" ~= $0) && $0 != "\n" && $0 != "\t" }
  }
}
