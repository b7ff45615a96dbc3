import FormCells
import Glibc
import Support

/// Counts the values of an index's columns among the rows that match.
struct IndexTallies {
  /// The number of different values of a choice that are counted separately; others are counted together.
  private static let countedValueLimit = 100_000
  /// More than the number of existing currencies.
  private static let currencyLimit = 200
  /// If the range of all numbers is larger than this multiple of the range of the middle half, some numbers are
  /// outliers.
  private static let outlierFactor = 10.0
  /// The distance from the middle half within which a number is no outlier, as a multiple of the range of the middle
  /// half.
  private static let insideFactor = 4.0

  let scan: IndexScan
  let matches: IndexMatches
  let zone: TimeZone

  func tally(_ request: TallyRequest) throws(AnswerError) -> Tally {
    guard case .column(let column) = request else { return try submissions() }
    var tally = try tally(of: column)
    if tally.unanswered > 0 {
      tally.otherTypes = try countOtherTypes(of: column)
      tally.unanswered -= tally.otherTypes
    }
    return tally
  }

  private func tally(of column: AnswerColumn) throws(AnswerError) -> Tally {
    switch column.kind {
    case .choice: return try choices(column)
    case .flag:
      var (on, off) = (0, 0)
      let answered = try forEach(column) { if $0.payload == 1 { on += 1 } else { off += 1 } }
      return tally(answered, content: .flags(on: on, off: off))
    case .number, .count, .duration: return try numbers(column)
    case .day, .moment:
      let (answered, days) = try dayTally { take throws(AnswerError) in
        try forEach(column) { slot in if let day = slot.day { take(day) } }
      }
      return tally(answered, content: .days(days))
    case .time: return try times(column)
    case .text: return tally(try forEach(column) { _ in }, content: .texts)
    }
  }

  private func tally(_ answered: Int, content: Tally.Content) -> Tally {
    Tally(answered: answered, unanswered: matches.count - answered, content: content)
  }

  /// The number of submissions in which the column, or its cell as a whole, has only values of another kind.
  private func countOtherTypes(of column: AnswerColumn) throws(AnswerError) -> Int {
    // The text beside a choice may be missing, whatever the choice is.
    if column.part == "other" { return 0 }
    let (own, whole) = (scan.column(column.name), scan.column(column.cell))
    var count = 0
    for block in scan.blocks() {
      let mask = matches.mask(block)
      if mask.firstBit == nil { continue }
      try scan.checkTime()
      let values = try own.map { column throws(AnswerError) in try scan.values(of: column, block) }
      let wholes = try whole.map { column throws(AnswerError) in try scan.values(of: column, block) }
      mask.forEachBit { place in
        var (isAnswered, isHeld) = (false, false)
        values?.forEach(at: place) { slot in
          if slot.fits(column.kind) { isAnswered = true } else { isHeld = true }
        }
        // For a repeated section, this is the number of its entries.
        wholes?.forEach(at: place) { if $0.tag != .count { isHeld = true } }
        if isHeld, !isAnswered { count += 1 }
      }
    }
    return count
  }

  /// Calls the body with each value of the column's kind.
  /// - Returns: the number of submissions that have one.
  private func forEach(_ column: AnswerColumn, body: (IndexSlot) -> Void) throws(AnswerError) -> Int {
    try forEachRow(column) { _, slot in body(slot) }
  }

  private func forEachRow(_ column: AnswerColumn, body: (Int, IndexSlot) -> Void) throws(AnswerError) -> Int {
    let number = scan.column(column.name)
    var answered = 0
    if number == nil { return 0 }
    for block in scan.blocks() {
      let mask = matches.mask(block)
      if mask.firstBit == nil { continue }
      try scan.checkTime()
      let values = try scan.values(of: number, block)
      mask.forEachBit { place in
        var isAnswered = false
        values.forEach(at: place) { slot in
          guard slot.fits(column.kind) else { return }
          isAnswered = true
          body(block.lowerBound + place, slot)
        }
        if isAnswered { answered += 1 }
      }
    }
    return answered
  }

  // MARK: Choices

  private func choices(_ column: AnswerColumn) throws(AnswerError) -> Tally {
    var counts: [IndexSlot: (count: Int, first: Int)] = [:]
    var (further, other) = (0, 0)
    let answered = try forEachRow(column) { row, slot in
      if slot == .other {
        other += 1
      } else if let known = counts[slot] {
        counts[slot] = (known.count + 1, known.first)
      } else if counts.count < Self.countedValueLimit {
        counts[slot] = (1, row)
      } else {
        further += 1
      }
    }
    let sorted = counts.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }
    let told = sorted.prefix(TallyRequest.valueLimit)
    further += sorted.dropFirst(told.count).reduce(0) { $0 + $1.value.count }
    var values: [ValueCount] = []
    for (slot, known) in told {
      // `nil` if the first submission with the value is being erased.
      if let text = try text(of: slot, inRow: known.first, of: column) {
        values.append(ValueCount(text, count: known.count))
      }
    }
    return tally(answered, content: .choices(values: values, further: further, other: other))
  }

  /// The text of a slot. If the slot is a hash, the text is read from the line.
  private func text(of slot: IndexSlot, inRow row: Int, of column: AnswerColumn) throws(AnswerError) -> String? {
    if let text = slot.text { return text }
    let known = try IndexWriter.row(row, in: IndexFile(scan.paths.rows))
    let line = try scan.line(of: known, in: IndexFile(scan.paths.journal))
    guard let values = try? JSONReader.storedLine(line.bytes).value["values"]?[column.cell] else { return nil }
    let key = scan.head.key
    return values.firstText { IndexSlot(text: Array($0.utf8), key: key) == slot }
  }

  // MARK: Numbers

  private func numbers(_ column: AnswerColumn) throws(AnswerError) -> Tally {
    let isAmount = column.part?.split(separator: ".").last == "amount"
    let currency = isAmount ? scan.column(String(column.name.dropLast("amount".count)) + "currency") : nil
    var sums: [IndexSlot: NumberSums] = [:]
    var answered = 0
    try forEachNumber(column, currency: currency) { slot, unit, isFirst in
      if isFirst { answered += 1 }
      if sums[unit] != nil || sums.count < Self.currencyLimit { sums[unit, default: NumberSums()].add(slot) }
    }
    var tallies: [NumberTally] = []
    for (unit, sum) in sums.sorted(by: { ($1.value.count, $0.key.bits) < ($0.value.count, $1.key.bits) }) {
      tallies.append(try numberTally(column, currency: currency, unit: unit, sums: sum))
    }
    return tally(answered, content: .numbers(tallies))
  }

  /// Calls the body with each number, its currency, and whether it is the first number of its submission.
  private func forEachNumber(
    _ column: AnswerColumn, currency: Int?, body: (IndexSlot, IndexSlot, Bool) -> Void
  ) throws(AnswerError) {
    guard let number = scan.column(column.name) else { return }
    for block in scan.blocks() {
      let mask = matches.mask(block)
      if mask.firstBit == nil { continue }
      try scan.checkTime()
      let values = try scan.values(of: number, block)
      let currencies = try currency.map { column throws(AnswerError) in try scan.values(of: column, block) }
      mask.forEachBit { place in
        var units: [IndexSlot] = []
        if let currencies, values.slots[place] >> 60 == IndexSlot.Tag.list.rawValue {
          currencies.forEach(at: place) { units.append($0) }
        }
        var position = 0
        values.forEach(at: place) { slot in
          guard slot.fits(column.kind) else { return }
          // Each entry has its own currency.
          let unit =
            units.indices.contains(position)
            ? units[position] : currencies.map { IndexSlot(bits: $0.slots[place]) } ?? .none
          body(slot, unit, position == 0)
          position += 1
        }
      }
    }
  }

  private func numberTally(
    _ column: AnswerColumn, currency: Int?, unit: IndexSlot, sums: NumberSums
  ) throws(AnswerError) -> NumberTally {
    let last = sums.count - 1
    let found = try RankSearch.values(at: [last / 2, (last + 1) / 2, last / 4, last - last / 4]) {
      take throws(AnswerError) in
      try forEachNumber(column, currency: currency) { slot, own, _ in
        if own == unit, let number = slot.number { take(number.orderedBits) }
      }
    }.map { Double(orderedBits: $0) }
    var range = (sums.minimum.number ?? 0)...(sums.maximum.number ?? 0)
    // Without this, a few outliers would put all other numbers into one bar.
    let middleHalf = found[3] - found[2]
    if middleHalf > 0, range.upperBound - range.lowerBound > Self.outlierFactor * middleHalf {
      let inside = (found[2] - Self.insideFactor * middleHalf)...(found[3] + Self.insideFactor * middleHalf)
      var (least, most) = (found[2], found[3])
      try forEachNumber(column, currency: currency) { slot, own, _ in
        if own == unit, let number = slot.number, inside.contains(number) {
          (least, most) = (min(least, number), max(most, number))
        }
      }
      range = least...most
    }
    var bars = NumberBars(over: range, decimals: sums.decimals, areMinutes: column.kind == .duration)
    try forEachNumber(column, currency: currency) { slot, own, _ in if own == unit { bars.add(slot) } }
    var code: String?
    if unit != .none {
      var row: Int?
      let name = String(column.name.dropLast("amount".count)) + "currency"
      let column = AnswerColumn(column.cell, part: String(name.dropFirst(column.cell.utf8.count + 1)), kind: .choice)
      _ = try forEachRow(column) { if row == nil, $1 == unit { row = $0 } }
      if let row { code = try text(of: unit, inRow: row, of: column) }
    }
    return NumberTally(
      currency: code, count: sums.count, minimum: sums.minimum.nearestDecimal, maximum: sums.maximum.nearestDecimal,
      sum: sums.sum, mean: sums.mean, median: DecimalNumber.middle(of: found[0], found[1]), bars: bars.bars,
      below: bars.below, above: bars.above)
  }

  // MARK: Days and times

  /// - Parameter forEach: passes on all days; returns the number of submissions that have one.
  private func dayTally(
    _ forEach: @escaping ((Int) -> Void) throws(AnswerError) -> Int
  ) throws(AnswerError) -> (answered: Int, DayTally?) {
    var (least, most, count) = (Int.max, Int.min, 0)
    let answered = try forEach { day in
      (least, most) = (min(least, day), max(most, day))
      count += 1
    }
    guard count > 0 else { return (0, nil) }
    let hundredth = count / 100
    let found = try RankSearch.values(at: [(count - 1) / 2, hundredth, count - 1 - hundredth]) {
      take throws(AnswerError) in _ = try forEach { take(UInt64(bitPattern: Int64($0)) ^ 1 << 63) }
    }.map { Int(Int64(bitPattern: $0 ^ 1 << 63)) }
    let hasOutliers = most - least > 10 * (found[2] - found[1]) && found[2] > found[1]
    var bars = DayBars(over: hasOutliers ? found[1]...found[2] : least...most)
    _ = try forEach { bars.add($0) }
    guard let minimum = CalendarDate(unixSeconds: least * 86_400),
      let maximum = CalendarDate(unixSeconds: most * 86_400),
      let median = CalendarDate(unixSeconds: found[0] * 86_400)
    else { return (answered, nil) }
    return (
      answered,
      DayTally(
        minimum: minimum, maximum: maximum, median: median, span: bars.span, bars: bars.bars, below: bars.below,
        above: bars.above)
    )
  }

  private func submissions() throws(AnswerError) -> Tally {
    let (answered, days) = try dayTally { take throws(AnswerError) in
      var clock = DayClock(zone)
      var answered = 0
      for block in scan.blocks() {
        let mask = matches.mask(block)
        if mask.firstBit == nil { continue }
        let times = try scan.times(block)
        mask.forEachBit { place in
          guard let day = clock.day(at: IndexTime(bits: times[place]).milliseconds) else { return }
          take(day)
          answered += 1
        }
      }
      return answered
    }
    return tally(answered, content: .days(days))
  }

  private func times(_ column: AnswerColumn) throws(AnswerError) -> Tally {
    var counts = [Int](repeating: 0, count: 1440)
    let answered = try forEach(column) { slot in
      if let minute = slot.minutes, counts.indices.contains(minute) { counts[minute] += 1 }
    }
    guard let minimum = counts.firstIndex(where: { $0 > 0 }), let maximum = counts.lastIndex(where: { $0 > 0 }) else {
      return tally(0, content: .times(nil))
    }
    var rank = (counts.reduce(0, +) - 1) / 2
    let median = counts.firstIndex { count in
      rank -= count
      return rank < 0
    }
    let perHour = (0..<24).map { counts[$0 * 60..<$0 * 60 + 60].reduce(0, +) }
    return tally(
      answered,
      content: .times(TimeTally(minimum: minimum, maximum: maximum, median: median ?? minimum, perHour: perHour)))
  }
}

/// Sums numbers exactly, separately for each number of decimals.
private struct NumberSums {
  private(set) var count = 0
  private(set) var minimum = IndexSlot.none
  private(set) var maximum = IndexSlot.none
  /// The largest number of decimals.
  private(set) var decimals = 0
  private var byDecimals = [Int128](repeating: 0, count: 16)
  private var isExact = true
  private var least = Double.infinity
  private var most = -Double.infinity

  mutating func add(_ slot: IndexSlot) {
    guard let number = slot.number else { return }
    count += 1
    if number < least { (least, minimum) = (number, slot) }
    if number > most { (most, maximum) = (number, slot) }
    switch slot.tag {
    case .number:
      let (mantissa, scale) = slot.digits
      byDecimals[scale] += Int128(mantissa)
      decimals = max(decimals, scale)
    case .count, .duration: byDecimals[0] += Int128(slot.payload)
    default: isExact = false
    }
  }

  /// The sum in units of the last decimal; `nil` if it cannot be exact.
  private var units: Int128? {
    guard isExact else { return nil }
    var units: Int128 = 0
    for sum in byDecimals[...decimals] {
      let (tenfold, isOver) = units.multipliedReportingOverflow(by: 10)
      let (added, isOverToo) = tenfold.addingReportingOverflow(sum)
      if isOver || isOverToo { return nil }
      units = added
    }
    return units
  }

  var sum: DecimalNumber? { units.map { DecimalNumber(units: $0, decimals: decimals) } }

  var mean: DecimalNumber? {
    guard let units, count > 0 else { return nil }
    let (hundredfold, isOver) = units.multipliedReportingOverflow(by: 100)
    if isOver { return nil }
    // Adds half a unit, away from zero, to round.
    let half = Int128(count) / 2 * (hundredfold < 0 ? -1 : 1)
    return DecimalNumber(units: (hundredfold + half) / Int128(count), decimals: decimals + 2)
  }
}

extension IndexSlot {
  fileprivate var nearestDecimal: DecimalNumber { decimal ?? DecimalNumber(nearest: number ?? 0) }
}

extension DecimalNumber {
  /// The shortest decimal number that is nearest to this floating point number. A large number gets fourteen digits,
  /// which is what the index stores of it.
  fileprivate init(nearest number: Double) {
    var text = "\(number)"
    if number.magnitude >= 1e17 {
      let exponent = Int(log10(number.magnitude)) - 13
      text = "\(Int((number / pow(10, Double(exponent))).rounded()))e\(exponent)"
    }
    do throws(Refusal) { self = try DecimalNumber(parsingJSON: text) } catch {
      // The number is smaller than anyone could mean.
      self = DecimalNumber(units: 0, decimals: 0)
    }
  }

  fileprivate static func middle(of first: Double, _ second: Double) -> DecimalNumber {
    let (first, second) = (DecimalNumber(nearest: first), DecimalNumber(nearest: second))
    let decimals = max(first.significantDecimals, second.significantDecimals)
    guard first != second, let a = first.units(decimals: decimals), let b = second.units(decimals: decimals) else {
      return first
    }
    return DecimalNumber(units: (a + b) * 5, decimals: decimals + 1)
  }
}

extension JSONValue {
  /// The first text inside the value that meets a condition.
  fileprivate func firstText(where isMeant: (String) -> Bool) -> String? {
    switch self {
    case .string(let text): return isMeant(text) ? text : nil
    case .array(let elements):
      for element in elements { if let text = element.firstText(where: isMeant) { return text } }
    case .object(let members):
      for member in members { if let text = member.value.firstText(where: isMeant) { return text } }
    case .null, .bool, .number: break
    }
    return nil
  }
}
