import FormCells

/// Finds the number at a rank in a column that is read several times: first its upper sixteen bits, then the next
/// sixteen, and so on. The memory it needs does not grow with the column.
struct RankSearch {
  private static let digitBitCount: UInt64 = 16

  /// The numbers at these ranks, which count from 0.
  /// - Parameters:
  ///   - ranks: each below the count of numbers.
  ///   - forEach: passes on all numbers in any order, the same numbers at each call. They are bits that have the same
  ///     order as the numbers.
  static func values(
    at ranks: [Int], _ forEach: ((UInt64) -> Void) throws(AnswerError) -> Void
  ) throws(AnswerError) -> [UInt64] {
    // What is known of each number: its upper bits, and its rank among the numbers with these bits.
    var prefixes = ranks.map { (bits: UInt64(0), rank: $0) }
    for shift in [48, 32, 16, 0] as [UInt64] {
      let distinct = Array(Set(prefixes.map(\.bits)))
      var counts = [[Int]](repeating: [Int](repeating: 0, count: 1 << 16), count: distinct.count)
      try forEach { value in
        let upper = shift == 48 ? 0 : value >> (shift + digitBitCount)
        for index in distinct.indices where distinct[index] == upper {
          counts[index][Int(value >> shift & 0xFFFF)] += 1
        }
      }
      for index in prefixes.indices {
        let own = counts[distinct.firstIndex(of: prefixes[index].bits) ?? 0]
        var digit = 0
        while digit < own.count - 1, prefixes[index].rank >= own[digit] {
          prefixes[index].rank -= own[digit]
          digit += 1
        }
        prefixes[index].bits = prefixes[index].bits << digitBitCount | UInt64(digit)
      }
    }
    return prefixes.map(\.bits)
  }
}

/// The bars of a histogram of numbers. Their width is 1, 2 or 5 times a power of ten, or a usual number of minutes.
/// Each begins at a multiple of the width.
struct NumberBars {
  /// The width is `units` times ten to the power of `exponent`.
  private let units: Int
  private let exponent: Int
  /// The start of the first bar, as a multiple of the width.
  private let first: Int
  private(set) var counts: [Int]
  private(set) var below = 0
  private(set) var above = 0

  private static let minuteWidths = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440]

  /// - Parameters:
  ///   - range: the range that the bars cover.
  ///   - decimals: the largest number of decimals in the numbers.
  ///   - areMinutes: whether the widths are those of clock times.
  init(over range: ClosedRange<Double>, decimals: Int, areMinutes: Bool) {
    // Floating point cannot distinguish numbers that are closer together.
    let resolution = max(range.lowerBound.magnitude, range.upperBound.magnitude) * 1e-14
    let width = max((range.upperBound - range.lowerBound) / Double(TallyRequest.barLimit - 1), resolution)
    (units, exponent) = Self.step(atLeast: width, decimals: decimals, areMinutes: areMinutes)
    let step = Double(units) * Self.power(exponent)
    first = Int((range.lowerBound / step).rounded(.down))
    // The last number may be on an edge, which floating point can miss.
    let last = Int((range.upperBound / step).rounded(.down))
    counts = [Int](repeating: 0, count: max(1, last - first + 1))
  }

  private static func step(atLeast width: Double, decimals: Int, areMinutes: Bool) -> (units: Int, exponent: Int) {
    if areMinutes, let minutes = minuteWidths.first(where: { Double($0) >= width }) { return (minutes, 0) }
    var exponent = -decimals
    // No number has more digits.
    while exponent < DecimalNumber.digitLimit {
      for digit in [1, 2, 5] where Double(digit) * power(exponent) >= width { return (digit, exponent) }
      exponent += 1
    }
    return (5, exponent)
  }

  private static func power(_ exponent: Int) -> Double {
    let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
    return exponent < 0 ? 1 / power : power
  }

  private static func exactPower(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  mutating func add(_ slot: IndexSlot) {
    guard let place = place(of: slot).map({ $0 - first }) else { return }
    if place < 0 {
      below += 1
    } else if place >= counts.count {
      above += 1
    } else {
      counts[place] += 1
    }
  }

  /// The number of the bar, as a multiple of the width, computed from exact digits.
  private func place(of slot: IndexSlot) -> Int? {
    guard let number = slot.number else { return nil }
    guard slot.tag == .number || slot.tag == .count || slot.tag == .duration else {
      let place = (number / (Double(units) * Self.power(exponent))).rounded(.down)
      return place.magnitude < 1e18 ? Int(place) : place < 0 ? Int.min / 2 : Int.max / 2
    }
    let (mantissa, scale) = slot.tag == .number ? slot.digits : (Int(number), 0)
    let shift = exponent + scale
    let dividend = Int128(mantissa) * (shift < 0 ? Self.exactPower(-shift) : 1)
    let divisor = Int128(units) * (shift > 0 ? Self.exactPower(min(shift, DecimalNumber.digitLimit)) : 1)
    let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    return Int(clamping: rest < 0 ? quotient - 1 : quotient)
  }

  var bars: [NumberBar] {
    counts.enumerated().map { NumberBar(from: edge(first + $0), to: edge(first + $0 + 1), count: $1) }
  }

  private func edge(_ place: Int) -> DecimalNumber {
    let units = Int128(place) * Int128(units)
    return exponent < 0
      ? DecimalNumber(units: units, decimals: -exponent)
      : DecimalNumber(units: units * Self.exactPower(exponent), decimals: 0)
  }
}

/// The bars of a histogram of days: days, weeks, months, years or decades, depending on the range.
struct DayBars {
  let span: DayTally.Span
  /// The first day of each bar, and the day after the last bar.
  private let edges: [Int]
  private(set) var counts: [Int]
  private(set) var below = 0
  private(set) var above = 0

  /// - Parameter range: the days since 1970 that the bars cover. If that needs too many bars, only the last ones are
  ///   kept.
  init(over range: ClosedRange<Int>) {
    let spans: [DayTally.Span] = [.day, .week, .month, .year, .decade]
    var chosen: (span: DayTally.Span, edges: [Int]) = (.decade, [])
    for span in spans {
      chosen = (span, Self.edges(span, in: range))
      if chosen.edges.count <= TallyRequest.barLimit + 1 { break }
    }
    span = chosen.span
    edges = chosen.edges.suffix(TallyRequest.barLimit + 1)
    counts = [Int](repeating: 0, count: max(1, edges.count - 1))
  }

  private static func edges(_ span: DayTally.Span, in range: ClosedRange<Int>) -> [Int] {
    var edges: [Int] = []
    var edge = CalendarDate(unixSeconds: range.lowerBound * 86_400).flatMap { span.first(of: $0) }
    // Only decades can have this number of edges.
    while let day = edge, edges.count < 1000 {
      edges.append(day.daysSince1970)
      if day.daysSince1970 > range.upperBound { break }
      edge = span.next(after: day)
    }
    if let last = edges.last, last <= range.upperBound { edges.append(range.upperBound + 1) }
    return edges
  }

  mutating func add(_ day: Int) {
    guard let first = edges.first, day >= first else {
      below += 1
      return
    }
    // Finds the last edge that is not after the day.
    var (low, high) = (0, edges.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if edges[middle] <= day { low = middle } else { high = middle }
    }
    if low < counts.count { counts[low] += 1 } else { above += 1 }
  }

  var bars: [DayBar] {
    zip(edges, counts).compactMap { edge, count in
      CalendarDate(unixSeconds: edge * 86_400).map { DayBar(first: $0, count: count) }
    }
  }
}

extension DayTally.Span {
  /// The first day of the bar that contains a day.
  fileprivate func first(of day: CalendarDate) -> CalendarDate? {
    switch self {
    case .day: day
    case .week: day.adding(days: -day.weekday) ?? day
    case .month: CalendarDate(year: day.year, month: day.month, day: 1)
    case .year: CalendarDate(year: day.year, month: 1, day: 1)
    case .decade: CalendarDate(year: max(1, day.year / 10 * 10), month: 1, day: 1)
    }
  }

  /// The first day of the next bar.
  fileprivate func next(after day: CalendarDate) -> CalendarDate? {
    switch self {
    case .day: day.adding(days: 1)
    case .week: day.adding(days: 7)
    case .month: day.adding(months: 1)
    case .year: CalendarDate(year: day.year + 1, month: 1, day: 1)
    case .decade: CalendarDate(year: (day.year / 10 + 1) * 10, month: 1, day: 1)
    }
  }
}
