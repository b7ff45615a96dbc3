import Support

/// What the index stores about a line: 40 bytes in the file `rows`.
struct IndexRow: Equatable {
  static let byteCount = 40

  let id: Token
  /// The line's offset in the journal.
  let offset: Int
  /// The line's length without its line break.
  let length: Int
  /// CRC-32.
  var checksum: UInt32
  /// The row of the submission that replaces this one, counted from 1; 0 if there is none.
  var replacement: UInt32 = 0

  init(id: Token, offset: Int, length: Int, checksum: UInt32) {
    (self.id, self.offset, self.length, self.checksum) = (id, offset, length, checksum)
  }

  private static let lineByteLimit = 1 << 28

  /// Fails if the bytes are damaged.
  init?(_ bytes: ArraySlice<UInt8>) {
    var words: [UInt64] = []
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8) {
      words.append(bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 + UInt64($1) })
    }
    id = Token((words[0], words[1]))
    offset = Int(truncatingIfNeeded: words[2])
    length = Int(words[3] >> 32)
    checksum = UInt32(truncatingIfNeeded: words[3])
    replacement = UInt32(truncatingIfNeeded: words[4])
    guard 0..<1 << 60 ~= offset, length <= Self.lineByteLimit else { return nil }
  }

  var words: [UInt64] {
    [id.high, id.low, UInt64(offset), UInt64(length) << 32 | UInt64(checksum), UInt64(replacement)].map(\.littleEndian)
  }
}

/// When a submission was sent, and whether it still counts: eight bytes in the file `times`.
struct IndexTime: Equatable {
  private static let replaced: UInt64 = 1
  private static let erased: UInt64 = 2
  private static let flagBitCount: UInt64 = 8

  private(set) var bits: UInt64

  init(bits: UInt64) { self.bits = bits }
  init(milliseconds: Int) { bits = UInt64(milliseconds) << Self.flagBitCount }

  /// Milliseconds since 1970; 0 if the time is unknown.
  var milliseconds: Int { Int(bits >> Self.flagBitCount) }
  var isCurrent: Bool { bits & (Self.replaced | Self.erased) == 0 }

  var isReplaced: Bool {
    get { bits & Self.replaced != 0 }
    set { bits = newValue ? bits | Self.replaced : bits & ~Self.replaced }
  }

  var isErased: Bool {
    get { bits & Self.erased != 0 }
    set { bits = newValue ? bits | Self.erased : bits & ~Self.erased }
  }
}

/// A hash table from ids to rows. It has places of four bytes, in slices. Open addressing stays within a slice, so that
/// the table can be built slice by slice in bounded memory. A place contains its row, counted from 1. Rows that no
/// longer exist are skipped.
struct IDTable {
  /// The number of places in a slice.
  static let sliceCapacity = 1 << 20

  let capacity: Int

  /// A table of which at most half of the places are used.
  init(rows: Int) {
    var capacity = 1024
    while capacity < rows * 2 { capacity *= 2 }
    self.init(capacity: capacity)
  }

  init(capacity: Int) { self.capacity = capacity }

  var sliceCount: Int { max(1, capacity / Self.sliceCapacity) }
  private var placesOfSlice: Int { min(capacity, Self.sliceCapacity) }
  func hasRoom(for rows: Int) -> Bool { rows <= capacity / 4 * 3 }

  /// A hash that is evenly distributed even if ids are not: other programs may count theirs.
  private static func hash(of id: Token) -> UInt64 { ByteHash.combine(id.high, id.low) }

  func slice(of id: Token) -> Int { Int(truncatingIfNeeded: Self.hash(of: id) >> 32) & (sliceCount - 1) }

  /// The place to look at for an id after `probe` others. The sequence does not end.
  private func place(_ probe: Int, of id: Token) -> Int {
    slice(of: id) * placesOfSlice + (Int(truncatingIfNeeded: Self.hash(of: id)) &+ probe) & (placesOfSlice - 1)
  }

  /// Adds a row to a slice in memory.
  func insert(_ id: Token, row: Int, into slice: inout [UInt32]) {
    for probe in 0..<placesOfSlice {
      let place = place(probe, of: id) & (placesOfSlice - 1)
      if slice[place] == 0 {
        slice[place] = UInt32(row + 1)
        return
      }
    }
  }

  /// Adds a row to the file.
  func insert(_ id: Token, row: Int, into file: borrowing IndexFile) throws(AnswerError) {
    for probe in 0..<placesOfSlice {
      let place = place(probe, of: id)
      let taken = try Self.row(at: place, in: file)
      guard taken == 0 || taken == row + 1 else { continue }
      return try file.write([UInt32(row + 1).littleEndian], at: place * 4)
    }
  }

  /// - Parameter isRow: whether the row has this id.
  func row(
    of id: Token, in file: borrowing IndexFile, where isRow: (Int) throws(AnswerError) -> Bool
  ) throws(AnswerError) -> Int? {
    for probe in 0..<placesOfSlice {
      let row = try Self.row(at: place(probe, of: id), in: file)
      if row == 0 { return nil }
      if try isRow(row - 1) { return row - 1 }
    }
    return nil
  }

  var emptySlice: [UInt32] { [UInt32](repeating: 0, count: placesOfSlice) }

  private static func row(at place: Int, in file: borrowing IndexFile) throws(AnswerError) -> Int {
    try file.bytes(place * 4..<place * 4 + 4).reversed().reduce(0) { $0 << 8 + Int($1) }
  }
}
