import Support

/// The values that a page showed, in a few characters: the page carries it, so that a POST tells what the visitor
/// changed on it from what it merely repeats. Two tabs of one form then lose nothing of each other.
///
/// Six base64url characters (36 bits) a cell that is set on the form itself, in the order of the cells. A password has
/// none: a digest of it would tell of it. A collision, one in 2³⁶, would take a change for a repetition.
package struct Baseline: Sendable, Equatable {
  private static let charactersPerCell = 6
  private let characters: [UInt8]
  /// Where a cell's characters begin; by `Cell.index`.
  private let offsets: [Int?]

  /// Reads the carried form; nil where it does not fit the form.
  package init?(_ carried: String, of form: Form) {
    var count = 0
    offsets = form.cells.map { cell in
      guard cell.hasField else { return nil }
      defer { count += Self.charactersPerCell }
      return count
    }
    characters = Array(carried.utf8)
    guard characters.count == count else { return nil }
  }

  /// The carried form of the values that a page made from this filling shows.
  package static func encoded(of filling: Filling) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(filling.values.count * charactersPerCell)
    for cell in filling.form.cells where cell.hasField { append(filling.values[cell.index], to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the page showed this value in the cell.
  package func showed(_ value: CellValue, in cell: Int) -> Bool {
    guard let offset = offsets[cell] else { return false }
    var shown: [UInt8] = []
    Self.append(value, to: &shown)
    return characters[offset..<offset + Self.charactersPerCell].elementsEqual(shown)
  }

  private static func append(_ value: CellValue, to bytes: inout [UInt8]) {
    Base64.url.append(lowBitsOf: digest64(value), count: charactersPerCell, to: &bytes)
  }

  /// FNV-1a, its halves folded so that the low 36 bits depend on all of it. Line ends count as one, however a browser
  /// writes them.
  private static func digest64(_ value: CellValue) -> UInt64 {
    switch value {
    case .text(let text): text.utf8.withContiguousStorageIfAvailable(fold) ?? fold(text.utf8)
    case .flag(let flag): fold(CollectionOfOne(flag ? 1 : 2))
    case .selection(let selection): fold(selection.encoded().utf8)
    case .order(let order): fold(CarriedOrder.encode(order).utf8)
    }
  }

  private static func fold(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes where byte != 13 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return hash ^ (hash >> 32)
  }
}
