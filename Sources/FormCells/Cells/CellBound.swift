import Localization
import Support

/// A bound of a cell that is another cell's value: `"minimum": { "cell": "from", "plus": "1d" }`.
package struct CellBound: Sendable {
  /// The other cell, by `Cell.index`.
  package var cell: Int
  /// Days, weeks, months or years counted from the other cell's day, instead of from today; `nil` for the day itself.
  package let shift: DayBound?

  /// The value of the bound; `nil` if the other cell has no value that can be compared.
  func value(_ other: Cell, value: CellValue) -> Condition.Bound? {
    guard !other.isEmpty(value), let bound = other.measured(value) else { return nil }
    guard let shift else { return bound }
    switch bound {
    case .day(let day): return shift.date(today: day).map(Condition.Bound.day)
    case .moment(let time):
      return shift.date(today: time.day).flatMap { LocalDateTime($0, minute: time.minute) }.map(Condition.Bound.moment)
    case .number, .time, .duration: return bound
    }
  }
}

/// The bounds of one cell that are values of other cells.
package struct CellBounds: Sendable {
  package var minimum: CellBound?
  package var maximum: CellBound?

  /// The cells that they refer to, by index.
  package var cells: [Int] { [minimum, maximum].compactMap { $0?.cell } }

  /// - Parameter value: returns another cell by its index, and its value; `nil` if that cell is hidden or disabled.
  package func current(_ value: (Int) -> (cell: Cell, value: CellValue)?) -> CurrentBounds {
    func bound(_ bound: CellBound?) -> Condition.Bound? {
      bound.flatMap { bound in value(bound.cell).flatMap { bound.value($0.cell, value: $0.value) } }
    }
    return CurrentBounds(least: bound(minimum), most: bound(maximum))
  }
}

/// The bounds that follow from other cells' current values.
package struct CurrentBounds: Sendable, Hashable {
  /// `nil` if the bound of the cell's kind applies, if it has one.
  package var least: Condition.Bound?
  package var most: Condition.Bound?
}

/// A kind whose bounds may be the values of other cells.
package protocol BoundedKind {
  /// The kind with these bounds. If its values have steps, a bound between two steps becomes the next step inside. Steps are counted as if
  /// there were no such bound.
  func bounded(by bounds: CurrentBounds) -> Self
}

extension Cell {
  /// The kind's implementation with the bounds from other cells.
  func behaviour(within bounds: CurrentBounds?) -> any CellKind {
    guard let bounds, let kind = behaviour as? any BoundedKind else { return behaviour }
    return kind.bounded(by: bounds) as? any CellKind ?? behaviour
  }
}

// MARK: The kinds

extension DateKind: BoundedKind {
  package func bounded(by bounds: CurrentBounds) -> DateKind {
    var kind = self
    if case .day(let day)? = bounds.least { kind.minimum = .day(day) }
    if case .day(let day)? = bounds.most { kind.maximum = .day(day) }
    return kind
  }
}

extension DateRangeKind: BoundedKind {
  package func bounded(by bounds: CurrentBounds) -> DateRangeKind {
    var kind = self
    if case .day(let day)? = bounds.least { kind.minimum = .day(day) }
    if case .day(let day)? = bounds.most { kind.maximum = .day(day) }
    return kind
  }
}

extension CurrencyKind: BoundedKind {
  package func bounded(by bounds: CurrentBounds) -> CurrencyKind {
    var kind = self
    if case .number(let number)? = bounds.least { kind.minimum = number }
    if case .number(let number)? = bounds.most { kind.maximum = number }
    return kind
  }
}

extension TextKind: BoundedKind {
  package func bounded(by bounds: CurrentBounds) -> TextKind {
    var kind = self
    if case .number(let number)? = bounds.least { kind.minimum = number }
    if case .number(let number)? = bounds.most { kind.maximum = number }
    return kind
  }
}

extension NumberKind: BoundedKind {
  package func bounded(by bounds: CurrentBounds) -> NumberKind {
    var kind = self
    if case .number(let number)? = bounds.least { kind.minimum = onStep(number, isUp: true) }
    if case .number(let number)? = bounds.most { kind.maximum = onStep(number, isUp: false) }
    return kind
  }
}

extension TimeKind: BoundedKind {
  package func bounded(by bounds: CurrentBounds) -> TimeKind {
    var kind = self
    let base = minimum?.minutes ?? 0
    if case .time(let time)? = bounds.least {
      kind.minimum = TimeOfDay(minutes: time.minutes.onStep(step, from: base, isUp: true)) ?? time
    }
    if case .time(let time)? = bounds.most {
      kind.maximum = TimeOfDay(minutes: time.minutes.onStep(step, from: base, isUp: false)) ?? time
    }
    return kind
  }
}

extension DateTimeKind: BoundedKind {
  package func bounded(by bounds: CurrentBounds) -> DateTimeKind {
    var kind = self
    if case .moment(let time)? = bounds.least { kind.minimum = .at(onStep(time, direction: 1)) }
    if case .moment(let time)? = bounds.most { kind.maximum = .at(onStep(time, direction: -1)) }
    return kind
  }
}

extension DurationKind: BoundedKind {
  package func bounded(by bounds: CurrentBounds) -> DurationKind {
    var kind = self
    let base = minimum ?? 0
    if case .duration(let minutes)? = bounds.least { kind.minimum = minutes.onStep(step, from: base, isUp: true) }
    if case .duration(let minutes)? = bounds.most { kind.maximum = minutes.onStep(step, from: base, isUp: false) }
    return kind
  }
}

extension Int {
  /// The nearest number that is a whole number of steps from `base`: at or above this one, or at or below it.
  fileprivate func onStep(_ step: Int, from base: Int, isUp: Bool) -> Int {
    let extra = ((self - base) % step + step) % step
    return extra == 0 ? self : isUp ? self - extra + step : self - extra
  }
}

// MARK: Definitions

extension Shape {
  /// A bound, or another cell.
  func orCell() -> Shape { .either(self, .object { .cellBound }) }
}

extension KeyTable {
  static let cellBound = KeyTable(
    name: "cell-bound", about: "A bound that is another cell's value.",
    keys: [
      Key("cell", .id, required: true, "The id of the other cell; while it is empty there is no bound."),
      Key(
        "plus", .matching("^[+-]?([0-9]{1,4}[dwm]|[0-9]{1,3}y)$"),
        "Of dates: days, weeks, months or years from the other cell's day: 1d, -2w."),
    ])
}

extension ObjectReader {
  /// A bound written in the definition itself; `nil` also for a bound that is another cell, which is read once all cells are known.
  func bound<Bound>(_ key: String, read: (String) -> Bound?) -> Bound? {
    if case .object? = self[key]?.content { nil } else { read(key) }
  }
}

extension FormDecoder {
  /// The bounds of a cell that are other cells. At this point every cell can be found.
  func bounds(of draft: CellDraft, _ conditions: ConditionReader) -> CellBounds? {
    guard let kind = draft.behaviour else { return nil }
    let bounds = CellBounds(
      minimum: bound("minimum", of: draft, kind: kind, conditions: conditions),
      maximum: bound("maximum", of: draft, kind: kind, conditions: conditions))
    return bounds.cells.isEmpty ? nil : bounds
  }

  private func bound(
    _ key: String, of draft: CellDraft, kind: any CellKind, conditions: ConditionReader
  ) -> CellBound? {
    guard let node = draft.reader.given(key), case .object = node.content, kind is any BoundedKind,
      let reader = ObjectReader(node, as: .cellBound, at: draft.reader.path(of: key), decoder: self),
      let (index, otherKind, id) = conditions.subject(reader)
    else { return nil }
    let isRange = if case .dateRange = kind.kind { true } else { false }
    // A text without numbers has no bounds, which is reported.
    guard let type = isRange ? .day : ComparedType(kind), type.isOrdered else { return nil }
    let other = ComparedType(otherKind)
    guard other == type else {
      let what = other?.name ?? "no single value"
      reader.add(
        .badValue, key: "cell",
        message: "the cell holds \(type.name), and “\(id)” \(what); name a cell with \(type.name)")
      return nil
    }
    guard let text = reader.string("plus") else { return CellBound(cell: index, shift: nil) }
    guard type == .day || type == .moment else {
      reader.addNoEffect(
        of: "plus",
        "“plus” counts days, and the cell holds \(type.name); calculate the bound in a separate cell, and name that one"
      )
      return nil
    }
    let signed = text.first == "-" || text.first == "+" ? text : "+" + text
    guard let shift = DayBound(fromToday: "today" + signed) else {
      reader.add(
        .badValue, key: "plus",
        message: "“\(text)” is not a number of days; write a number with d, w, m or y, such as “1d”, “-2w” or “18y”")
      return nil
    }
    return CellBound(cell: index, shift: shift)
  }
}

extension QuantityCell {
  /// The smallest number or amount is another cell's value.
  public func minimum(cell id: String) -> Self { with("minimum", .cell(id)) }

  /// The largest number or amount is another cell's value.
  public func maximum(cell id: String) -> Self { with("maximum", .cell(id)) }
}

extension MomentCell {
  /// The earliest day or time is another cell's value.
  /// - `plus`: days, weeks, months or years from it: `1d`, `-2w`.
  public func minimum(cell id: String, plus: String? = nil) -> Self { with("minimum", .bound(id, shift: plus)) }

  /// The latest day or time is another cell's value.
  /// - `plus`: days, weeks, months or years from it: `1d`, `-2w`.
  public func maximum(cell id: String, plus: String? = nil) -> Self { with("maximum", .bound(id, shift: plus)) }
}

extension DateRange {
  /// The earliest day is another cell's value.
  /// - `plus`: days, weeks, months or years from it: `1d`, `-2w`.
  public func minimum(cell id: String, plus: String? = nil) -> Self { with("minimum", .bound(id, shift: plus)) }

  /// The latest day is another cell's value.
  /// - `plus`: days, weeks, months or years from it: `1d`, `-2w`.
  public func maximum(cell id: String, plus: String? = nil) -> Self { with("maximum", .bound(id, shift: plus)) }
}

extension DurationCell {
  /// The shortest duration is another cell's value.
  public func minimum(cell id: String) -> Self { with("minimum", .cell(id)) }

  /// The longest duration is another cell's value.
  public func maximum(cell id: String) -> Self { with("maximum", .cell(id)) }
}

extension JSONValue {
  fileprivate static func bound(_ cell: String, shift: String?) -> JSONValue {
    .object(said("cell", .string(cell)) + said("plus", shift.map(JSONValue.string)))
  }
}
