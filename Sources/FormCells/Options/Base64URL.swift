/// Base64 with the alphabet for URLs and no padding (RFC 4648 §5): safe in attributes, form bodies and file names.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// 0xFF: no digit.
  private static let digits: [UInt8] = {
    var digits = [UInt8](repeating: 0xFF, count: 256)
    for (digit, letter) in alphabet.enumerated() { digits[Int(letter)] = UInt8(digit) }
    return digits
  }()

  static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    let alphabet = alphabet
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

  /// Nil where it is not the one way to write these bytes.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    let digits = digits
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for letter in text {
      let digit = digits[Int(letter)]
      guard digit < 64 else { return nil }
      bits = bits << 6 | UInt32(digit)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bits & ((1 << count) - 1) == 0 ? bytes : nil
  }
}
