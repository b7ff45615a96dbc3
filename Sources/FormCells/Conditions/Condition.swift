import Support

/// Form logic: `visibleWhen`, `requiredWhen`, `readOnlyWhen`.
package indirect enum Condition: Sendable, Equatable {
  /// The cell (by index in `Form.cells`) has this value, or it is one of several. A hidden or disabled cell is null, a switch off.
  case equals(cell: Int, Operand)
  /// The cell holds one of these values.
  case isIn(cell: Int, [Operand])
  /// The cell's value is at least this. False if it has none that can be compared; if several values can be chosen, none is 0.
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
  /// So many entries of a repeated section are there.
  /// - `places`: the sections of the entries that there is room for.
  case entryCount(section: Int, places: [Int], atLeast: Int?, atMost: Int?)
  /// At least one entry of a repeated section fulfils a condition on its cells. In a form with room for entries it is written out.
  case anyEntry(section: Int, Condition)
  /// All entries do.
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

  /// The cells that it refers to, by index, and whether it only asks if there is a value, or how much it is.
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

  /// The sections whose entries it counts or tells from those that are none, by position.
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

  /// The cells, each after those of its `visibleWhen`, `readOnlyWhen` and `calculate`. Depth first without recursion, because a chain may be as
  /// long as the form. In a cycle, one of them comes too early.
  /// - Parameter shownWhen: of each section whose entries may be counted, by position.
  static func evaluationOrder(of cells: [Cell], sections shownWhen: [Condition?]) -> [Int] {
    // Behind the cells, the sections stand for the cells that show them.
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
  /// The cells that decide whether this one is visible and read-only, and what it offers.
  fileprivate var dependencies: [Int] {
    (visibilityConditions + [readOnlyWhen].compactMap(\.self)).flatMap(\.cells) + filters.map(\.cell)
      + (calculation?.cells ?? [])
  }

  /// The sections whose entries are counted for that, by position.
  fileprivate var countedSections: [Int] {
    (visibilityConditions + [readOnlyWhen].compactMap(\.self)).flatMap(\.countedSections)
      + (calculation?.expression.countedSections ?? [])
  }
}

extension Condition {
  /// The other side of a comparison.
  package enum Bound: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// A number, an amount, how many values are chosen.
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

  /// What is compared of a cell's value.
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
  /// What conditions compare of its values; nil: they can't be compared.
  package var measure: Condition.Measure? { behaviour.measure }

  /// The smallest and largest value that the definition allows; nil: no bound.
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

  /// The maximum number of chosen values; nil: unknown.
  private var mostValues: Int? {
    guard let choice, !choice.options.isData else { return choice?.maximum }
    let count = choice.options.count + (choice.other == nil ? 0 : 1)
    return choice.maximum.map { min($0, count) } ?? count
  }

  /// - `value`: nil: the cell is hidden or disabled.
  package func compare(
    _ value: CellValue?, to bound: Condition.Bound, holds: (Condition.Bound, Condition.Bound) -> Bool
  ) -> Bool {
    measured(value ?? empty).map { holds($0, bound) } ?? false
  }

  /// - `value`: nil: the cell is hidden or disabled.
  package func canCompare(_ value: CellValue?) -> Bool { measured(value ?? empty) != nil }

  /// Nil: there is no value that can be compared.
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
  /// Whether the page changes: another cell of it, or the cell's own notes; else only later pages do.
  package var changesPage: Bool
  /// Whether an unfinished entry matters: conditions only ask whether there is a value, or how much it is.
  package var whileTyping: Bool
  /// Milliseconds without typing after which a value that is calculated from it follows; nil: none is.
  package var pause: Int?

  package init(changesPage: Bool = false, whileTyping: Bool = true, pause: Int? = nil) {
    self.changesPage = changesPage
    self.whileTyping = whileTyping
    self.pause = pause
  }

  /// With the way to the server and back it is less than the 150 ms after which a value seems to lag behind.
  static let calculationPause = 40
}

extension Following {
  /// By `Cell.index`; nil for a cell without conditions that refer to it, and for one that only buttons change: each press returns
  /// an updated page. Of the calculated cells those that lead to no other one have the button for what is entered for them.
  /// - `order`: in which cells are evaluated.
  /// - `page`: of a cell, by index.
  static func all(
    of cells: [Cell], in order: [Int], rules: [FormRule] = [], texts: [Int] = [], page: (Int) -> PageOfCell
  ) -> [Following?] {
    var followings = [Following?](repeating: nil, count: cells.count)
    var results = Set(cells.indices.filter { cells[$0].isCalculated })
    for cell in cells {
      for condition in cell.conditions {
        for (subject, isGradual) in condition.subjects where cells.indices ~= subject && !cells[subject].isHiddenField {
          if cells[subject].isCalculated {
            // What is entered for it is followed already.
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
    // Of each calculated cell the pages of what is filled in for it; of each cell the pages of what is calculated from it.
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
    // The message of a rule goes as soon as any of its cells is mended, and texts follow the answers that they hold.
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

  /// Whether a change of a cell here shows at once in a cell there: entries of a view count on the form only after Apply.
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
