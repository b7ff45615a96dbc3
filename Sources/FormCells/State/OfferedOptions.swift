import Support

/// A column of a source whose text must equal the value of another cell (`"where"`).
package struct OptionFilter: Sendable, Equatable {
  package let column: String
  /// By `Cell.index`.
  package let cell: Int

  package init(column: String, cell: Int) {
    self.column = column
    self.cell = cell
  }
}

/// The options that a cell offers at the moment.
package enum OfferedOptions: Sendable, Hashable {
  case all
  /// Only the rows that fit the answers: their columns have these texts.
  case matching([String: String])
  /// None until this cell, by index, is filled in.
  case none(until: Int)

  /// - Parameter table: the table of the cell's options.
  /// - Returns: `nil` for all options.
  package func subset(of table: OptionTable) -> OptionSubset? {
    switch self {
    case .all: nil
    case .matching(let wanted): OptionSubset(of: table, where: wanted)
    case .none: OptionSubset(noneOf: table)
    }
  }
}

extension FormState {
  /// The options that a cell offers.
  package func offeredOptions(of cell: Cell) -> OfferedOptions {
    cell.offeredOptions(filterText)
  }

  /// The rows of the options that a cell offers, by index; `nil` for all.
  package func offeredRows(at cell: Int) -> RowSet? {
    guard let offered = offeredOptions(at: cell), let table = form.cells[cell].optionSource?.current else { return nil }
    return offered.subset(of: table)?.rows
  }

  /// The cell that must be filled in before this one offers options, both by index; `nil` if there is none.
  package func awaitedCell(of cell: Int) -> Int? {
    if case .none(let awaited)? = offeredOptions(at: cell) { awaited } else { nil }
  }

  /// The options that a cell offers, by index; `nil` if nothing filters them.
  package func offeredOptions(at cell: Int) -> OfferedOptions? {
    // Most forms have no such cells.
    if form.followedCells.isEmpty || form.cells[cell].filters.isEmpty { return nil }
    return offeredOptions(of: form.cells[cell])
  }

  /// The text by which another cell filters options; `nil` if that cell is empty, hidden or disabled.
  private func filterText(of index: Int) -> String? {
    guard states[index].isVisible, !states[index].isDisabled else { return nil }
    return form.cells[index].filterText(of: value(of: form.cells[index]))
  }

  /// The problem of a choice that does not fit the values of other cells.
  func problemOfUnfitting(_ cell: Cell) -> Problem? {
    if cell.filters.isEmpty { return nil }
    let selection = selection(of: cell)
    return offeredOptions(of: cell).subset(of: selection.table).flatMap(selection.problemOfUnfitting)
  }

  /// Clears choices that no longer fit, after the cells that filter them have changed; "Undo" restores both. A choice that was changed
  /// together with those cells is cleared if it was offered before; otherwise it stays, and is refused. A choice that the visitor cannot
  /// change now, such as in a hidden section, stays too, and is refused once it can be changed.
  /// - Parameters:
  ///   - former: the state before the change.
  ///   - sent: cells whose choices were sent by a program. These are refused, not cleared.
  mutating func clearUnfitting(since former: FormState, besides sent: Set<Int>) {
    var changed = Set(form.followedCells.filter { filterText(of: $0) != former.filterText(of: $0) })
    guard !changed.isEmpty else { return }
    let followed = changed
    var cleared: [Int: CellValue] = [:]
    for index in form.evaluationOrder {
      let cell = form.cells[index]
      guard states[index].isEditable, !sent.contains(index),
        cell.filters.contains(where: { changed.contains($0.cell) }),
        case let chosen = selection(of: cell), let offered = offeredOptions(of: cell).subset(of: chosen.table),
        values[index] == former.values[index] || former.offered(chosen, in: cell)
      else { continue }
      let fitting = chosen.keeping(offered)
      guard fitting != chosen else { continue }
      cleared[index] = values[index]
      changeAlone { $0[index] = .selection(fitting) }
      changed.insert(index)
    }
    guard !cleared.isEmpty else { return }
    let touched = followed.union(cleared.keys).union(causes(of: followed, since: former))
    let sections = Set(touched.map(form.modalSection))
    // If everything is in one modal section, only the draft in its view has changed.
    let target = sections.count == 1 ? (sections.first ?? nil).map { Overlay.section($0) } : nil
    undo = UndoStep(
      .followed, of: target,
      former: form.cells(of: target).map { cell in
        touched.contains(cell.index) ? cleared[cell.index] ?? former.values[cell.index] : nil
      })
  }

  /// The answers that hid, locked or calculated these cells, if the visitor did not change the cells themselves.
  private func causes(of cells: Set<Int>, since former: FormState) -> Set<Int> {
    // Visit each cell only once: results may depend on the same result in many ways.
    var (rest, seen, found) = (Array(cells), cells, Set<Int>())
    while let index = rest.popLast() {
      let cell = form.cells[index]
      if !cell.isCalculated, values[index] != former.values[index] {
        found.insert(index)
        continue
      }
      let conditions = cell.visibilityConditions + [cell.readOnlyWhen].compactMap(\.self)
      rest += (conditions.flatMap(\.cells) + (cell.calculation?.cells ?? [])).filter { seen.insert($0).inserted }
    }
    return found
  }

  /// Whether all of these rows were offered.
  private func offered(_ selection: Selection, in cell: Cell) -> Bool {
    offeredOptions(of: cell).subset(of: selection.table).map { selection.keeping($0) == selection } ?? false
  }
}

extension UndoStep {
  /// The part of what was cleared that is in this modal section, whose draft alone has changed; `nil` if nothing was cleared in it.
  func followed(within section: Int, of form: Form) -> UndoStep? {
    let step = UndoStep(
      .followed, of: .section(section),
      former: form.cells(of: .section(section)).map { cell in
        zip(form.cells(of: target), former).first { $0.0.index == cell.index }?.1
      })
    return step.followedChange(in: form) == nil ? nil : step
  }

  /// The cells that were cleared, at least one, and the first cell that filters them, by index; `nil` for another kind of change.
  package func followedChange(in form: Form) -> (cleared: [Int], followed: Int)? {
    guard cause == .followed else { return nil }
    let touched = zip(form.cells(of: target), former).filter { $1 != nil }.map(\.0)
    let cleared = touched.filter { cell in
      cell.filters.contains { filter in touched.contains { $0.index == filter.cell } }
    }
    guard !cleared.isEmpty,
      let followed = touched.first(where: { cell in !cleared.contains { $0.index == cell.index } })
    else { return nil }
    return (cleared.map(\.index), followed.index)
  }
}

extension Selection {
  /// Names chosen rows that are not offered.
  func problemOfUnfitting(_ offered: OptionSubset) -> Problem? {
    var unfitting: [String] = []
    for row in rows where !offered.contains(row) {
      unfitting.append(table.value(at: row))
      // One more than a message names.
      if unfitting.count > Problem.namedLimit { break }
    }
    return unfitting.isEmpty ? nil : .unfittingOptions(unfitting)
  }
}

extension Cell {
  /// Whether its value can filter the options of other cells: it must be one choice, or a text.
  static func canBeFollowed(_ kind: any CellKind) -> Bool {
    if let choice = kind.choice { return choice.selection == .single }
    if case .text = kind.kind { return true }
    return false
  }

  /// Whether nothing can be chosen: a cell that filters its options is empty, or no option fits a choice. If no option fits a typed text,
  /// this is false: the text is probably wrong.
  /// - Parameters:
  ///   - cells: the cells of the form.
  ///   - value: the value of a cell; `nil` if it is hidden or disabled.
  package func offersNothing(in cells: [Cell], _ value: (Int) -> CellValue?) -> Bool {
    switch offeredOptions({ value($0).flatMap(cells[$0].filterText) }) {
    case .all: false
    case .none: true
    case .matching(let wanted):
      filters.allSatisfy { cells[$0.cell].optionSource != nil } && optionSource?.current.hasRow(where: wanted) == false
    }
  }

  /// - Parameter text: the text by which another cell filters options; `nil` if there is none.
  package func offeredOptions(_ text: (Int) -> String?) -> OfferedOptions {
    if filters.isEmpty { return .all }
    var wanted: [String: String] = [:]
    for filter in filters {
      guard let text = text(filter.cell) else { return .none(until: filter.cell) }
      wanted[filter.column] = text
    }
    return .matching(wanted)
  }

  /// The text by which this value filters options of other cells; `nil` if it is empty.
  package func filterText(of value: CellValue) -> String? {
    if isEmpty(value) { return nil }
    if case .selection(let selection) = value {
      return selection.values.first(where: { _ in true }) ?? selection.missing.first?.value ?? selection.other
    }
    return normalised(value.text)
  }
}
