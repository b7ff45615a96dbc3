import Support

/// A day that a button below a date enters.
package enum QuickDay: String, Sendable, CaseIterable {
  case today, tomorrow, yesterday
  /// The same day of the week.
  case nextWeek = "next-week"
  /// The same day of the month, or the last one of a shorter month.
  case nextMonth = "next-month"

  /// The maximum number of buttons in one cell; more would be a list to choose from.
  static let limit = 6

  package func date(from today: CalendarDate) -> CalendarDate {
    let bound: DayBound =
      switch self {
      case .today: .today
      case .tomorrow: .fromToday(1, .days)
      case .yesterday: .fromToday(-1, .days)
      case .nextWeek: .fromToday(1, .weeks)
      case .nextMonth: .fromToday(1, .months)
      }
    return bound.date(today: today) ?? today
  }
}

extension ObjectReader {
  /// The names of buttons, each once.
  func quick<Name: CaseIterable & RawRepresentable<String> & Equatable>(_: Name.Type, limit: Int) -> [Name] {
    guard let elements = elements("quick") else { return [] }
    if elements.count > limit {
      add(.badValue, key: "quick", message: "\(elements.count) buttons are too many; give at most \(limit)")
    }
    var names: [Name] = []
    for element in elements {
      guard let name = decoder.choice(element.node, at: element.path, Name.self) else { continue }
      if names.contains(name) {
        report.add(
          .duplicate, at: element.node.offset, path: element.path, message: "“\(name.rawValue)” is a duplicate")
      }
      names.append(name)
    }
    return names
  }
}

extension Sequence {
  /// The buttons that never show, because on no day the cell accepts what they enter.
  /// - Parameter isTaken: whether the cell accepts it on this day.
  func neverShown(_ isTaken: (Element, CalendarDate) -> Bool) -> [Element] {
    filter { button in !CalendarDate.references.contains { isTaken(button, $0) } }
  }
}
