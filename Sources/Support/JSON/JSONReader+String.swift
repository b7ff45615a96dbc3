extension JSONReader {
  /// The next value, which must be a string.
  package mutating func string() throws(JSONError) -> String {
    let (start, end, hasEscapes) = try scanString()
    guard hasEscapes else { return String(decoding: bytes[start..<end], as: UTF8.self) }
    var utf8: [UInt8] = []
    try unescape(start..<end, into: &utf8)
    return String(decoding: utf8, as: UTF8.self)
  }

  /// Appends the next value, which must be a string, as UTF-8.
  package mutating func appendString(to utf8: inout [UInt8]) throws(JSONError) {
    let (start, end, hasEscapes) = try scanString()
    if hasEscapes {
      try unescape(start..<end, into: &utf8)
    } else {
      utf8.append(contentsOf: bytes[start..<end])
    }
  }

  /// Skips the next value, which must be a string, and checks it.
  mutating func passString() throws(JSONError) {
    let (start, end, hasEscapes) = try scanString()
    guard hasEscapes else { return }
    var utf8: [UInt8] = []
    try unescape(start..<end, into: &utf8)
  }

  /// Finds the end of a string. This checks its bytes but not its escapes.
  private mutating func scanString() throws(JSONError) -> (start: Int, end: Int, hasEscapes: Bool) {
    skipWhiteSpace()
    guard peek == UInt8(ascii: "\"") else { throw unexpected("a string") }
    let start = offset + 1
    var position = start
    var hasEscapes = false
    while position < end {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        offset = position + 1
        last = start - 1..<offset
        return (start, position, hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        // An escaped character, even a quotation mark, does not end the string.
        guard position + 1 < end else { throw JSONError(.unclosedString, at: start - 1) }
        position += bytes[position + 1] < 0x80 ? 2 : 1
      case 0x0A, 0x0D: throw JSONError(.unclosedString, at: start - 1)
      case 0..<0x20: throw JSONError(.controlCharacter(byte), at: position)
      case 0..<0x80: position += 1
      default: position += try sequenceLength(at: position)
      }
    }
    throw JSONError(.unclosedString, at: start - 1)
  }

  /// The length of a well-formed UTF-8 sequence of several bytes (Unicode, table 3-7).
  private func sequenceLength(at offset: Int) throws(JSONError) -> Int {
    let lead = bytes[offset]
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch lead {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: throw JSONError(.invalidUTF8(lead), at: offset)
      }
    guard offset + length <= end, second ~= bytes[offset + 1] else { throw JSONError(.invalidUTF8(lead), at: offset) }
    for position in offset + 2..<max(offset + 2, offset + length) where bytes[position] & 0xC0 != 0x80 {
      throw JSONError(.invalidUTF8(lead), at: offset)
    }
    return length
  }

  private func unescape(_ range: Range<Int>, into utf8: inout [UInt8]) throws(JSONError) {
    var position = range.lowerBound
    while position < range.upperBound {
      guard bytes[position] == UInt8(ascii: "\\") else {
        utf8.append(bytes[position])
        position += 1
        continue
      }
      let start = position
      position += 2
      switch bytes[start + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): utf8.append(bytes[start + 1])
      case UInt8(ascii: "b"): utf8.append(0x08)
      case UInt8(ascii: "f"): utf8.append(0x0C)
      case UInt8(ascii: "n"): utf8.append(0x0A)
      case UInt8(ascii: "r"): utf8.append(0x0D)
      case UInt8(ascii: "t"): utf8.append(0x09)
      case UInt8(ascii: "u"):
        var code = try hexDigits(at: position, in: range, escape: start)
        position += 4
        if 0xD800...0xDBFF ~= code {
          guard position + 6 <= range.upperBound, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
          else { throw JSONError(.loneSurrogate, at: start) }
          let low = try hexDigits(at: position + 2, in: range, escape: position)
          guard 0xDC00...0xDFFF ~= low else { throw JSONError(.loneSurrogate, at: start) }
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
          position += 6
        }
        guard let scalar = Unicode.Scalar(code) else { throw JSONError(.loneSurrogate, at: start) }
        utf8.append(contentsOf: scalar.utf8)
      case let byte:
        let isASCII = 0x20..<0x7F ~= byte
        throw JSONError(.escape(isASCII ? "\\\(Unicode.Scalar(byte))" : "\\"), at: start)
      }
    }
  }

  private func hexDigits(at position: Int, in range: Range<Int>, escape: Int) throws(JSONError) -> UInt32 {
    guard position + 4 <= range.upperBound else { throw JSONError(.escape("\\u"), at: escape) }
    var code: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw JSONError(.escape("\\u"), at: escape)
      }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
