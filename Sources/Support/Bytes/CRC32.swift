/// The CRC-32 of zlib, gzip and PNG (RFC 1952 §8): finds every error of a burst of up to 32 bits.
package enum CRC32 {
  private static let polynomial: UInt32 = 0xEDB8_8320

  /// For eight bytes at once: part `k` is a byte's share `k` bytes before the end of the eight.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
      table[byte] = value
    }
    for index in 256..<8 * 256 { table[index] = table[index - 256] >> 8 ^ table[Int(table[index - 256] & 0xFF)] }
    return table
  }()

  package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var crc = UInt32.max
      var index = 0
      while bytes.count - index >= 8 {
        let low = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian ^ crc
        let high = bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self).littleEndian
        func share(_ word: UInt32, _ byte: UInt32, _ part: Int) -> UInt32 {
          table[part * 256 + Int(word >> (8 * byte) & 0xFF)]
        }
        crc =
          share(low, 0, 7) ^ share(low, 1, 6) ^ share(low, 2, 5) ^ share(low, 3, 4)
          ^ share(high, 0, 3) ^ share(high, 1, 2) ^ share(high, 2, 1) ^ share(high, 3, 0)
        index += 8
      }
      while index < bytes.count {
        crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
      return ~crc
    }
  }

  package static func checksum(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { checksum($0) } }
}
