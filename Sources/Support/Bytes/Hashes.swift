import CChecksum

/// The CRC-32 of gzip and PNG (RFC 1952 §8). It detects every burst error of up to 32 bits. It uses carry-less multiplication
/// if the processor has it, otherwise tables.
package enum CRC32 {
  private static let polynomial: UInt32 = 0xEDB8_8320
  private static let isFolding = formcells_folds_checksums() != 0
  private static let leastFolded = 64
  private static let foldedAtOnce = 16

  /// Processes eight bytes at once. Part `k` is the contribution of a byte that is `k` bytes before the end of the eight.
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

  /// - Parameter before: the checksum of the preceding bytes; by default there are none.
  package static func checksum(_ bytes: [UInt8], after before: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBytes { checksum($0, after: before) }
  }

  /// - Parameter before: the checksum of the preceding bytes; by default there are none.
  package static func checksum(_ bytes: UnsafeRawBufferPointer, after before: UInt32 = 0) -> UInt32 {
    guard isFolding, bytes.count >= leastFolded, let first = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return tableChecksum(bytes, after: before) }
    let foldedCount = bytes.count & ~(foldedAtOnce - 1)
    return tableChecksum(
      UnsafeRawBufferPointer(rebasing: bytes[foldedCount...]),
      after: formcells_folded_checksum(first, foldedCount, before))
  }

  private static func tableChecksum(_ bytes: UnsafeRawBufferPointer, after before: UInt32) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var crc = ~before
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
}

/// A hash of bytes that is the same in every process. It goes into the digest that a page carries, and into the names of
/// assets. The bytes come from the operator's files, never from visitors, so it needs no secret.
package enum ByteHash {
  @inlinable
  package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = combine(0x9E37_79B9_7F4A_7C15, UInt64(bytes.count))
    var index = 0
    while index + 8 <= raw.count {
      hash = combine(hash, UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
      index += 8
    }
    var rest: UInt64 = 0
    while index < raw.count {
      rest = rest << 8 | UInt64(raw[index])
      index += 1
    }
    return combine(hash, rest)
  }

  /// 16 lower-case hex digits.
  package static func hex(of bytes: [UInt8]) -> String {
    let digits = String(bytes.withUnsafeBufferPointer(hash), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Multiplies to 128 bits and folds them, so that every bit of both inputs affects every bit of the result.
  @inlinable
  package static func combine(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: b ^ 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}

/// SHA-256 (FIPS 180-4), for the version of a form, the id of a submission and the digest of a file. It uses the processor's
/// SHA instructions if there are any (1.6 GB/s; otherwise 350 MB/s). Not for secrets: it leaves its state in memory.
package struct SHA256: Sendable {
  /// Whether the processor has instructions for it.
  package static let isBuiltIn = formcells_has_sha256() != 0
  private let usesInstructions: Bool
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )
  /// Bytes that do not yet fill a block.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0
  private static let blockBytes = 64

  /// - Parameter usesInstructions: for `false`, computes as on a processor without SHA instructions.
  package init(usesInstructions: Bool = isBuiltIn) {
    self.usesInstructions = usesInstructions && Self.isBuiltIn
    pending.reserveCapacity(Self.blockBytes)
  }

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// 64 lower-case hex digits.
  package static func hex(of bytes: [UInt8]) -> String { hex(digest(of: bytes)) }

  /// A digest as lower-case hex digits.
  package static func hex(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Whether a text has the form that `hex` writes.
  package static func isHex(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount += UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(Self.blockBytes - pending.count, bytes.count)
      pending.append(contentsOf: bytes[..<start])
      guard pending.count == Self.blockBytes else { return }
      let block = pending
      _ = block.withUnsafeBytes { compressBlocks(of: $0, from: 0) }
      pending.removeAll(keepingCapacity: true)
    }
    start = compressBlocks(of: bytes, from: start)
    pending.append(contentsOf: bytes[start...])
  }

  /// 32 bytes.
  package consuming func finish() -> [UInt8] {
    let bitCount = byteCount &* 8
    let zeros = (Self.blockBytes * 2 - 9 - pending.count) % Self.blockBytes
    var padding: [UInt8] = []
    padding.append(upTo: zeros + 9) { writer in
      writer.append(0x80)
      for _ in 0..<zeros { writer.append(0) }
      withUnsafeBytes(of: bitCount.bigEndian) { $0.forEach { writer.append($0) } }
    }
    update(padding)
    let words = (
      state.0.bigEndian, state.1.bigEndian, state.2.bigEndian, state.3.bigEndian, state.4.bigEndian,
      state.5.bigEndian, state.6.bigEndian, state.7.bigEndian
    )
    return withUnsafeBytes(of: words) { Array($0) }
  }

  /// Processes all whole blocks and returns where the rest begins.
  private mutating func compressBlocks(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let count = (bytes.count - start) / Self.blockBytes
    guard count > 0, let first = bytes.baseAddress else { return start }
    let end = start + count * Self.blockBytes
    Self.constants.withUnsafeBufferPointer { constants in
      guard usesInstructions, let base = constants.baseAddress else {
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          for at in stride(from: start, to: end, by: Self.blockBytes) { compress(bytes, at: at, constants, schedule) }
        }
      }
      withUnsafeMutableBytes(of: &state) { state in
        formcells_sha256_blocks(
          state.baseAddress?.assumingMemoryBound(to: UInt32.self),
          (first + start).assumingMemoryBound(to: UInt8.self), count, base)
      }
    }
    return end
  }

  private mutating func compress(
    _ bytes: UnsafeRawBufferPointer, at start: Int, _ constants: UnsafeBufferPointer<UInt32>,
    _ w: UnsafeMutableBufferPointer<UInt32>
  ) {
    for t in 0..<16 { w[t] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + t * 4, as: UInt32.self)) }
    for t in 16..<64 {
      let s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ w[t - 15] >> 3
      let s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ w[t - 2] >> 10
      w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
    }
    var (a, b, c, d, e, f, g, h) = state
    // Eight rounds at a time: after these each word is in its place again, so none has to be moved.
    for t in stride(from: 0, to: 64, by: 8) {
      round(a, b, c, &d, e, f, g, &h, constants[t] &+ w[t])
      round(h, a, b, &c, d, e, f, &g, constants[t + 1] &+ w[t + 1])
      round(g, h, a, &b, c, d, e, &f, constants[t + 2] &+ w[t + 2])
      round(f, g, h, &a, b, c, d, &e, constants[t + 3] &+ w[t + 3])
      round(e, f, g, &h, a, b, c, &d, constants[t + 4] &+ w[t + 4])
      round(d, e, f, &g, h, a, b, &c, constants[t + 5] &+ w[t + 5])
      round(c, d, e, &f, g, h, a, &b, constants[t + 6] &+ w[t + 6])
      round(b, c, d, &e, f, g, h, &a, constants[t + 7] &+ w[t + 7])
    }
    state = (
      state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e, state.5 &+ f, state.6 &+ g, state.7 &+ h
    )
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

/// A round of FIPS 180-4, §6.2.2: `h` becomes the next `a`, `d` the next `e`.
@inline(__always)
private func round(
  _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32,
  _ word: UInt32
) {
  let t1 = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ (g ^ e & (f ^ g)) &+ word
  d = d &+ t1
  h = t1 &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ (a & b | c & (a | b))
}

@inline(__always)
private func rotate(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
