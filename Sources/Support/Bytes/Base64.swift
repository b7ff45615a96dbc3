/// Base64 (RFC 4648), with either alphabet and without padding.
package struct Base64: Sendable {
  /// The alphabet for URLs (§5): safe in attributes, form bodies and file names.
  package static let url = Base64(lastDigits: "-_")
  /// The common alphabet (§4).
  package static let standard = Base64(lastDigits: "+/")

  private let alphabet: [UInt8]
  /// The value of each character; 0xFF if it is not a digit.
  private let digits: [UInt8]

  private init(lastDigits: String) {
    alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(lastDigits)".utf8)
    var digits = [UInt8](repeating: 0xFF, count: 256)
    for (digit, letter) in alphabet.enumerated() { digits[Int(letter)] = UInt8(digit) }
    self.digits = digits
  }

  package func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> count & 63)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
  }

  /// Appends `letterCount` characters for each number, six bits each, the lowest bits first.
  /// - `indices`: those of the numbers to append.
  package func append(
    lowBitsOf numbers: [UInt64], at indices: [Int], letterCount: Int, to writer: inout ByteWriter
  ) {
    alphabet.withUnsafeBufferPointer { alphabet in
      for index in indices {
        var rest = numbers[index]
        for _ in 0..<letterCount {
          writer.append(alphabet[Int(rest & 63)])
          rest >>= 6
        }
      }
    }
  }

  /// Whether a text has at an offset what `append(lowBitsOf:at:letterCount:to:)` writes for a number.
  package func hasLowBits(of number: UInt64, at offset: Int, letterCount: Int, in text: String) -> Bool {
    text.withBytes { letters in
      guard letters.count - offset >= letterCount else { return false }
      var rest = number
      for place in offset..<offset + letterCount {
        guard letters[place] == alphabet[Int(rest & 63)] else { return false }
        rest >>= 6
      }
      return true
    }
  }

  /// `nil` if the text is not the canonical encoding of its bytes.
  package func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    return text.withContiguousStorageIfAvailable(decodeStrictly) ?? Array(text).withUnsafeBufferPointer(decodeStrictly)
  }

  /// Skips padding, line ends and other characters that are not digits (RFC 2045 §6.8).
  package func decodeLines(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.withUnsafeBufferPointer { collect($0).bytes }
  }

  private func decodeStrictly(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let (bytes, rest, others) = collect(text)
    return rest == 0 && others == 0 ? bytes : nil
  }

  /// The whole bytes, the remaining bits, and the number of characters that are not digits.
  private func collect(_ text: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], rest: UInt32, others: Int) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    var others = 0
    for letter in text {
      let digit = digits[Int(letter)]
      guard digit < 64 else {
        others += 1
        continue
      }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return (bytes, bits & ((1 << count) - 1), others)
  }
}
