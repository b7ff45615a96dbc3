import FormCells
import FormSite
import Support

/// Reads the files of an index for one query, some thousand rows at a time, so that its memory does not grow with the
/// files.
struct IndexScan: Sendable {
  /// The number of rows in a block: a multiple of 64.
  static let blockRowCount = 8192
  /// The bytes of texts that are read at a time; a single longer text is read whole.
  private static let textByteLimit = 4 << 20
  /// The seconds that a query may take.
  private static let secondLimit = 30

  let paths: IndexPaths
  let head: IndexHead
  private let columns: ColumnNames
  private let end = ContinuousClock.now + .seconds(Self.secondLimit)

  init(_ paths: IndexPaths, head: IndexHead) {
    (self.paths, self.head) = (paths, head)
    columns = ColumnNames(head.columns)
  }

  var rowCount: Int { head.extent.rows }

  /// The blocks of rows, from the first to the last or in reverse.
  func blocks(isReversed: Bool = false) -> [Range<Int>] {
    let blocks = stride(from: 0, to: rowCount, by: Self.blockRowCount).map {
      $0..<min(rowCount, $0 + Self.blockRowCount)
    }
    return isReversed ? blocks.reversed() : blocks
  }

  /// - Throws: if the query has taken too long.
  func checkTime() throws(AnswerError) { if ContinuousClock.now > end { throw .tooLong } }

  func column(_ name: String) -> Int? { columns.number(of: name) }

  func times(_ rows: Range<Int>) throws(AnswerError) -> [UInt64] { try IndexFile(paths.times).words(rows) }

  /// The values of a column in some rows.
  func values(of column: Int?, _ rows: Range<Int>) throws(AnswerError) -> IndexValues {
    guard let column else { return IndexValues(slots: [UInt64](repeating: 0, count: rows.count)) }
    let slots = try IndexFile(paths.column(column)).words(rows)
    var elements: Range<Int>?
    for bits in slots where bits >> 60 == IndexSlot.Tag.list.rawValue {
      let own = IndexSlot(bits: bits).elements
      elements = elements.map { min($0.lowerBound, own.lowerBound)..<max($0.upperBound, own.upperBound) } ?? own
    }
    guard let elements, !elements.isEmpty else { return IndexValues(slots: slots) }
    guard elements.upperBound <= head.extent.listCount else { throw damaged(paths.column(column)) }
    return IndexValues(slots: slots, lists: try IndexFile(paths.lists).words(elements), firstList: elements.lowerBound)
  }

  /// Passes on the texts of selected rows in a block.
  /// - Parameter take: receives the row's place in the block, and its texts.
  func forEachText(
    _ rows: Range<Int>, in mask: [UInt64], take: (Int, UnsafeRawBufferPointer) -> Void
  ) throws(AnswerError) {
    guard let first = mask.firstBit, let last = mask.lastBit else { return }
    let start = rows.lowerBound + first
    let before = start == 0 ? [0] : try IndexFile(paths.ends).words(start - 1..<start)
    let ends = before + (try IndexFile(paths.ends).words(start..<rows.lowerBound + last + 1))
    guard zip(ends, ends.dropFirst()).allSatisfy({ $0 <= $1 }), ends[ends.count - 1] <= head.extent.textByteCount else {
      throw damaged(paths.ends)
    }
    let file = try IndexFile(paths.texts)
    var bytes: [UInt8] = []
    var next = 0
    while next < ends.count - 1 {
      var stop = next + 1
      while stop < ends.count - 1, ends[stop + 1] - ends[next] <= Self.textByteLimit { stop += 1 }
      try checkTime()
      bytes = try file.bytes(Int(ends[next])..<Int(ends[stop]))
      bytes.withUnsafeBytes { texts in
        for place in next..<stop where mask.hasBit(first + place) {
          let own = Int(ends[place] - ends[next])..<Int(ends[place + 1] - ends[next])
          take(first + place, UnsafeRawBufferPointer(rebasing: texts[own]))
        }
      }
      next = stop
    }
  }

  private func damaged(_ path: String) -> AnswerError { .unreadable("\(path): it is damaged") }

  /// The number of times that a line is read while it is being overwritten, until it is either the old or the new line.
  private static let readLimit = 8

  /// The present line of a row in the journal. Erasing overwrites the journal first and the index after that.
  /// - Throws: if another line is at this place.
  func line(of row: IndexRow, in journal: borrowing IndexFile) throws(AnswerError) -> (bytes: [UInt8], isErased: Bool) {
    for _ in 0..<Self.readLimit {
      let line = try journal.bytes(row.offset..<row.offset + row.length)
      let isErased = Self.isErased(line, id: row.id)
      if isErased || CRC32.checksum(line) == row.checksum { return (line, isErased) }
    }
    throw .unreadable("\(paths.journal): the line at byte \(row.offset) was changed; the index must be rebuilt")
  }

  /// A line that was too short for an id and a time is overwritten with spaces.
  private static func isErased(_ line: [UInt8], id: Token) -> Bool {
    guard let head = StoredHead(of: line) else { return line.allSatisfy { $0 == UInt8(ascii: " ") } }
    return head.isErased && head.id == id.text
  }
}

/// The values of a column in a block of rows.
struct IndexValues {
  let slots: [UInt64]
  var lists: [UInt64] = []
  var firstList = 0

  /// Calls the body with each value of a row; not at all if the row has none.
  @inline(__always)
  func forEach(at place: Int, _ body: (IndexSlot) -> Void) {
    let slot = IndexSlot(bits: slots[place])
    if slot == .none { return }
    guard slot.bits >> 60 == IndexSlot.Tag.list.rawValue else { return body(slot) }
    for element in slot.elements where lists.indices.contains(element - firstList) {
      body(IndexSlot(bits: lists[element - firstList]))
    }
  }

  @inline(__always)
  func contains(at place: Int, where holds: (IndexSlot) -> Bool) -> Bool {
    var found = false
    forEach(at: place) { found = found || holds($0) }
    return found
  }
}

/// A bit for each row of a block, 64 in each word.
extension [UInt64] {
  init(bitCount: Int) { self.init(repeating: 0, count: (bitCount + 63) / 64) }

  func hasBit(_ place: Int) -> Bool { self[place >> 6] >> UInt64(place & 63) & 1 != 0 }
  mutating func setBit(_ place: Int) { self[place >> 6] |= 1 << UInt64(place & 63) }

  var bitCount: Int { reduce(0) { $0 + $1.nonzeroBitCount } }
  var firstBit: Int? { firstIndex { $0 != 0 }.map { $0 * 64 + self[$0].trailingZeroBitCount } }
  var lastBit: Int? { lastIndex { $0 != 0 }.map { $0 * 64 + 63 - self[$0].leadingZeroBitCount } }

  /// Calls the body with each place whose bit is set, in order.
  @inline(__always)
  func forEachBit<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
    for index in indices {
      var word = self[index]
      while word != 0 {
        try body(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }
}

/// The days on which submissions were sent, in a time zone.
struct DayClock {
  private let zone: TimeZone
  /// Every time zone changes its clocks at a quarter of an hour.
  private static let quarterMilliseconds = 900_000
  private var quarter = Int.min
  private var offset = 0

  init(_ zone: TimeZone) { self.zone = zone }

  /// The days since 1970; `nil` if the time is not known.
  mutating func day(at milliseconds: Int) -> Int? {
    guard milliseconds > 0 else { return nil }
    if milliseconds / Self.quarterMilliseconds != quarter {
      quarter = milliseconds / Self.quarterMilliseconds
      offset = zone.period(at: milliseconds / 1000).offset
    }
    let local = milliseconds / 1000 + offset
    return local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
  }
}
