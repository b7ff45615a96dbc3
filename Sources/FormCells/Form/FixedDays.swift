package import Localization

/// Forms as they are on a certain day.
extension Form {
  /// Whether bounds or first values of its cells count from the day on which it is opened.
  package var countsFromToday: Bool { cells.contains(where: \.countsFromToday) }

  /// Whether first values of its cells may be refused some time after the form was opened.
  package var beginsInTime: Bool { cellsBeginningToday.contains { cells[$0].beginsInTime } }

  /// The same form in which everything that counts from today counts from one fixed day; the form itself if nothing does. A time bound of
  /// now becomes one that holds at any time of that day.
  package func fixed(on day: CalendarDate) -> Form {
    guard room == 0, countsFromToday else { return self }
    let sections = sections.map { section in
      var section = section
      section.cells = section.cells.map { $0.fixed(on: day) }
      return section
    }
    return Form(
      id: id, title: title, description: description, locale: locale, marking: marking, submitLabel: submitLabel,
      lint: lint, hasReview: hasReview, timeZone: timeZone, receipt: receipt, isProtected: isProtected,
      retentionDays: retentionDays, availability: availability, savesDrafts: savesDrafts, changeMinutes: changeMinutes,
      sections: sections, rules: rules, languages: languages, definition: definition)
  }
}

extension Cell {
  /// Whether its bounds, or its first value, count from the day on which the form is opened.
  package var countsFromToday: Bool { behaviour.beginsToday || hasMovingBound }

  /// Whether a bound counts from today, or is `now`.
  private var hasMovingBound: Bool {
    let bounds: [DayBound?] =
      switch kind {
      case .date(let kind): [kind.minimum, kind.maximum]
      case .dateRange(let kind): [kind.minimum, kind.maximum]
      case .dateTime(let kind): [kind.minimum, kind.maximum].map { $0 == .now ? .today : nil }
      default: []
      }
    return bounds.contains { $0?.isFixed == false }
  }

  /// Whether its first value is allowed when the form is opened, but may no longer be when it is sent.
  var beginsInTime: Bool { behaviour.beginsToday && hasMovingBound }

  fileprivate func fixed(on day: CalendarDate) -> Cell {
    guard countsFromToday else { return self }
    var kind = self.kind
    switch kind {
    case .date(var date):
      date.minimum = date.minimum?.fixed(on: day)
      date.maximum = date.maximum?.fixed(on: day)
      kind = .date(date)
    case .dateRange(var range):
      range.minimum = range.minimum?.fixed(on: day)
      range.maximum = range.maximum?.fixed(on: day)
      kind = .dateRange(range)
    case .dateTime(var time):
      let (midnight, next) = (
        LocalDateTime(day, minute: 0), day.adding(days: 1).flatMap { LocalDateTime($0, minute: 0) }
      )
      if time.minimum == .now { time.minimum = next.map { .at(time.onStep($0, direction: 1)) } }
      if time.maximum == .now { time.maximum = midnight.map { .at(time.onStep($0, direction: -1)) } }
      kind = .dateTime(time)
    default: break
    }
    return Cell(
      id: id, label: label, kind: kind, initial: beginning(at: Moment(day)) ?? declared, settings: settings)
  }
}

extension DayBound {
  fileprivate func fixed(on day: CalendarDate) -> DayBound { date(today: day).map(DayBound.day) ?? self }
}
