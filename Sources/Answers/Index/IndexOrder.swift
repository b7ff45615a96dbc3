import FormCells
import Support

/// Sorts the rows that match into the order of a query, as far as the requested range needs it.
struct IndexOrder {
  private struct Entry {
    /// The key by which rows are ordered.
    var key: UInt64
    /// The row; in descending order, counted from the end.
    let place: UInt32
    let isMissing: Bool

    static func < (a: Entry, b: Entry) -> Bool {
      if a.isMissing != b.isMissing { return b.isMissing }
      return a.key != b.key ? a.key < b.key : a.place < b.place
    }

    func isEqual(to other: Entry) -> Bool { key == other.key && isMissing == other.isMissing }
  }

  /// Entries kept beyond those requested; a larger buffer is sorted less often.
  private static let spareEntryCount = 1 << 16
  /// The number of steps, of eight bytes each, in which texts are compared. Texts with the same beginning keep the
  /// order of their rows.
  private static let textLevelLimit = 8

  private let scan: IndexScan
  private let isDescending: Bool
  private var textHead: SearchedBytes?
  private var entries: [Entry] = []

  /// The numbers of the rows in this range.
  private(set) var rows: [Int] = []

  init(_ scan: IndexScan, matches: IndexMatches, by sort: AnswerSort, in range: Range<Int>) throws(AnswerError) {
    self.scan = scan
    isDescending = sort.isDescending
    let range = range.clamped(to: 0..<matches.count)
    let source = Source(sort, scan: scan)
    if case .texts(let column) = source { textHead = SearchedBytes(column.map(IndexTexts.head) ?? []) }
    for block in scan.blocks(isReversed: isDescending) {
      let mask = matches.mask(block)
      guard mask.firstBit != nil else { continue }
      try scan.checkTime()
      try collect(source, rows: block, mask: mask)
      if entries.count > range.upperBound * 2 + Self.spareEntryCount { keep(range.upperBound) }
    }
    entries.sort(by: <)
    if textHead != nil { try orderTies(0..<entries.count, in: range, level: 1) }
    rows = entries[range].map(row(of:))
    entries = []
  }

  /// The source of the keys.
  private enum Source {
    case submitted
    case values(Int?, AnswerColumn.Kind, ranks: [IndexSlot: UInt64])
    case texts(Int?)

    init(_ sort: AnswerSort, scan: IndexScan) {
      guard case .column(let column, _, let ranks) = sort else {
        self = .submitted
        return
      }
      let number = scan.column(column.name)
      switch column.kind {
      case .text: self = .texts(number)
      case .choice where ranks.isEmpty: self = .texts(number)
      default:
        var slots: [IndexSlot: UInt64] = [:]
        for (value, rank) in ranks {
          for slot in IndexSlot.all(writtenAs: value, key: scan.head.key) { slots[slot] = UInt64(max(0, rank)) }
        }
        self = .values(number, column.kind, ranks: slots)
      }
    }
  }

  private mutating func collect(_ source: Source, rows: Range<Int>, mask: [UInt64]) throws(AnswerError) {
    switch source {
    case .submitted:
      let times = try scan.times(rows)
      mask.forEachBit { place in add(rows.lowerBound + place, key: UInt64(IndexTime(bits: times[place]).milliseconds)) }
    case .values(let column, let kind, let ranks):
      let values = try scan.values(of: column, rows)
      mask.forEachBit { place in
        var key: UInt64?
        values.forEach(at: place) { slot in if key == nil { key = slot.orderedKey(kind, ranks: ranks) } }
        add(rows.lowerBound + place, key: key)
      }
    case .texts(let column):
      guard column != nil, let head = textHead else { return mask.forEachBit { add(rows.lowerBound + $0, key: nil) } }
      try scan.forEachText(rows, in: mask) { place, texts in
        add(rows.lowerBound + place, key: IndexTexts.text(of: head, in: texts).map { Self.textKey($0, level: 0) })
      }
    }
  }

  private mutating func add(_ row: Int, key: UInt64?) {
    entries.append(
      Entry(
        key: key.map { isDescending ? ~$0 : $0 } ?? 0, place: UInt32(isDescending ? scan.rowCount - 1 - row : row),
        isMissing: key == nil))
  }

  /// Sorts the entries and removes those after the first ones.
  private mutating func keep(_ count: Int) {
    entries.sort(by: <)
    var end = min(count, entries.count)
    // Texts with the same beginning are not ordered yet, so all of them stay.
    while textHead != nil, end > 0, end < entries.count, entries[end].isEqual(to: entries[end - 1]) { end += 1 }
    entries.removeSubrange(end...)
  }

  private static func textKey(_ text: UnsafeRawBufferPointer, level: Int) -> UInt64 {
    (level * 8..<level * 8 + 8).reduce(0) { $0 << 8 + ($1 < text.count ? UInt64(text[$1]) : 0) }
  }

  /// Orders texts with the same first bytes by their following bytes, if the range needs it.
  private mutating func orderTies(_ part: Range<Int>, in range: Range<Int>, level: Int) throws(AnswerError) {
    guard level < Self.textLevelLimit else { return }
    var start = part.lowerBound
    while start < part.upperBound {
      var end = start + 1
      while end < part.upperBound, entries[end].isEqual(to: entries[start]) { end += 1 }
      let key = isDescending ? ~entries[start].key : entries[start].key
      // If the texts have ended, they are equal.
      if end - start > 1, !entries[start].isMissing, key & 0xFF != 0, (start..<end).overlaps(range) {
        let keys = try textKeys(of: entries[start..<end], level: level)
        for (index, key) in zip(start..<end, keys) { entries[index].key = isDescending ? ~key : key }
        entries[start..<end].sort(by: <)
        try orderTies(start..<end, in: range, level: level + 1)
      }
      start = end
    }
  }

  /// The keys of entries, whose rows are in order.
  private func textKeys(of entries: ArraySlice<Entry>, level: Int) throws(AnswerError) -> [UInt64] {
    guard let head = textHead else { return [] }
    var rows = entries.map(row(of:))
    if isDescending { rows.reverse() }
    var keys: [UInt64] = []
    keys.reserveCapacity(rows.count)
    var next = 0
    for block in scan.blocks() {
      var mask = [UInt64](bitCount: block.count)
      let first = next
      while next < rows.count, rows[next] < block.upperBound {
        mask.setBit(rows[next] - block.lowerBound)
        next += 1
      }
      if next == first { continue }
      try scan.forEachText(block, in: mask) { _, texts in
        keys.append(IndexTexts.text(of: head, in: texts).map { Self.textKey($0, level: level) } ?? 0)
      }
    }
    return isDescending ? keys.reversed() : keys
  }

  private func row(of entry: Entry) -> Int {
    isDescending ? scan.rowCount - 1 - Int(entry.place) : Int(entry.place)
  }
}

extension IndexSlot {
  /// The key by which values of a kind are ordered; `nil` if the value is not of this kind.
  fileprivate func orderedKey(_ kind: AnswerColumn.Kind, ranks: [IndexSlot: UInt64]) -> UInt64? {
    guard fits(kind) else { return nil }
    switch kind {
    case .choice: return ranks[self] ?? UInt64(UInt32.max)
    case .number, .count, .duration: return number?.orderedBits
    case .day: return day.map { UInt64(bitPattern: Int64($0)) ^ 1 << 63 }
    case .moment, .time: return minutes.map { UInt64(bitPattern: Int64($0)) ^ 1 << 63 }
    case .flag: return payload
    case .text: return nil
    }
  }
}
