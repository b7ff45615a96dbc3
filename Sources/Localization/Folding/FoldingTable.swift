import Support

/// The characters that fold to something else, as a two-stage table: pages of 256 characters, each with the number of
/// its replacement. Unpacked at first use, in well under a millisecond, to about 100 kB.
struct FoldingTable: Sendable {
  static let shared = FoldingTable()

  /// Beyond this only ignorable characters (U+E0000…U+E0FFF) fold.
  private static let limit: UInt32 = 0x2FB00
  /// For each 256 characters the start of its page in `codes`.
  private var pages = [UInt32](repeating: 0, count: Int(Self.limit >> 8))
  /// 0: stays as it is. The first page is that of all characters that stay.
  private var codes = [UInt16](repeating: 0, count: 256)
  /// Replacement `code` ends here in `pool`, and begins where the one before ends.
  private var ends: [UInt32] = [0]
  private var pool: [UInt8] = []

  /// Appends the replacement of this character.
  /// - Returns: false where it stays as it is.
  @inline(__always)
  func append(_ scalar: UInt32, to folded: inout [UInt8]) -> Bool {
    guard scalar < Self.limit else { return scalar &- 0xE0000 < 0x1000 }
    let code = Int(codes[Int(pages[Int(scalar >> 8)] + scalar & 0xFF)])
    guard code > 0 else { return false }
    folded.append(contentsOf: pool[Int(ends[code - 1])..<Int(ends[code])])
    return true
  }

  private init() {
    let packed = Base64.url.decode(
      UnsafeBufferPointer(start: Self.packed.utf8Start, count: Self.packed.utf8CodeUnitCount))
    guard var reader = packed.map({ VarintReader($0[...]) }) else {
      preconditionFailure("the folding table is damaged")
    }
    var key = 0
    while let distance = reader.next() {
      guard let shape = reader.next(), let length = reader.next(), let first = reader.bytes(Int(length)) else {
        preconditionFailure("the folding table is damaged")
      }
      let (keyStep, targetStep) = shape & 3 == 0 ? (1, 1) : shape & 3 == 1 ? (2, 2) : (1, 0)
      key += Int(distance)
      for i in 0..<Int(shape >> 2) {
        // Characters of a run that fold to one share it.
        if i == 0 || targetStep > 0 {
          appendReplacement(first, advancedBy: i * targetStep)
          ends.append(UInt32(pool.count))
        }
        set(UInt16(ends.count - 1), for: key + i * keyStep)
      }
    }
  }

  private mutating func set(_ code: UInt16, for scalar: Int) {
    let page = scalar >> 8
    if pages[page] == 0 {
      pages[page] = UInt32(codes.count)
      codes.append(contentsOf: repeatElement(0, count: 256))
    }
    codes[Int(pages[page]) + scalar & 0xFF] = code
  }

  private mutating func appendReplacement(_ utf8: ArraySlice<UInt8>, advancedBy distance: Int) {
    guard distance > 0 else { return pool.append(contentsOf: utf8) }
    let scalar = String(decoding: utf8, as: UTF8.self).unicodeScalars.first?.value ?? 0
    if let advanced = Unicode.Scalar(scalar + UInt32(distance)) { pool.append(contentsOf: advanced.utf8) }
  }
}
