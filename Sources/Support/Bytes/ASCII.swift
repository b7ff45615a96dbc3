/// Character classes of the grammars used here, for bytes: a `Character` may have two bytes (`"\r\n"`).
@usableFromInline
package enum ASCII {
  @inlinable @inline(__always)
  package static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inlinable @inline(__always)
  package static func isAlpha(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// `OWS = *( SP / HTAB )` (RFC 9110 §5.6.3).
  @inlinable @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The value of a hexadecimal digit, or nil.
  @inlinable @inline(__always)
  package static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// `tchar` (RFC 9110 §5.6.2): "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." / "^" / "_" / "`" / "|" / "~" /
  /// DIGIT / ALPHA, as two words of a bit set.
  @inlinable @inline(__always)
  package static func isTokenCharacter(_ byte: UInt8) -> Bool {
    let low: UInt64 = 0x03FF_6CFA_0000_0000
    let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
    return byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }

  /// Whether two byte sequences are equal, ignoring the case of ASCII letters.
  @inlinable
  package static func equalIgnoringCase(_ a: some Sequence<UInt8>, _ b: some Sequence<UInt8>) -> Bool {
    a.elementsEqual(b) { lower($0) == lower($1) }
  }
}

extension String {
  /// The text with ASCII letters in lower case. Nothing else changes, and no locale is used.
  @inlinable
  package var asciiLowercased: String {
    String(decoding: utf8.map(ASCII.lower), as: UTF8.self)
  }
}

extension Collection<UInt8> {
  /// Without spaces and tabs at both ends.
  @inlinable
  package var trimmingBlanks: SubSequence {
    guard let first = firstIndex(where: { !ASCII.isBlank($0) }) else { return self[endIndex...] }
    var end = first
    var index = first
    while index != endIndex {
      if !ASCII.isBlank(self[index]) { end = self.index(after: index) }
      formIndex(after: &index)
    }
    return self[first..<end]
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The pieces between occurrences of this ASCII character. The search compares bytes, which is a hundred times as fast as
  /// finding the boundaries of characters.
  /// - `keepsEmpty`: whether empty pieces are included.
  package func pieces(at separator: Unicode.Scalar, keepsEmpty: Bool = false) -> [Substring] {
    let separator = UInt8(ascii: separator)
    let text = self[...].utf8
    func cut(_ bytes: UnsafeBufferPointer<UInt8>) -> [Substring] {
      var pieces: [Substring] = []
      var start = text.startIndex
      var startOffset = 0
      for offset in 0...bytes.count where offset == bytes.count || bytes[offset] == separator {
        let end = text.index(start, offsetBy: offset - startOffset)
        if keepsEmpty || offset > startOffset { pieces.append(Substring(text[start..<end])) }
        guard offset < bytes.count else { break }
        start = text.index(after: end)
        startOffset = offset + 1
      }
      return pieces
    }
    return text.withContiguousStorageIfAvailable(cut) ?? Array(text).withUnsafeBufferPointer(cut)
  }

  /// The text before the first occurrence of this ASCII character, and the text after it; `nil` if there is none.
  package func halves(at separator: Unicode.Scalar) -> (Substring, Substring)? {
    guard let place = utf8.firstIndex(of: UInt8(ascii: separator)) else { return nil }
    return (self[..<place], self[utf8.index(after: place)...])
  }
}

extension String {
  /// Passes the UTF-8 bytes to `body` in place. This works for every string that was not made by Objective-C, which does not
  /// exist on Linux. A fallback that copies the bytes would add reference counting to each call, for the string and for what
  /// `body` uses.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard let result = utf8.withContiguousStorageIfAvailable(body) else {
      preconditionFailure("a string is not in UTF-8")
    }
    return result
  }

  /// The texts before and after the first occurrence of this ASCII byte; `nil` if there is none.
  package func cut(at byte: UInt8) -> (String, String)? {
    withBytes { bytes in
      guard let place = bytes.firstIndex(of: byte) else { return nil }
      return (String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 1)...], as: UTF8.self))
    }
  }
}

extension String {
  /// The first Unicode control character other than line feed and tab (all are below U+00A0); `nil` if there is none.
  package var firstControl: Unicode.Scalar? {
    unicodeScalars.first { ($0 < " " || "\u{7F}"..."\u{9F}" ~= $0) && $0 != "\n" && $0 != "\t" }
  }
}

extension [UInt8] {
  /// The first position of this byte at or after a position; `nil` if there is none.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? { self[start...].firstIndex(of: byte) }
}
