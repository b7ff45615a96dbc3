/// Decodes labels of domain names from ASCII to letters (RFC 3492, RFC 5890).
package enum Punycode {
  /// `müller` for `xn--mller-kva`; `nil` if the label is not punycode, is damaged, or decodes to an invalid label.
  package static func letters(of label: some StringProtocol) -> String? {
    let label = label.lowercased()
    guard label.hasPrefix("xn--"), label.utf8.count <= labelByteLimit, label.utf8.allSatisfy({ $0 < 0x80 }),
      let scalars = decode(Array(label.utf8.dropFirst(4)))
    else { return nil }
    let text = String(String.UnicodeScalarView(scalars))
    // A label of plain ASCII needs no punycode; encoded it would be a disguise.
    guard scalars.contains(where: { !$0.isASCII }), text == text.lowercased(), scalars.allSatisfy(isLetter),
      let first = scalars.first, let last = scalars.last, first != "-", last != "-", !isMark(first)
    else { return nil }
    return text
  }

  private static let labelByteLimit = 63
  // RFC 3492, section 5.
  private static let base = 36
  private static let lowest = 1
  private static let highest = 26
  private static let skew = 38
  private static let damp = 700
  private static let firstBias = 72
  private static let firstCode = 128

  /// Decodes by RFC 3492, section 6.2; `nil` if digits are missing or wrong, or lead beyond Unicode.
  private static func decode(_ bytes: [UInt8]) -> [Unicode.Scalar]? {
    let delimiter = bytes.lastIndex(of: UInt8(ascii: "-"))
    var scalars = bytes[..<(delimiter ?? 0)].map { Unicode.Scalar($0) }
    var rest = bytes[(delimiter.map { $0 + 1 } ?? 0)...]
    var code = firstCode
    var bias = firstBias
    var index = 0
    while !rest.isEmpty {
      let start = index
      var weight = 1
      var step = base
      while true {
        guard let digit = rest.popFirst().flatMap(value) else { return nil }
        index += digit * weight
        let threshold = min(max(step - bias, lowest), highest)
        if digit < threshold { break }
        weight *= base - threshold
        step += base
        // The largest code point times the longest label.
        guard index <= 0x10FFFF * (labelByteLimit + 1), weight <= 0x10FFFF * (labelByteLimit + 1) else { return nil }
      }
      let count = scalars.count + 1
      bias = adapted(index - start, count: count, isFirst: start == 0)
      code += index / count
      index %= count
      guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
      scalars.insert(scalar, at: index)
      index += 1
    }
    return scalars
  }

  /// Adapts the bias by RFC 3492, section 6.1.
  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var step = 0
    while delta > (base - lowest) * highest / 2 {
      delta /= base - lowest
      step += base
    }
    return step + (base - lowest + 1) * delta / (delta + skew)
  }

  private static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether it is a letter, a mark or a digit, which labels of any script may have.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || isMark(scalar) || scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
  }
}
