package import FormCells
package import Support

extension DefinitionDocument {
  /// A warning for each date cell in which no day can be entered on this one, or whose default value is refused on it. No
  /// mistake: a definition that was right when it was written is served when its last day is over, too.
  package func warnings(on today: CalendarDate) -> [Diagnostic] {
    let found = CheckedForm(self).cells.compactMap { $0.breach(on: today) }
    return zip(found, source.places(of: found.map(\.offset))).map { breach, place in
      Diagnostic(
        path: path, position: place.position, severity: .warning, keyPath: breach.keyPath, code: .dayOver,
        message: breach.message, excerpt: place.excerpt)
    }
  }
}

extension CheckedCell {
  fileprivate func breach(on today: CalendarDate) -> Breach? {
    guard case .date(let kind) = cell.kind else { return nil }
    if let first = kind.minimum?.date(today: today), let last = kind.maximum?.date(today: today), first > last {
      return place[kind.minimum == .today ? "maximum" : "minimum"]?.breach(
        "no day can be entered today, \(today): the first is \(first), the last \(last)")
    }
    let initial = kind.beginsToday ? .text(today.description) : cell.initial
    guard cell.problem(with: initial, isRequired: false, today: today) != nil else { return nil }
    return place["value"]?.breach(
      "the cell refuses its default value today, \(today); a visitor who does not change it cannot send the form")
  }
}

extension Diagnostic.Code {
  fileprivate static let dayOver = Self("day-over", "Of a date cell no day, or not its default value, is valid today.")
}
