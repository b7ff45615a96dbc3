import FormCells

/// The ordered values of a cell as whole numbers: a number in units of its last decimal, a day as days since 1970, a
/// time as minutes.
struct ValueAxis {
  private let measure: Condition.Measure
  private let decimals: Int
  /// The distance between two values that can be entered, counted from `base`.
  let step: Int128
  private let base: Int128

  /// - Parameter decimals: the decimals of all numbers with which the cell is compared.
  /// - Returns: `nil` if the cell has no such values.
  init?(of cell: Cell, decimals: Int) {
    guard let measure = cell.measure, measure != .count else { return nil }
    self.measure = measure
    var (step, base): (DecimalNumber?, DecimalNumber?) = (nil, nil)
    var minutes = (step: 1, base: 0)
    var own = decimals
    switch cell.kind {
    case .number(let kind): (step, base, own) = (kind.step, kind.minimum, kind.decimals)
    case .rating(let kind): (step, base, own) = (kind.number.step, kind.number.minimum, 0)
    case .slider(let kind): (step, base, own) = (kind.step, kind.minimum, kind.number.decimals)
    case .currency(let kind): own = kind.decimals
    case .text(let kind): own = kind.format == .integer ? 0 : decimals + 1
    case .time(let kind): minutes = (kind.step, kind.minimum?.minutes ?? 0)
    case .dateTime(let kind): minutes = (kind.step, kind.minimum?.fixed?.minutes ?? 0)
    case .duration(let kind): minutes = (kind.step, kind.minimum ?? 0)
    default: break
    }
    let scale = max(decimals + 1, own)
    self.decimals = scale
    if measure == .number {
      let unit = DecimalNumber(units: 1, decimals: own).units(decimals: scale) ?? 1
      self.step = step.flatMap { $0.units(decimals: scale) } ?? unit
      // Without a step, all decimals can be entered, whatever the minimum is.
      self.base = step == nil ? 0 : base.flatMap { $0.units(decimals: scale) } ?? 0
    } else {
      (self.step, self.base) = (Int128(minutes.step), Int128(minutes.base))
    }
  }

  /// The position of a bound; `nil` if it has another measure.
  func position(of bound: Condition.Bound) -> Int128? {
    switch (bound, measure) {
    case (.number(let number), .number): number.units(decimals: decimals)
    case (.day(let day), .day): Int128(day.daysSince1970)
    case (.time(let time), .time): Int128(time.minutes)
    case (.moment(let time), .moment): Int128(time.minutes)
    case (.duration(let minutes), .duration): Int128(minutes)
    default: nil
    }
  }

  /// The stored text of the value at a position; `nil` if there is none.
  func text(at position: Int128) -> String? {
    guard let whole = Int(exactly: position) else { return nil }
    switch measure {
    case .number: return DecimalNumber(units: position, decimals: decimals).shortest
    case .day:
      guard abs(whole) < 4_000_000 else { return nil }
      return CalendarDate(unixSeconds: whole * 86_400)?.description
    case .time:
      guard 0..<24 * 60 ~= whole else { return nil }
      return "\(Self.twoDigits(whole / 60)):\(Self.twoDigits(whole % 60))"
    case .moment: return LocalDateTime(minutes: whole)?.description
    case .duration: return whole < 0 ? nil : Condition.Bound.duration(whole).description
    case .count: return nil
    }
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  /// The nearest values at or below, and at or above a position, and `count` further values on both sides.
  func neighbours(of position: Int128, _ count: Int) -> [Int128] {
    let extra = ((position - base) % step + step) % step
    let below = position - extra
    var near = extra == 0 ? [below] : [below, below + step]
    let above = near[near.count - 1]
    for distance in 1...max(1, count) {
      near.append(above + Int128(distance) * step)
      near.append(below - Int128(distance) * step)
    }
    return near
  }
}

extension DecimalNumber {
  /// Without trailing zeros in its decimals.
  var shortest: String {
    units(decimals: significantDecimals).map { DecimalNumber(units: $0, decimals: significantDecimals).description }
      ?? description
  }
}
