import Support

/// Form logic: `visibleWhen`, `requiredWhen`, `readOnlyWhen`.
package indirect enum Condition: Sendable, Equatable {
  /// The cell (by index in `Form.cells`) holds this value; where it holds several, this one is among them. A cell that
  /// is hidden or disabled holds nothing: null, and a switch is off.
  case equals(cell: Int, Operand)
  /// The cell holds one of these values.
  case isIn(cell: Int, [Operand])
  /// The cell holds no less than this. A cell that holds nothing that can be compared is neither more nor less, but of
  /// several values that can be chosen nothing is none.
  case atLeast(cell: Int, Bound)
  /// The cell holds no more than this.
  case atMost(cell: Int, Bound)
  /// The cell holds anything: a text that is not blank, a choice, a selected criterion.
  case filled(cell: Int)
  case all([Condition])
  case any([Condition])
  case not(Condition)

  /// A value as a definition writes it.
  package enum Operand: Sendable, Equatable {
    /// A text, an option's value, a day, or the digits of an amount.
    case text(String)
    case flag(Bool)
    case null
  }
}

extension Condition {
  /// The cells that it speaks of, by index.
  package var cells: [Int] { subjects.map(\.cell) }

  /// The cells that it speaks of, by index, and whether it asks only if there is anything, or how much it is.
  var subjects: [(cell: Int, isGradual: Bool)] {
    switch self {
    case .equals(let cell, _), .isIn(let cell, _): [(cell, false)]
    case .atLeast(let cell, _), .atMost(let cell, _), .filled(let cell): [(cell, true)]
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.subjects)
    case .not(let condition): condition.subjects
    }
  }

  /// The cells so that each comes behind those of its `visibleWhen` and `readOnlyWhen`. Depth first without recursion:
  /// a chain may be as long as the form, and stacks are short. Where they go in a circle, one of them comes too early.
  static func evaluationOrder(of cells: [Cell]) -> [Int] {
    var order: [Int] = []
    var isSeen = [Bool](repeating: false, count: cells.count)
    for start in cells.indices where !isSeen[start] {
      isSeen[start] = true
      var trail = [(cell: start, rest: cells[start].dependencies[...])]
      while let (cell, rest) = trail.last {
        guard let next = rest.first else {
          order.append(cell)
          trail.removeLast()
          continue
        }
        trail[trail.count - 1].rest = rest.dropFirst()
        guard cells.indices ~= next, !isSeen[next] else { continue }
        isSeen[next] = true
        trail.append((next, cells[next].dependencies[...]))
      }
    }
    return order
  }
}

extension Cell {
  /// The cells on which it depends what others see of this one.
  fileprivate var dependencies: [Int] { [visibleWhen, readOnlyWhen].compactMap(\.self).flatMap(\.cells) }
}

extension Condition {
  /// The other side of a comparison.
  package enum Bound: Sendable, Comparable, CustomStringConvertible {
    /// A number, an amount, how many values are chosen.
    case number(DecimalNumber)
    case day(CalendarDate)
    case time(TimeOfDay)

    /// Of different sorts neither is more; a definition compares nothing with another sort.
    package static func < (first: Bound, second: Bound) -> Bool {
      switch (first, second) {
      case (.number(let first), .number(let second)): first < second
      case (.day(let first), .day(let second)): first < second
      case (.time(let first), .time(let second)): first < second
      default: false
      }
    }

    package var description: String {
      switch self {
      case .number(let number): number.description
      case .day(let day): day.description
      case .time(let time): time.description
      }
    }
  }

  /// How much of something a cell holds.
  enum Measure: Sendable {
    /// The number or amount that was entered.
    case number
    case day
    case time
    /// How many values are chosen, or criteria selected.
    case count
  }
}

extension Cell {
  /// The least and the most of what it can hold, as far as its definition bounds that; nil: it does not.
  package var bounds: (least: Condition.Bound?, most: Condition.Bound?) {
    switch kind {
    case .text(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .currency(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .number(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .date(let kind):
      (
        kind.minimum?.date(today: nil).map(Condition.Bound.day), kind.maximum?.date(today: nil).map(Condition.Bound.day)
      )
    case .time(let kind): (kind.minimum.map(Condition.Bound.time), kind.maximum.map(Condition.Bound.time))
    case .listPicker, .select:
      (
        .number(DecimalNumber(units: 0, decimals: 0)),
        mostValues.map { .number(DecimalNumber(units: Int128($0), decimals: 0)) }
      )
    case .orderPicker(let kind):
      (nil, .number(DecimalNumber(units: Int128(kind.criteria.count), decimals: 0)))
    case .password, .note, .switch, .radioGroup: (nil, nil)
    }
  }

  /// How many values can be chosen at most; nil: nobody can say.
  private var mostValues: Int? {
    guard let choice, !choice.options.isData else { return choice?.maximum }
    let count = choice.options.count + (choice.other == nil ? 0 : 1)
    return choice.maximum.map { min($0, count) } ?? count
  }

  /// - `value`: nil: nothing, because the cell is hidden or disabled.
  func compare(
    _ value: CellValue?, to bound: Condition.Bound, _ holds: (Condition.Bound, Condition.Bound) -> Bool
  ) -> Bool {
    measured(value ?? empty).map { holds($0, bound) } ?? false
  }

  /// Nil: nothing was entered, or nothing that can be compared.
  private func measured(_ value: CellValue) -> Condition.Bound? {
    switch behaviour.measure {
    case nil: nil
    case .number: (try? DecimalNumber(parsing: normalised(value.text))).map(Condition.Bound.number)
    case .day: CalendarDate(parsing: normalised(value.text)).map(Condition.Bound.day)
    case .time: TimeOfDay(parsing: normalised(value.text)).map(Condition.Bound.time)
    case .count: .number(DecimalNumber(units: Int128(count(in: value)), decimals: 0))
    }
  }

  private func count(in value: CellValue) -> Int {
    switch value {
    case .selection(let selection): selection.valueCount + selection.missing.count
    case .order(let order): order.count(where: \.isSelected)
    case .text, .flag: 0
    }
  }
}

/// How a page goes on when the visitor changes a cell of which conditions speak.
package struct Following: Sendable, Equatable {
  /// Whether it shows in other cells of its page; else only in its own notes, or on pages further on.
  package var showsElsewhere: Bool
  /// Whether a half-typed entry already tells something: conditions ask only whether there is one, or how much it is.
  package var whileTyping: Bool

  package init(showsElsewhere: Bool = false, whileTyping: Bool = true) {
    self.showsElsewhere = showsElsewhere
    self.whileTyping = whileTyping
  }
}

extension Following {
  /// By `Cell.index`; nil for a cell of which no condition speaks, and for one that changes by buttons alone: each press
  /// of those brings a page that is up to date.
  /// - `page`: of a cell, by index: equal for two cells that stand on one page.
  static func all(of cells: [Cell], page: (Int) -> PageOfCell) -> [Following?] {
    var followings = [Following?](repeating: nil, count: cells.count)
    for cell in cells {
      for condition in cell.conditions {
        for (subject, isGradual) in condition.subjects where cells.indices ~= subject && !cells[subject].isHiddenField {
          var following = followings[subject] ?? Following()
          if subject != cell.index, page(subject).shows(page(cell.index)) { following.showsElsewhere = true }
          if !isGradual { following.whileTyping = false }
          followings[subject] = following
        }
      }
    }
    return followings
  }
}

/// Where a cell stands: on a page of the form, or in the view of a modal section of it.
struct PageOfCell {
  let step: Int
  let modalSection: Int?

  /// Whether a change of a cell here shows at once in one that stands there: a view's entries count on the form only when
  /// they are applied.
  func shows(_ other: PageOfCell) -> Bool {
    modalSection == nil ? step == other.step : modalSection == other.modalSection
  }
}

extension Cell {
  /// All that its definition makes depend on what cells hold.
  fileprivate var conditions: [Condition] {
    [visibleWhen, requiredWhen, readOnlyWhen].compactMap(\.self) + notes.map(\.when)
  }
}
