#if PostgreSQL
/// Values in PostgreSQL's binary format.
enum BinaryValue {
  private static let textType: Int32 = 25

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// `text[]`: dimensions, nulls, the elements' type, then the count, the first index and each element with its length.
  static func texts(_ elements: some Collection<[UInt8]>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + $1.count })
    for number in [1, 0, textType, Int32(clamping: elements.count), 1] { append(number, to: &bytes) }
    for element in elements {
      append(Int32(clamping: element.count), to: &bytes)
      bytes += element
    }
    return bytes
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }
}
#endif
