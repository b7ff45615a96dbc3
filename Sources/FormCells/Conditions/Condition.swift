import Support

/// Form logic: `visibleWhen`, `requiredWhen`, `readOnlyWhen`.
package indirect enum Condition: Sendable, Equatable {
  /// The cell (by index in `Form.cells`) has this value, or has it among several. A hidden or disabled cell counts as null, a switch as
  /// off.
  case equals(cell: Int, Operand)
  /// The cell holds one of these values.
  case isIn(cell: Int, [Operand])
  /// The cell's value is at least this. False if the cell has no value that can be compared. Where several values can be chosen, no choice
  /// counts as 0.
  case atLeast(cell: Int, Bound)
  /// The cell's value is at most this.
  case atMost(cell: Int, Bound)
  /// The cell's value has this relation to that of another cell. False if either has none that can be compared.
  case compared(cell: Int, Relation, with: Int)
  /// The cell has a value: a text that is not blank, a choice, a selected criterion.
  case filled(cell: Int)
  case all([Condition])
  case any([Condition])
  case not(Condition)
  /// The section at this position is an entry of a repeated section.
  case isEntry(Int)
  /// A repeated section has this number of entries.
  /// - `places`: the sections that are places of its entries.
  case entryCount(section: Int, places: [Int], atLeast: Int?, atMost: Int?)
  /// At least one entry of a repeated section fulfils a condition on its cells. A form with room for entries has this expanded for each
  /// place.
  case anyEntry(section: Int, Condition)
  /// All entries of a repeated section fulfil a condition.
  case everyEntry(section: Int, Condition)

  /// A value as a definition writes it.
  package enum Operand: Sendable, Equatable {
    /// A text, an option's value, a day, or the digits of an amount.
    case text(String)
    case flag(Bool)
    case null
  }
}

extension Condition {
  /// The cells that it refers to, by index.
  package var cells: [Int] { subjects.map(\.cell) }

  /// The cells that it refers to, by index, and whether it only asks if there is a value, or how large it is.
  var subjects: [(cell: Int, isGradual: Bool)] {
    switch self {
    case .equals(let cell, _), .isIn(let cell, _): [(cell, false)]
    case .atLeast(let cell, _), .atMost(let cell, _), .filled(let cell): [(cell, true)]
    case .compared(let cell, let relation, let other): [(cell, relation != .equal), (other, relation != .equal)]
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.subjects)
    case .not(let condition), .anyEntry(_, let condition), .everyEntry(_, let condition): condition.subjects
    case .isEntry, .entryCount: []
    }
  }

  /// The positions of the sections whose entries it counts, or of which it asks whether they are an entry now.
  package var countedSections: [Int] {
    switch self {
    case .equals, .isIn, .filled, .atLeast, .atMost, .compared: []
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.countedSections)
    case .not(let condition): condition.countedSections
    case .anyEntry(let section, let condition), .everyEntry(let section, let condition):
      [section] + condition.countedSections
    case .isEntry(let section), .entryCount(let section, _, _, _): [section]
    }
  }

  /// The cells, each after those that its conditions, filters and calculation refer to. This is a depth-first search without recursion,
  /// because a chain may be as long as the form. In a cycle, one of the cells comes too early.
  /// - Parameter shownWhen: the condition of each section whose entries may be counted, by position.
  static func evaluationOrder(of cells: [Cell], sections shownWhen: [Condition?]) -> [Int] {
    // The nodes after the cells are the sections, which depend on the cells that decide whether they are shown.
    func dependencies(_ node: Int) -> ArraySlice<Int> {
      let (own, sections) =
        node < cells.count
        ? (cells[node].dependencies, cells[node].countedSections)
        : (shownWhen[node - cells.count]?.cells ?? [], shownWhen[node - cells.count]?.countedSections ?? [])
      return own[...] + sections.map { $0 + cells.count }
    }
    var order: [Int] = []
    var isSeen = [Bool](repeating: false, count: cells.count + shownWhen.count)
    for start in cells.indices where !isSeen[start] {
      isSeen[start] = true
      var trail = [(node: start, rest: dependencies(start))]
      while let (node, rest) = trail.last {
        guard let next = rest.first else {
          if node < cells.count { order.append(node) }
          trail.removeLast()
          continue
        }
        trail[trail.count - 1].rest = rest.dropFirst()
        guard isSeen.indices ~= next, !isSeen[next] else { continue }
        isSeen[next] = true
        trail.append((next, dependencies(next)))
      }
    }
    return order
  }
}

extension Cell {
  /// The cells that decide whether this one is visible or read-only, what it offers, and its calculated value.
  fileprivate var dependencies: [Int] {
    (visibilityConditions + [readOnlyWhen].compactMap(\.self)).flatMap(\.cells) + filters.map(\.cell)
      + (calculation?.cells ?? [])
  }

  /// The positions of the sections whose entries are counted for that.
  fileprivate var countedSections: [Int] {
    (visibilityConditions + [readOnlyWhen].compactMap(\.self)).flatMap(\.countedSections)
      + (calculation?.expression.countedSections ?? [])
  }
}

extension Condition {
  /// The other side of a comparison.
  package enum Bound: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// A number, an amount, or the number of chosen values.
    case number(DecimalNumber)
    case day(CalendarDate)
    case time(TimeOfDay)
    case moment(LocalDateTime)
    /// Minutes.
    case duration(Int)

    /// Bounds of different types are not ordered; a definition never compares them.
    package static func < (first: Bound, second: Bound) -> Bool {
      switch (first, second) {
      case (.number(let first), .number(let second)): first < second
      case (.day(let first), .day(let second)): first < second
      case (.time(let first), .time(let second)): first < second
      case (.moment(let first), .moment(let second)): first < second
      case (.duration(let first), .duration(let second)): first < second
      default: false
      }
    }

    package var description: String {
      switch self {
      case .number(let number): number.description
      case .day(let day): day.description
      case .time(let time): time.description
      case .moment(let time): time.description
      case .duration(let minutes): DurationKind.text(minutes: minutes)
      }
    }
  }

  /// Which property of a cell's value is compared.
  package enum Measure: Sendable {
    /// The number or amount that was entered.
    case number
    case day
    case time
    case moment
    case duration
    /// How many values are chosen, criteria selected, rows answered, or files added.
    case count
  }
}

extension Cell {
  /// What conditions compare of its values; `nil` if they cannot be compared.
  package var measure: Condition.Measure? { behaviour.measure }

  /// The smallest and largest value that the definition allows; `nil` for no bound.
  package var bounds: (least: Condition.Bound?, most: Condition.Bound?) {
    switch kind {
    case .text(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .currency(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .number(let kind): (kind.minimum.map(Condition.Bound.number), kind.maximum.map(Condition.Bound.number))
    case .slider(let kind) where kind.isRange: (nil, nil)
    case .slider(let kind): (.number(kind.minimum), .number(kind.maximum))
    case .rating(let kind):
      (kind.number.minimum.map(Condition.Bound.number), kind.number.maximum.map(Condition.Bound.number))
    case .date(let kind):
      (
        kind.minimum?.date(today: nil).map(Condition.Bound.day), kind.maximum?.date(today: nil).map(Condition.Bound.day)
      )
    case .time(let kind): (kind.minimum.map(Condition.Bound.time), kind.maximum.map(Condition.Bound.time))
    case .listPicker, .select, .checkboxGroup:
      (
        .number(DecimalNumber(units: 0, decimals: 0)),
        mostValues.map { .number(DecimalNumber(units: Int128($0), decimals: 0)) }
      )
    case .matrix(let kind):
      (
        .number(DecimalNumber(units: 0, decimals: 0)),
        .number(DecimalNumber(units: Int128(kind.rows.count), decimals: 0))
      )
    case .orderPicker(let kind):
      (nil, .number(DecimalNumber(units: Int128(kind.criteria.count), decimals: 0)))
    case .attachment(let kind):
      (
        .number(DecimalNumber(units: 0, decimals: 0)),
        .number(DecimalNumber(units: Int128(kind.maximum), decimals: 0))
      )
    case .dateTime(let kind):
      (kind.minimum?.fixed.map(Condition.Bound.moment), kind.maximum?.fixed.map(Condition.Bound.moment))
    case .duration(let kind):
      (kind.minimum.map(Condition.Bound.duration), kind.maximum.map(Condition.Bound.duration))
    case .password, .note, .switch, .radioGroup, .dateRange, .content: (nil, nil)
    }
  }

  /// The maximum number of chosen values; `nil` if unknown.
  private var mostValues: Int? {
    guard let choice, !choice.options.isData else { return choice?.maximum }
    let count = choice.options.count + (choice.other == nil ? 0 : 1)
    return choice.maximum.map { min($0, count) } ?? count
  }

  /// - `value`: `nil` if the cell is hidden or disabled.
  package func compare(
    _ value: CellValue?, to bound: Condition.Bound, holds: (Condition.Bound, Condition.Bound) -> Bool
  ) -> Bool {
    measured(value ?? empty).map { holds($0, bound) } ?? false
  }

  /// - `value`: `nil` if the cell is hidden or disabled.
  package func canCompare(_ value: CellValue?) -> Bool { measured(value ?? empty) != nil }

  /// What is compared of a value; `nil` if it cannot be compared.
  package func measured(_ value: CellValue) -> Condition.Bound? {
    switch behaviour.measure {
    case nil: nil
    case .number: (try? DecimalNumber(parsing: normalised(value.text))).map(Condition.Bound.number)
    case .day: CalendarDate(parsing: normalised(value.text)).map(Condition.Bound.day)
    case .time: TimeOfDay(parsing: normalised(value.text)).map(Condition.Bound.time)
    case .moment: LocalDateTime(parsing: normalised(value.text)).map(Condition.Bound.moment)
    case .duration: DurationKind.minutes(of: normalised(value.text)).map(Condition.Bound.duration)
    case .count: .number(DecimalNumber(units: Int128(count(in: value)), decimals: 0))
    }
  }

  /// How many values are chosen, criteria selected, rows answered, or files added.
  func count(in value: CellValue) -> Int {
    switch value {
    case .selection(let selection): selection.valueCount + selection.missing.count
    case .order(let order): order.count(where: \.isSelected)
    case .text(let text):
      switch kind {
      case .matrix(let matrix): matrix.rows.count - matrix.openRows(in: text).count
      case .attachment: AttachedFile.list(text).count
      default: 0
      }
    case .flag: 0
    }
  }
}

/// What a page must update when the visitor changes a cell that conditions refer to.
package struct Following: Sendable, Equatable {
  /// Whether the page changes: another cell on it, or the cell's own notes. If not, only later pages change.
  package var changesPage: Bool
  /// Whether an unfinished input matters: conditions only ask whether there is a value, or how large it is.
  package var whileTyping: Bool
  /// Milliseconds without typing after which a value calculated from it is updated; `nil` if there is none.
  package var pause: Int?

  package init(changesPage: Bool = false, whileTyping: Bool = true, pause: Int? = nil) {
    self.changesPage = changesPage
    self.whileTyping = whileTyping
    self.pause = pause
  }

  /// Together with the round trip to the server, this is less than the 150 ms after which a value seems to lag.
  static let calculationPause = 40
}

extension Following {
  /// By `Cell.index`; `nil` for a cell that nothing refers to, and for one that only buttons change, because each press returns an updated
  /// page. A calculated cell that leads to no other one has the button that updates it from what was entered.
  /// - `order`: the order in which cells are evaluated.
  /// - `page`: the page of a cell, by index.
  static func all(
    of cells: [Cell], in order: [Int], rules: [FormRule] = [], texts: [Int] = [], page: (Int) -> PageOfCell
  ) -> [Following?] {
    var followings = [Following?](repeating: nil, count: cells.count)
    var results = Set(cells.indices.filter { cells[$0].isCalculated })
    for cell in cells {
      for condition in cell.conditions {
        for (subject, isGradual) in condition.subjects where cells.indices ~= subject && !cells[subject].isHiddenField {
          if cells[subject].isCalculated {
            // The cells that it is calculated from are already followed.
            results.insert(subject)
            continue
          }
          var following = followings[subject] ?? Following()
          if page(subject).shows(page(cell.index)) { following.changesPage = true }
          if !isGradual { following.whileTyping = false }
          followings[subject] = following
        }
      }
      if let calculation = cell.calculation {
        results.subtract(calculation.cells.filter { page($0).shows(page(cell.index)) })
      }
      for subject in cell.followedBounds?.cells ?? [] where !cells[subject].isHiddenField {
        if cells[subject].isCalculated {
          results.insert(subject)
          continue
        }
        var following = followings[subject] ?? Following()
        if page(subject).shows(page(cell.index)) { following.changesPage = true }
        following.whileTyping = false
        followings[subject] = following
      }
      for filter in cell.filters where cells.indices ~= filter.cell && !cells[filter.cell].isHiddenField {
        followings[filter.cell] = Following(changesPage: true, whileTyping: false)
      }
    }
    // For each calculated cell, the pages of the cells that are filled in for it; for each cell, the pages of what is calculated from it.
    var pagesOfEntries: [Int: Set<PageOfCell>] = [:]
    var pagesOfResults: [Int: Set<PageOfCell>] = [:]
    let calculated = order.compactMap { index in
      cells[index].calculation.map { (index: index, parts: $0.cells.filter(cells.indices.contains)) }
    }
    for (index, parts) in calculated {
      pagesOfEntries[index] = Set(
        parts.flatMap { pagesOfEntries[$0] ?? (cells[$0].isHiddenField ? [] : [page($0)]) })
    }
    for (index, parts) in calculated.reversed() {
      let pages = pagesOfResults[index, default: []].union([page(index)])
      for part in parts { pagesOfResults[part, default: []].formUnion(pages) }
    }
    for (entry, pages) in pagesOfResults where !cells[entry].isCalculated && !cells[entry].isHiddenField {
      guard pages.contains(where: page(entry).shows) else { continue }
      var following = followings[entry] ?? Following()
      following.pause = calculationPause
      followings[entry] = following
    }
    // The message of a rule disappears as soon as any of its cells is corrected, and texts follow the answers that they show.
    for subject in rules.flatMap(\.subjects) + texts
    where cells.indices ~= subject && !cells[subject].isHiddenField && !cells[subject].isCalculated {
      followings[subject] = followings[subject] ?? Following(whileTyping: false)
    }
    for result in results where pagesOfEntries[result, default: []].contains(where: { $0.shows(page(result)) }) {
      followings[result] = Following(changesPage: true, whileTyping: false)
    }
    return followings
  }
}

/// Where a cell is: on a page of the form, or in the view of a modal section.
struct PageOfCell: Hashable {
  let step: Int
  let modalSection: Int?

  /// Whether a change of a cell here is visible at once in a cell there. What is entered in a modal section counts on the form only after
  /// Apply.
  func shows(_ other: PageOfCell) -> Bool {
    modalSection == nil ? step == other.step : modalSection == other.modalSection
  }
}

extension Cell {
  /// All conditions in its definition.
  fileprivate var conditions: [Condition] {
    visibilityConditions + [requiredWhen, readOnlyWhen].compactMap(\.self) + notes.map(\.when)
  }
}
