extension String {
  /// The two parts around the first of this byte, which is ASCII; nil where there is none.
  package func cut(at byte: UInt8) -> (String, String)? {
    var text = self
    return text.withUTF8 { bytes in
      guard let place = bytes.firstIndex(of: byte) else { return nil }
      return (String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 1)...], as: UTF8.self))
    }
  }
}
