extension JSONValue {
  /// UTF-8 on one line, no spaces.
  public var compactBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.usualByteCount)
    appendCompact(to: &bytes)
    return bytes
  }

  package func appendCompact(to bytes: inout [UInt8]) { append(to: &bytes, level: nil) }

  /// The usual size of a stored line.
  private static let usualByteCount = 256

  /// UTF-8, indented by two spaces per level, members in order, with a line end at the end.
  package var prettyBytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, level: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// - Parameter level: of indentation; `nil` for one line.
  private func append(to bytes: inout [UInt8], level: Int?) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): Self.appendString(text, to: &bytes)
    case .array(let elements):
      Self.appendBlock(UInt8(ascii: "["), elements: elements, closing: UInt8(ascii: "]"), to: &bytes, level: level) {
        element, bytes, level in
        element.append(to: &bytes, level: level)
      }
    case .object(let members):
      Self.appendBlock(UInt8(ascii: "{"), elements: members, closing: UInt8(ascii: "}"), to: &bytes, level: level) {
        member, bytes, level in
        Self.appendString(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if level != nil { bytes.append(UInt8(ascii: " ")) }
        member.value.append(to: &bytes, level: level)
      }
    }
  }

  private static func appendBlock<Element>(
    _ opening: UInt8, elements: [Element], closing: UInt8, to bytes: inout [UInt8], level: Int?,
    each: (Element, inout [UInt8], Int?) -> Void
  ) {
    bytes.append(opening)
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if let level { appendLine(level + 1, to: &bytes) }
      each(element, &bytes, level.map { $0 + 1 })
    }
    if let level, !elements.isEmpty { appendLine(level, to: &bytes) }
    bytes.append(closing)
  }

  private static func appendLine(_ level: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
  }

  /// RFC 8259 §7: escapes the quotation mark, the reverse solidus and control characters. U+2028 and U+2029 are escaped too,
  /// because JavaScript before 2019 and many line readers treat them as line ends.
  private static func appendString(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    text.withBytes { utf8 in
      var start = 0
      var at = 0
      while at < utf8.count {
        let length = escapableLength(utf8, at: at)
        guard length > 0 else {
          at += 1
          continue
        }
        bytes.append(contentsOf: utf8[start..<at])
        appendEscape(of: utf8[at + length - 1], to: &bytes)
        at += length
        start = at
      }
      bytes.append(contentsOf: utf8[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The length of the character here if it has to be escaped; otherwise 0.
  @inline(__always)
  private static func escapableLength(_ utf8: UnsafeBufferPointer<UInt8>, at: Int) -> Int {
    switch utf8[at] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: 1
    case 0xE2 where at + 2 < utf8.count && utf8[at + 1] == 0x80 && utf8[at + 2] | 1 == 0xA9: 3
    default: 0
    }
  }

  /// - `last`: the last byte of the character.
  private static func appendEscape(of last: UInt8, to bytes: inout [UInt8]) {
    switch last {
    case UInt8(ascii: "\""): bytes += "\\\"".utf8
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case UInt8(ascii: "\n"): bytes += "\\n".utf8
    case UInt8(ascii: "\r"): bytes += "\\r".utf8
    case UInt8(ascii: "\t"): bytes += "\\t".utf8
    case 0x08: bytes += "\\b".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0xA8: bytes += "\\u2028".utf8
    case 0xA9: bytes += "\\u2029".utf8
    default:
      let hex = Array("0123456789abcdef".utf8)
      bytes += "\\u00".utf8
      bytes += [hex[Int(last >> 4)], hex[Int(last & 15)]]
    }
  }
}
