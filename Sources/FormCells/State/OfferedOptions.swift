import Support

/// A column of a source whose text has to equal what another cell holds (`"where"`).
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
  /// Those that fit the answers: whose columns equal these texts.
  case matching([String: String])
  /// None until this cell, by index, is filled in.
  case none(until: Int)

  /// - Parameter table: of the cell's options.
  /// - Returns: nil: all.
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

  /// The rows of the options that a cell offers, by index; nil: all.
  package func offeredRows(at cell: Int) -> RowSet? {
    guard let offered = offeredOptions(at: cell), let table = form.cells[cell].optionSource?.current else { return nil }
    return offered.subset(of: table)?.rows
  }

  /// The cell that has to be filled in before this one, both by index; nil: none.
  package func awaitedCell(of cell: Int) -> Int? {
    if case .none(let awaited)? = offeredOptions(at: cell) { awaited } else { nil }
  }

  /// What a cell's options are picked out by, by index; nil: it offers all.
  package func offeredOptions(at cell: Int) -> OfferedOptions? {
    // Most forms have no such cells.
    if form.followedCells.isEmpty || form.cells[cell].filters.isEmpty { return nil }
    return offeredOptions(of: form.cells[cell])
  }

  /// What another cell's options are picked out by; nil: nothing, because the cell is empty, hidden or disabled.
  private func filterText(of index: Int) -> String? {
    guard states[index].isVisible, !states[index].isDisabled else { return nil }
    return form.cells[index].filterText(of: value(of: form.cells[index]))
  }

  /// The problem of a choice that does not fit what other cells hold.
  func problemOfUnfitting(_ cell: Cell) -> Problem? {
    if cell.filters.isEmpty { return nil }
    let selection = selection(of: cell)
    return offeredOptions(of: cell).subset(of: selection.table).flatMap(selection.problemOfUnfitting)
  }

  /// Clears choices that no longer fit, after cells that they follow have changed; "Undo" takes both changes back. A choice that
  /// changed along with them is cleared if it was offered before; else it stays, and is refused. So does one that the visitor cannot
  /// change now, such as in a hidden section, once it can be changed.
  /// - Parameters:
  ///   - former: before the change.
  ///   - sent: cells of which a program says what is chosen: that is refused.
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
    // In the view of a modal section the draft alone has changed.
    let target = sections.count == 1 ? (sections.first ?? nil).map { Overlay.section($0) } : nil
    undo = UndoStep(
      .followed, of: target,
      former: form.cells(of: target).map { cell in
        touched.contains(cell.index) ? cleared[cell.index] ?? former.values[cell.index] : nil
      })
  }

  /// The answers that have hidden, locked or calculated these cells, where their own values are not what the visitor changed.
  private func causes(of cells: Set<Int>, since former: FormState) -> Set<Int> {
    // Each once: results may be made from results on many ways.
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

  /// Whether all of these rows could be chosen.
  private func offered(_ selection: Selection, in cell: Cell) -> Bool {
    offeredOptions(of: cell).subset(of: selection.table).map { selection.keeping($0) == selection } ?? false
  }
}

extension UndoStep {
  /// Of what was cleared, the part in this modal section, whose draft alone has changed; nil: nothing was cleared in it.
  func followed(within section: Int, of form: Form) -> UndoStep? {
    let step = UndoStep(
      .followed, of: .section(section),
      former: form.cells(of: .section(section)).map { cell in
        zip(form.cells(of: target), former).first { $0.0.index == cell.index }?.1
      })
    return step.followedChange(in: form) == nil ? nil : step
  }

  /// The cells that were cleared, at least one, and the first one that they followed, by index; nil: another change.
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
      // As many as a message names, and one more.
      if unfitting.count > Problem.namedLimit { break }
    }
    return unfitting.isEmpty ? nil : .unfittingOptions(unfitting)
  }
}

extension Cell {
  /// Whether options of other cells can be picked out by what it holds: one choice, or a text.
  static func canBeFollowed(_ kind: any CellKind) -> Bool {
    if let choice = kind.choice { return choice.selection == .single }
    if case .text = kind.kind { return true }
    return false
  }

  /// Whether nothing can be chosen: a cell that it follows is empty, or no option fits a choice. If none fits a text that was typed, the
  /// text is taken for a mistake.
  /// - Parameters:
  ///   - cells: those of the form.
  ///   - value: of a cell, nil where it is hidden or disabled.
  package func offersNothing(in cells: [Cell], _ value: (Int) -> CellValue?) -> Bool {
    switch offeredOptions({ value($0).flatMap(cells[$0].filterText) }) {
    case .all: false
    case .none: true
    case .matching(let wanted):
      filters.allSatisfy { cells[$0.cell].optionSource != nil } && optionSource?.current.hasRow(where: wanted) == false
    }
  }

  /// - Parameter text: what another cell's options are picked out by; nil: nothing.
  package func offeredOptions(_ text: (Int) -> String?) -> OfferedOptions {
    if filters.isEmpty { return .all }
    var wanted: [String: String] = [:]
    for filter in filters {
      guard let text = text(filter.cell) else { return .none(until: filter.cell) }
      wanted[filter.column] = text
    }
    return .matching(wanted)
  }

  /// By which options of other cells are picked out; nil: it is empty.
  package func filterText(of value: CellValue) -> String? {
    if isEmpty(value) { return nil }
    if case .selection(let selection) = value {
      return selection.values.first(where: { _ in true }) ?? selection.missing.first?.value ?? selection.other
    }
    return normalised(value.text)
  }
}
