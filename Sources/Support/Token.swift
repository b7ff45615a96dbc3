/// 128 bits, written as 32 lower-case hex digits: ids of sessions, drafts and submissions.
package struct Token: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  /// Identifies nothing: no page carries it.
  package static let zero = Token((0, 0))

  package init(_ bits: (UInt64, UInt64)) { (high, low) = bits }

  /// Exactly 32 lower-case hex digits.
  package init?(_ text: String) {
    guard let token = text.withBytes({ Token(digits: $0.span) }) else { return nil }
    self = token
  }

  /// Reads a token from a link that a mail program or a person has copied: characters around it are ignored, and upper case is
  /// accepted.
  package init?(inLink text: String) {
    self.init(String(text.drop { !$0.isHexDigit }.prefix(while: \.isHexDigit)).lowercased())
  }

  /// Exactly 32 lower-case hex digits.
  package init?(digits: Span<UInt8>) {
    guard digits.count == 32, let high = Self.word(digits.extracting(first: 16)),
      let low = Self.word(digits.extracting(last: 16))
    else { return nil }
    self.init((high, low))
  }

  /// Exactly 16 lower-case hex digits: the lower half of a token whose upper half is zero.
  package init?(low text: String) {
    guard text.utf8.count == 16 else { return nil }
    guard let low = text.withBytes({ Self.word($0.span) }) else { return nil }
    self.init((0, low))
  }

  /// - Parameter digits: 16 of them.
  private static func word(_ digits: Span<UInt8>) -> UInt64? {
    var word: UInt64 = 0
    for index in digits.indices {
      let (digit, letter) = (digits[index] &- UInt8(ascii: "0"), digits[index] &- UInt8(ascii: "a"))
      guard digit < 10 || letter < 6 else { return nil }
      word = word << 4 | UInt64(digit < 10 ? digit : letter + 10)
    }
    return word
  }

  /// The length of its text.
  package static let digitCount = 32

  package var text: String { String(upTo: Self.digitCount) { $0.append(self) } }
}

extension ByteWriter {
  /// Appends the 32 digits.
  package mutating func append(_ token: Token) {
    append(hexadecimal: token.high, digits: 16)
    append(hexadecimal: token.low, digits: 16)
  }
}
