import FormCells
import Support

/// The rows of an index that match a query, one bit for each.
struct IndexMatches {
  private(set) var bits: [UInt64]
  let count: Int

  init(_ scan: IndexScan, matching query: AnswerQuery) throws(AnswerError) {
    var matcher = IndexMatcher(scan, matching: query)
    var bits: [UInt64] = []
    bits.reserveCapacity(scan.rowCount / 64 + 1)
    for block in scan.blocks() {
      try scan.checkTime()
      bits += try matcher.mask(block)
    }
    self.bits = bits
    count = bits.bitCount
  }

  /// The bits of a block of rows.
  func mask(_ rows: Range<Int>) -> [UInt64] { Array(bits[rows.lowerBound / 64..<(rows.upperBound + 63) / 64]) }
}

/// Finds the rows that match, block by block. Cheap conditions are checked first, and the others only for the remaining
/// rows.
private struct IndexMatcher {
  /// A condition in terms of the index.
  private struct Filter {
    let column: Int?
    let test: Test
  }

  private enum Test {
    case oneOf(Set<IndexSlot>, orNone: Bool)
    case range((IndexSlot) -> Bool)
    /// The words, each in all its spellings.
    case words([[SearchedBytes]])
  }

  private struct Word {
    let spellings: [SearchedBytes]
    let values: [(column: Int, slots: Set<IndexSlot>)]
  }

  private let scan: IndexScan
  private let submitted: DayRange
  private var clock: DayClock
  private let filters: [Filter]
  private let words: [Word]
  private let unread: Set<Int>

  init(_ scan: IndexScan, matching query: AnswerQuery) {
    self.scan = scan
    submitted = query.submitted
    clock = DayClock(query.zone)
    let key = scan.head.key
    filters = query.filters.map { filter in
      Filter(column: scan.column(filter.column.name), test: Self.test(filter, key: key))
    }
    words = query.search.words.map { word in
      Word(
        spellings: word.term.spellings.map { SearchedBytes($0) },
        values: word.values.compactMap { name, values in
          scan.column(name).map { ($0, Set(values.flatMap { IndexSlot.all(writtenAs: $0, key: key) })) }
        })
    }
    unread = Set(query.search.unread.compactMap { scan.column($0) })
  }

  private static func test(_ filter: AnswerFilter, key: UInt64) -> Test {
    switch filter.condition {
    case .anyOf(let values):
      let slots = Set(values.flatMap { IndexSlot.all(writtenAs: $0, key: key) })
      return .oneOf(slots, orNone: slots.contains(.none))
    case .range(let from, let to):
      let (least, most) = (from.map(Bound.init), to.map(Bound.init))
      let kind = filter.column.kind
      return .range { slot in
        slot.fits(kind) && (least.map { $0.isAtMost(slot) } ?? true) && (most.map { $0.isAtLeast(slot) } ?? true)
      }
    case .contains(let text): return .words(SearchTerm.terms(of: text).map { $0.spellings.map { SearchedBytes($0) } })
    }
  }

  mutating func mask(_ rows: Range<Int>) throws(AnswerError) -> [UInt64] {
    var mask = [UInt64](bitCount: rows.count)
    let isBounded = submitted != DayRange()
    let (first, last) = (submitted.from?.daysSince1970 ?? .min, submitted.to?.daysSince1970 ?? .max)
    for (place, word) in try scan.times(rows).enumerated() {
      let time = IndexTime(bits: word)
      guard time.isCurrent else { continue }
      if isBounded {
        guard let day = clock.day(at: time.milliseconds), first <= day, day <= last else { continue }
      }
      mask.setBit(place)
    }
    for filter in filters where mask.firstBit != nil { try apply(filter, to: &mask, rows: rows) }
    if !words.isEmpty, mask.firstBit != nil { try search(&mask, rows: rows) }
    return mask
  }

  private func apply(_ filter: Filter, to mask: inout [UInt64], rows: Range<Int>) throws(AnswerError) {
    var kept = [UInt64](bitCount: rows.count)
    switch filter.test {
    case .oneOf(let slots, let orNone):
      let values = try scan.values(of: filter.column, rows)
      mask.forEachBit { place in
        let holds = values.slots[place] == 0 ? orNone : values.contains(at: place) { slots.contains($0) }
        if holds { kept.setBit(place) }
      }
    case .range(let holds):
      let values = try scan.values(of: filter.column, rows)
      mask.forEachBit { place in if values.contains(at: place, where: holds) { kept.setBit(place) } }
    case .words(let words):
      guard let column = filter.column else { break }
      try scan.forEachText(rows, in: mask) { place, texts in
        if words.allSatisfy({ Self.has($0, in: texts) { $0 == column } }) { kept.setBit(place) }
      }
    }
    mask = kept
  }

  /// Keeps the rows that contain all words in their texts or in the labels of their options.
  private func search(_ mask: inout [UInt64], rows: Range<Int>) throws(AnswerError) {
    var labelled: [[UInt64]] = []
    for word in words {
      var found = [UInt64](bitCount: rows.count)
      for (column, slots) in word.values {
        let values = try scan.values(of: column, rows)
        mask.forEachBit { place in if values.contains(at: place, where: { slots.contains($0) }) { found.setBit(place) }
        }
      }
      labelled.append(found)
    }
    var kept = [UInt64](bitCount: rows.count)
    try scan.forEachText(rows, in: mask) { place, texts in
      for (index, word) in words.enumerated() where !labelled[index].hasBit(place) {
        guard Self.has(word.spellings, in: texts, where: { !unread.contains($0) }) else { return }
      }
      kept.setBit(place)
    }
    mask = kept
  }

  /// Whether a word is in a text of one of these columns.
  private static func has(
    _ spellings: [SearchedBytes], in texts: UnsafeRawBufferPointer, where isRead: (Int) -> Bool
  ) -> Bool {
    for spelling in spellings {
      var start = 0
      while let place = spelling.place(in: texts, from: start) {
        if let column = IndexTexts.column(ofByteAt: place, in: texts), isRead(column) { return true }
        start = place + 1
      }
    }
    return false
  }
}

/// A bound of a range, which is compared according to the kind of the column.
private struct Bound {
  private enum Value {
    case number(DecimalNumber, Double)
    case days(Int)
    case minutes(Int)
    case moment(Int)
  }

  private let value: Value

  init(_ bound: AnswerBound) {
    switch bound {
    case .number(let number): value = .number(number, Double(number.description) ?? .nan)
    case .day(let day): value = .days(day.daysSince1970)
    case .moment(let moment): value = .moment(moment.minutes)
    case .minutes(let minutes): value = .minutes(minutes)
    }
  }

  func isAtMost(_ slot: IndexSlot) -> Bool { order(to: slot).map { $0 <= 0 } ?? false }
  func isAtLeast(_ slot: IndexSlot) -> Bool { order(to: slot).map { $0 >= 0 } ?? false }

  /// Below 0 if the bound is less than the slot's value; `nil` if they cannot be compared.
  private func order(to slot: IndexSlot) -> Int? {
    switch value {
    case .number(let exact, let number):
      guard let other = slot.number else { return nil }
      if number != other { return number < other ? -1 : 1 }
      // The digits that a floating point number cannot hold.
      guard let decimal = slot.decimal, decimal != exact else { return 0 }
      return exact < decimal ? -1 : 1
    case .days(let days): return slot.day.map { (days - $0).signum() }
    case .minutes(let minutes): return slot.tag == .moment ? nil : slot.minutes.map { (minutes - $0).signum() }
    case .moment(let minutes): return slot.tag == .moment ? slot.minutes.map { (minutes - $0).signum() } : nil
    }
  }
}

extension IndexSlot {
  /// Whether it is a value for a column of this kind. In another version of the form, another cell may have had the
  /// same name.
  func fits(_ kind: AnswerColumn.Kind) -> Bool {
    switch kind {
    case .choice: tag != .none && tag != .list && tag != .count
    case .number: tag == .number || tag == .largeNumber
    case .day: tag == .day || tag == .moment
    case .time: tag == .time
    case .moment: tag == .moment
    case .duration: tag == .duration
    case .text: tag == .text || tag == .day || tag == .moment || tag == .time || tag == .duration
    case .flag: tag == .flag
    case .count: tag == .count
    }
  }
}
