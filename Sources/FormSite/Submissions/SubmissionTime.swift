import Support

/// A time as submissions have it (`2026-01-31T12:00:00.000Z`), in 50 bits.
struct SubmissionTime: Equatable {
  static let bitCount: UInt64 = 50

  let bits: UInt64

  /// Of a line that was imported with a time of another form.
  static let unknown = SubmissionTime(bits: 1)

  init(bits: UInt64) { self.bits = bits }

  /// The fields in the order of the text: their digits, their bits, and the character behind them.
  private static let fields: [(digits: Int, bits: UInt64, end: UInt8)] = [
    (4, 14, UInt8(ascii: "-")), (2, 4, UInt8(ascii: "-")), (2, 5, UInt8(ascii: "T")), (2, 5, UInt8(ascii: ":")),
    (2, 6, UInt8(ascii: ":")), (2, 6, UInt8(ascii: ".")), (3, 10, UInt8(ascii: "Z")),
  ]

  /// The length of the text in bytes.
  static let length = 24

  /// Nil for any other form.
  init?(_ text: String) { self.init(text.utf8.span) }

  /// The same.
  init?(_ text: Span<UInt8>) {
    guard text.count == Self.length else { return nil }
    var bits: UInt64 = 0
    var position = 0
    for field in Self.fields {
      var number: UInt64 = 0
      for index in position..<position + field.digits {
        let byte = text[index]
        guard ASCII.isDigit(byte) else { return nil }
        number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
      }
      position += field.digits
      guard number < 1 << field.bits, text[position] == field.end else { return nil }
      position += 1
      bits = bits << field.bits | number
    }
    self.bits = bits
  }

  var text: String {
    var rest = bits
    var reversed: [UInt8] = []
    for field in Self.fields.reversed() {
      var number = rest & (1 << field.bits - 1)
      rest >>= field.bits
      reversed.append(field.end)
      for _ in 0..<field.digits {
        reversed.append(UInt8(ascii: "0") + UInt8(number % 10))
        number /= 10
      }
    }
    return String(decoding: reversed.reversed(), as: UTF8.self)
  }
}
