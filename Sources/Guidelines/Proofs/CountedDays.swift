import FormCells

/// Tells which cells of a form have days relative to today, and whether a proof for one day is valid on every other
/// day.
struct CountedDays {
  /// The form as defined, with its relative days.
  private let form: Form
  private let comparands: Comparands

  init(of form: Form, _ comparands: Comparands) { (self.form, self.comparands) = (form, comparands) }

  /// - Parameter cell: the cell's index.
  func areCounted(in cell: Int) -> Bool { form.cells[cell].countsFromToday }

  /// Whether all days with which the cell is compared are relative to today. If so, all of them move by one from one
  /// day to the next, and nothing changes between them.
  func moveTogether(with cell: Int) -> Bool {
    let group = comparands.group(of: cell)
    var all: [DayBound] = []
    for index in group {
      guard let own = days(named: index) else { return false }
      for day in own where !all.contains(day) { all.append(day) }
    }
    // Months have different numbers of days.
    let isExact = all.allSatisfy(\.countsDays)
    if group.contains(where: { !(comparands.shifts[$0] ?? []).allSatisfy(\.countsDays) }) { return false }
    if isExact || all.count < 2 { return true }
    let hasShifts = group.contains { comparands.shifts[$0] != nil }
    return !hasShifts && areApart(all)
  }

  /// All days in the cell's bounds and its initial value; `nil` if one of them is not relative to today.
  private func days(named index: Int) -> [DayBound]? {
    let cell = form.cells[index]
    guard comparands.bounds[index] == nil, comparands.texts[index] == nil, cell.isEmpty(cell.initial) else {
      return nil
    }
    let days: [DayBound?]
    switch cell.kind {
    case .date(let kind): days = [kind.minimum, kind.maximum, kind.beginning]
    case .dateRange(let kind) where cell.beginning(at: Moment(Witness.usualDay)) == nil:
      days = [kind.minimum, kind.maximum]
    default: return nil
    }
    let named = days.compactMap(\.self)
    return named.allSatisfy { $0.count != nil } ? named : nil
  }

  /// Whether any two of the days are more than a few days apart, whatever today is.
  private func areApart(_ days: [DayBound]) -> Bool {
    let spans = days.compactMap(\.span).sorted { $0.lowerBound < $1.lowerBound }
    return zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound + Self.distance < $1.lowerBound }
  }

  private static let distance = 10
}

extension DayBound {
  /// `nil` if it is a fixed day.
  fileprivate var count: Int? { if case .fromToday(let count, _) = self { count } else { nil } }

  /// Whether it counts days or weeks, whose length is always the same.
  fileprivate var countsDays: Bool {
    if case .fromToday(let count, let unit) = self { count == 0 || unit == .days || unit == .weeks } else { false }
  }

  /// The smallest and the largest number of days from today that it can mean.
  fileprivate var span: ClosedRange<Int>? {
    guard case .fromToday(let count, let unit) = self else { return nil }
    let (short, long) =
      switch unit {
      case .days: (count, count)
      case .weeks: (7 * count, 7 * count)
      case .months: (28 * count, 31 * count)
      case .years: (365 * count, 366 * count)
      }
    return min(short, long)...max(short, long)
  }
}
