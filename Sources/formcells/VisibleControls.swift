/// Texts for a terminal: what it would obey is written out, `\\u{1b}`, as visitors may have entered it.
enum VisibleControls {
  /// - Parameter bytes: UTF-8; a byte that is none is written out too, as a terminal may take it for a control.
  static func shown(_ bytes: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    shown.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let first = rest.first {
      if first < 0x80 {
        rest.removeFirst()
        let endsLine = first == 10 || first == 13 && rest.first == 10
        if endsLine || first == 9 || 0x20..<0x7F ~= first {
          shown.append(first)
        } else {
          append("u{", Unicode.Scalar(first).value, "}", to: &shown)
        }
        continue
      }
      var decoder = UTF8()
      var iterator = rest.makeIterator()
      guard case .scalarValue(let scalar) = decoder.decode(&iterator) else {
        append("x", UInt32(first), "", to: &shown)
        rest.removeFirst()
        continue
      }
      if isObeyed(scalar) {
        append("u{", scalar.value, "}", to: &shown)
      } else {
        shown += rest.prefix(UTF8.width(scalar))
      }
      rest = rest.dropFirst(UTF8.width(scalar))
    }
    return shown
  }

  /// C1 controls (among them CSI and OSC), line ends that are none here, and marks that turn the direction of what follows.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{80}"..."\u{9F}", "\u{061C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }

  private static func append(_ start: String, _ number: UInt32, _ end: String, to shown: inout [UInt8]) {
    shown += "\\\(start)\(String(number, radix: 16))\(end)".utf8
  }
}
