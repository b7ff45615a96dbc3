/// Percent-encoding (RFC 3986 §2.1) on bytes.
@usableFromInline
package enum PercentEncoding {
  /// The bytes, with each escape replaced by its byte. A "%" that two hexadecimal digits do not follow stays as it is.
  @inlinable
  package static func decodeBytes(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index != bytes.endIndex {
      let byte = bytes[index]
      bytes.formIndex(after: &index)
      if byte == 0x2B && plusIsSpace {
        result.append(0x20)
      } else if byte == 0x25, index != bytes.endIndex, let high = ASCII.hexValue(bytes[index]),
        case let next = bytes.index(after: index), next != bytes.endIndex, let low = ASCII.hexValue(bytes[next])
      {
        result.append(high << 4 | low)
        index = bytes.index(after: next)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// Decoded text; invalid UTF-8 is repaired.
  @inlinable
  package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String {
    String(decoding: decodeBytes(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  /// Decoded text of a path segment or the like; invalid UTF-8 is repaired.
  package static func decode(_ text: String) -> String {
    text.utf8.contains(0x25) ? decode(text.utf8) : text
  }

  /// Nil where a character is not unreserved, an escape is not complete, or the result is not UTF-8.
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

  /// Encodes all but the unreserved characters (RFC 3986 §2.3): fit for one path segment or one query value.
  package static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// As `encode`.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &bytes) }
  }

  /// As `encode`.
  package static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    for byte in text {
      if isUnreserved(byte) { bytes.append(byte) } else { appendEscape(byte, to: &bytes) }
    }
  }

  /// The urlencoded set (URL Standard §1.3): letters, digits, "*-._", SP as "+".
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
