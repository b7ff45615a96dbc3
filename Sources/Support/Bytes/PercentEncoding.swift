import Glibc

/// Percent-encoding (RFC 3986 §2.1) on bytes.
package enum PercentEncoding {
  /// The bytes with each escape replaced by its byte. A "%" without two hexadecimal digits after it stays.
  package static func decodeBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    return [UInt8](unsafeUninitializedCapacity: bytes.count) { result, count in
      count = bytes.withUnsafeBufferPointer { decode($0, from: 0, plusIsSpace: false, into: result) }
    }
  }

  /// Decoded text of a path segment or the like; invalid UTF-8 is repaired.
  package static func decode(_ text: String) -> String {
    text.utf8.contains(0x25) ? String(decoding: decodeBytes(text.utf8), as: UTF8.self) : text
  }

  /// Whether the decoded bytes of a form are UTF-8.
  package static func isUTF8(form bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.reduce(0, |) < 0x80 else { return isDecodedUTF8(bytes) }
    var place = 0
    while let escape = bytes.first(UInt8(ascii: "%"), from: place) {
      // An ASCII escape, like most, is a whole character, and so ends any sequence of others.
      var end = escape
      while isBeyondASCII(escape: end, in: bytes) { end += 3 }
      guard end == escape || isDecodedUTF8(UnsafeBufferPointer(rebasing: bytes[escape..<end])) else { return false }
      place = max(end, escape + 1)
    }
    return true
  }

  /// Whether an escape begins here whose byte is not ASCII.
  private static func isBeyondASCII(escape index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count - index >= 3, bytes[index] == UInt8(ascii: "%"), let high = ASCII.hexValue(bytes[index + 1]),
      high >= 8
    else { return false }
    return ASCII.hexValue(bytes[index + 2]) != nil
  }

  private static func isDecodedUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { decoded in
      let count = decode(bytes, from: 0, plusIsSpace: true, into: decoded)
      return (try? UTF8Span(validating: decoded.span.extracting(first: count))) != nil
    }
  }

  /// Decodes the name or value of a form's field; "+" is a space (URL Standard §5.1). Invalid UTF-8 is repaired. Most texts
  /// have nothing to decode.
  package static func decode(form bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard let first = firstEscape(in: bytes) else { return String(decoding: bytes, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: bytes.count) { text in
      _ = UnsafeMutableBufferPointer(rebasing: text[..<first]).update(from: bytes[..<first])
      return decode(bytes, from: first, plusIsSpace: true, into: text)
    }
  }

  /// The first byte of a form's name or value that needs decoding.
  static func firstEscape(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    bytes.firstIndex { $0 == 0x25 || $0 == 0x2B }
  }

  /// Decodes one byte of a form's name or value.
  /// - `index`: the position after the byte; moved past its escape, if it begins one.
  @inline(__always)
  static func decode(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, index: inout Int) -> UInt8 {
    if byte == 0x2B { return 0x20 }
    guard byte == 0x25, bytes.count &- index >= 2, let high = ASCII.hexValue(bytes[index]),
      let low = ASCII.hexValue(bytes[index &+ 1])
    else { return byte }
    index &+= 2
    return high << 4 | low
  }

  /// Decodes the bytes from `index` on into the same place of `result`, which is as long.
  /// - Returns: the length of the whole result.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, from index: Int, plusIsSpace: Bool,
    into result: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var (index, end) = (index, index)
    while index < bytes.count {
      let byte = bytes[index]
      index &+= 1
      result[end] = byte == 0x2B && !plusIsSpace ? byte : decode(byte, in: bytes, index: &index)
      end &+= 1
    }
    return end
  }

  /// `nil` if there is a character that is neither unreserved nor part of a complete escape, or if the result is not UTF-8.
  package static func decodeStrictly(_ text: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(ASCII.hexValue), let low = rest.popFirst().flatMap(ASCII.hexValue)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        guard isUnreserved(byte) else { return nil }
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Encodes all but the unreserved characters (RFC 3986 §2.3), for one path segment or one query value.
  package static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text as `encode` does.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    text.withBytes { append($0, to: &bytes) }
  }

  /// Appends a text as `encode` does.
  package static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    for byte in text {
      if isUnreserved(byte) { bytes.append(byte) } else { appendEscape(byte, to: &bytes) }
    }
  }

  /// Appends a text as form data (URL Standard §1.3): letters, digits and "*-._" stay, a space becomes "+", other bytes are
  /// escaped.
  package static func append(form text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case 0x20: bytes.append(0x2B)
      case 0x2A, 0x2D, 0x2E, 0x5F: bytes.append(byte)
      default:
        if ASCII.isAlpha(byte) || ASCII.isDigit(byte) { bytes.append(byte) } else { appendEscape(byte, to: &bytes) }
      }
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    let digits: StaticString = "0123456789ABCDEF"
    bytes.append(0x25)
    bytes.append(digits.utf8Start[Int(byte >> 4)])
    bytes.append(digits.utf8Start[Int(byte & 15)])
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The next position of a byte.
  func first(_ byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else {
      return nil
    }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }
}
