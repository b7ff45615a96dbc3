import Testing

@testable import Support

@Suite("CRC-32")
struct CRC32Tests {
  @Test(
    "checksums match the check values of the CRC catalogue and of zlib",
    arguments: [
      ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func knownValues(_ text: String, _ checksum: UInt32) { #expect(CRC32.checksum(Array(text.utf8)) == checksum) }

  @Test("bytes in pieces have the checksum of the whole")
  func pieces() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = CRC32.checksum(bytes)
    for length in 0...bytes.count {
      let first = CRC32.checksum(Array(bytes[..<length]))
      #expect(CRC32.checksum(Array(bytes[length...]), after: first) == whole)
    }
  }
}
