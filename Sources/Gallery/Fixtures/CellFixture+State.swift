package import FormCells
package import Support

extension CellFixture {
  /// Something that a visitor did; cells by id, modal sections by name, rows by value.
  package enum Step: Sendable {
    case enter(String, String)
    case submit
    /// A button of an order picker's row: cell, button, criterion.
    case order(String, OrderAction, String)
    /// A button of the cell's own: cell, button.
    case press(String, CellButton)
    case open(String)
    case search(String)
    case tick([String], untick: [String] = [])
    case choose(String?)
    /// A text of one's own.
    case other(String)
    case selectAll(list: Int)
    case reset
    case showMore
    case apply
    case close
    case discard
    case startOver
  }

  /// The form as the steps leave it.
  package struct State: Sendable {
    package let filling: Filling
    /// The view that is open in front of the form.
    package let open: InnerView?
  }

  /// The definition, decoded.
  package func form() throws(DefinitionErrors) -> Form {
    try FormDefinition.decode(bytes: Array(definition.utf8), path: "\(slug).json", directory: ".")
  }

  /// The form with the values filled in and the steps taken. A step that names nothing is a mistake in the fixture.
  /// - `form`: as `form()` decoded it.
  /// - Throws: what is wrong with the values.
  package func state(of form: Form, today: CalendarDate, fillingID: Token = .zero) throws(DefinitionErrors) -> State {
    let values = try form.values(decoding: Array(values.utf8), path: "\(slug).values.json")
    var stepper = Stepper(filling: Filling(form: form, id: fillingID, values: values), today: today)
    for step in steps { stepper.take(step) }
    return State(filling: stepper.filling, open: stepper.open)
  }
}

/// Turns the fixtures' steps into actions on the form.
private struct Stepper {
  var filling: Filling
  var open: InnerView?
  let today: CalendarDate

  mutating func take(_ step: CellFixture.Step) {
    switch step {
    case .enter(let id, let text): enter(.text(text), in: cell(id))
    case .submit: filling.reduce(.submit(today: today))
    case .order(let id, let action, let criterion):
      filling.reduce(.press(cell: cell(id).index, button: .order(OrderButton(action, criterion))))
    case .press(let id, let button): filling.reduce(.press(cell: cell(id).index, button: button))
    case .open(let name): open(name)
    case .search(let text): draft(.search(text))
    case .tick(let values, let unticked): draft(.tick(values.map(row), untick: unticked.map(row)))
    case .choose(let value): draft(.choose(row: value.map(row)))
    case .other(let text): draft(.other(text))
    case .selectAll(let list): draft(.selectAll(list: list, languages: [filling.form.locale]))
    case .reset: draft(.reset)
    case .showMore: draft(.showMore)
    case .apply:
      let today = today
      leave { .apply($0, today: today) }
    case .close: leave { .close($0) }
    case .discard: leave { .discard($0) }
    case .startOver: filling.reduce(.startOver)
    }
  }

  private mutating func draft(_ action: PickerAction) {
    filling.reduce(.pick(cell: openCell.index, action))
  }

  private mutating func enter(_ value: CellValue, in cell: Cell) {
    if case .section = open {
      filling.reduce(.enterInSection(cell: cell.index, value))
    } else {
      filling.reduce(.enter(cell: cell.index, value))
    }
  }

  private mutating func open(_ name: String) {
    guard let view = filling.form.innerView(named: name) else {
      preconditionFailure("nothing '\(name)' opens in '\(filling.form.id)'")
    }
    open = view
    filling.reduce(.open(view))
  }

  /// From a selection view, to the modal section of its cell where there is one.
  private mutating func leave(_ action: (InnerView) -> FillingAction) {
    guard let view = open else { preconditionFailure("nothing is open in '\(filling.form.id)'") }
    filling.reduce(action(view))
    switch view {
    case .section(let section): if filling.sectionDrafts[section] == nil { open = nil }
    case .cell(let cell):
      if filling.drafts[cell] == nil { open = filling.form.modalSection(of: cell).map { .section($0) } }
    }
  }

  private var openCell: Cell {
    guard case .cell(let cell) = open else {
      preconditionFailure("no selection view is open in '\(filling.form.id)'")
    }
    return filling.form.cells[cell]
  }

  private func cell(_ id: String) -> Cell {
    guard let cell = filling.form.cell(id) else { preconditionFailure("no cell '\(id)' in '\(filling.form.id)'") }
    return cell
  }

  private func row(of value: String) -> Int {
    guard let row = openCell.optionSource?.current.row(of: value) else {
      preconditionFailure("no option '\(value)' in '\(openCell.id)'")
    }
    return row
  }
}
