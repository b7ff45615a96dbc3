/// Which values a page showed, in a few characters: the page carries it, so that a POST tells what the visitor changed
/// on it from what it merely repeats. Two tabs of one form then lose nothing of each other (anchors F2).
///
/// Six base64url characters (36 bits) a cell with a text entry, in the order of the cells. A collision, one in 2³⁶,
/// would take a change for a repetition.
public struct Baseline: Sendable, Equatable {
  private static let charactersPerCell = 6
  private var digests: [Int: String]

  /// Of the values that a page made from this filling shows.
  public init(of filling: Filling) {
    digests = [:]
    for cell in filling.form.cells {
      if let text = filling.values[cell.index].text { digests[cell.index] = Self.digest(text) }
    }
  }

  /// Reads the carried form; nil where it does not fit the form.
  public init?(_ carried: String, of form: Form) {
    let bytes = Array(carried.utf8)
    let cells = form.cells.filter { $0.initial.text != nil }
    guard bytes.count == cells.count * Self.charactersPerCell else { return nil }
    digests = [:]
    for (position, cell) in cells.enumerated() {
      let start = position * Self.charactersPerCell
      digests[cell.index] = String(decoding: bytes[start..<start + Self.charactersPerCell], as: UTF8.self)
    }
  }

  /// Writes it without building it: pages are made from here.
  public static func encoded(of filling: Filling) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(filling.values.count * charactersPerCell)
    for value in filling.values {
      if let text = value.text { append(digest64(text), to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the page showed this text in the cell.
  public func showed(_ text: String, in cell: Int) -> Bool { digests[cell] == Self.digest(text) }

  private static func digest(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(digest64(text), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func append(_ digest: UInt64, to bytes: inout [UInt8]) {
    for position in 0..<charactersPerCell {
      bytes.append(alphabet[Int((digest >> UInt64(position * 6)) & 63)])
    }
  }

  /// FNV-1a, its halves folded so that the low 36 bits depend on all of it. Line ends count as one, however a browser
  /// writes them.
  private static func digest64(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 where byte != 13 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return hash ^ (hash >> 32)
  }
}

extension CellValue {
  /// The entry of a cell that is typed into; nil for the others.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
