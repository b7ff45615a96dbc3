package import FormCells
package import Support

/// One cell in one state, as a page. The gallery shows it, a snapshot stores it, and the HTML checker and the shared tests read
/// it: a new fixture is covered by all of these.
package struct CellFixture: Sendable, CustomStringConvertible {
  /// A sentence that says what the page shows; it is also the title of its form.
  package let sentence: String
  /// The name in URLs and files; also the id of its cell if it has only one.
  package let slug: String
  package let group: Group
  /// The ids of the requirements that it shows.
  package let features: [String]
  /// The form definition in JSON.
  package let definition: String
  /// The initial values in JSON: cell id to value, as in a submission.
  package let values: String
  /// The steps taken after that, in order.
  package let steps: [Step]

  /// The chapters of the gallery: the kinds of cells, and whole forms.
  package enum Group: String, Sendable, CaseIterable {
    case text, password, note, currency, date, dateRange = "date-range", time, dateTime = "date-time", duration, number,
      slider, rating, matrix,
      `switch`, radioGroup =
      "radio-group", checkboxGroup =
      "checkbox-group", listPicker =
      "list-picker",
      select
    case orderPicker = "order-picker", attachment, content, modalSection = "modal-section", repeated, form,
      designSystems = "design-systems"

    package var title: String {
      switch self {
      case .text: "Text"
      case .password: "Password"
      case .note: "Note"
      case .currency: "Currency"
      case .date: "Date"
      case .dateRange: "Date Range"
      case .time: "Time"
      case .dateTime: "Date with Time"
      case .duration: "Duration"
      case .number: "Number"
      case .slider: "Slider"
      case .rating: "Rating"
      case .matrix: "Matrix"
      case .switch: "Switch"
      case .radioGroup: "Radio Group"
      case .checkboxGroup: "Checkbox Group"
      case .listPicker: "List Picker"
      case .select: "Select"
      case .orderPicker: "Order Picker"
      case .attachment: "Attachment"
      case .content: "Content"
      case .modalSection: "Modal Section"
      case .repeated: "Repeated Section"
      case .form: "Forms in General"
      case .designSystems: "Two Design Systems"
      }
    }
  }

  package init(
    _ sentence: String, slug: String, in group: Group, shows features: [String], definition: String,
    values: String = "{}", steps: [Step] = []
  ) {
    self.sentence = sentence
    self.slug = slug
    self.group = group
    self.features = features
    self.definition = definition
    self.values = values
    self.steps = steps
  }

  package var description: String { slug }

  /// The id of its form.
  package var formID: String { "gallery-\(slug)" }
}

extension CellFixture {
  /// Every cell in every state.
  package static let all: [CellFixture] =
    [
      text, password, note, currency, date, dateRange, time, dateTime, duration, number, slider, rating, matrix,
      `switch`,
      radioGroup,
      checkboxGroup, listPicker,
      listPickerView, select,
      selectView,
      orderPicker, attachment, content, modalSection, repeated, form, designSystems,
    ].flatMap { $0 }

  /// A page with one cell, whose id is the slug.
  /// - `members`: further members of the cell, JSON.
  /// - `value`: the cell's value in JSON, as in a submission.
  /// - `ignoring`: a guideline that it violates, to show what the page looks like then.
  static func cell(
    _ sentence: String, slug: String, in group: Group, features: [String], members: String,
    value: String? = nil, marking: String? = nil, ignoring: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    let marking = marking.map { #""marking": "\#($0)", "# } ?? ""
    let lint = ignoring.map { #""lint": { "ignore": ["\#($0)"] }, "# } ?? ""
    return CellFixture(
      sentence, slug: slug, in: group, shows: features,
      definition: """
        { "id": "gallery-\(slug)", "title": "\(sentence)", \(marking)\(lint)"sections": [{ "cells": [
          { "id": "\(slug)", "type": "\(group.rawValue)", \(members) }
        ] }] }
        """,
      values: value.map { #"{ "\#(slug)": \#($0) }"# } ?? "{}", steps: steps)
  }

  /// A page with a cell that was checked and is valid, beside one that is not.
  static func right(
    _ sentence: String, in group: Group, features: [String], members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    let slug = "\(group.rawValue)-success"
    return CellFixture(
      sentence, slug: slug, in: group, shows: features,
      definition: """
        { "id": "gallery-\(slug)", "title": "\(sentence)", "sections": [{ "cells": [
          { "id": "\(slug)", "type": "\(group.rawValue)", \(members) },
          { "id": "\(slug)-missing", "type": "text", "label": "Phone Number", "required": true }
        ] }] }
        """,
      values: value.map { #"{ "\#(slug)": \#($0) }"# } ?? "{}", steps: steps + [.submit])
  }
}

extension CellFixture {
  /// Something that a visitor did. Cells are given by id, modal sections by name, rows by value.
  package enum Step: Sendable {
    case enter(String, String)
    case submit
    /// Pressed a button of an order picker's row: cell, button, criterion.
    case order(String, OrderAction, String)
    /// Pressed one of the cell's own buttons: cell, button.
    case press(String, CellButton)
    case open(String)
    case search(String)
    /// Opened a level of a tree, given by the parent value.
    case level(String)
    case tick([String], untick: [String] = [])
    case choose(String?)
    /// Typed a text.
    case other(String)
    case selectAll(list: Int)
    case reset
    case showMore
    case apply
    case close
    case discard
    case startOver
  }

  /// The form after the steps.
  package struct State: Sendable {
    package let formState: FormState
    /// The overlay that is open in front of the form.
    package let open: Overlay?
  }

  /// The files that the fixtures' definitions name.
  package static var stores: OptionStores {
    var stores = OptionStores()
    stores.files = files.mapValues { Array($0.utf8) }
    return stores
  }

  /// The decoded definition.
  package func form() throws(DefinitionErrors) -> Form {
    try FormDefinition.decode(
      bytes: Array(definition.utf8), path: "\(slug).json", directory: ".", stores: Self.stores)
  }

  /// The form after filling in the values and taking the steps. A step that refers to nothing is a mistake in the fixture.
  /// - `form`: the result of `form()`.
  /// - Throws: what is wrong with the values.
  package func state(of form: Form, today: CalendarDate, fillingID: Token = .zero) throws(DefinitionErrors) -> State {
    let bytes = Array(values.utf8)
    var formState = FormState(
      form: form, id: fillingID, values: try form.values(decoding: bytes, path: "\(slug).values.json"))
    formState.addEntries(form.entryValues(decoding: bytes), at: Moment(today))
    var stepper = Stepper(formState: formState, today: today)
    for step in steps { stepper.take(step) }
    return State(formState: stepper.formState, open: stepper.open)
  }
}

/// Turns the fixtures' steps into actions on the form.
private struct Stepper {
  var formState: FormState
  var open: Overlay?
  let today: CalendarDate

  mutating func take(_ step: CellFixture.Step) {
    switch step {
    case .enter(let id, let text): enter(.text(text), in: cell(id))
    case .submit: formState.reduce(.submit(today: today))
    case .order(let id, let action, let criterion):
      formState.reduce(.press(cell: cell(id).index, button: .order(OrderButton(action, on: criterion)), today: today))
    case .press(let id, let button): formState.reduce(.press(cell: cell(id).index, button: button, today: today))
    case .open(let name): open(name)
    case .search(let text): draft(.search(text))
    case .level(let value): draft(.level(value))
    case .tick(let values, let unticked): draft(.tick(values.map(row), untick: unticked.map(row)))
    case .choose(let value): draft(.choose(row: value.map(row)))
    case .other(let text): draft(.other(text))
    case .selectAll(let list): draft(.selectAll(list: list, languages: [formState.form.locale]))
    case .reset: draft(.reset)
    case .showMore: draft(.showMore)
    case .apply:
      let today = today
      leave { .apply($0, today: today) }
    case .close: leave { .close($0) }
    case .discard: leave { .discard($0) }
    case .startOver: formState.reduce(.startOver)
    }
  }

  private mutating func draft(_ action: PickerAction) {
    formState.reduce(.pick(cell: openCell.index, action))
  }

  private mutating func enter(_ value: CellValue, in cell: Cell) {
    if case .section = open {
      formState.reduce(.enterInSection(cell: cell.index, value))
    } else {
      formState.reduce(.enter(cell: cell.index, value))
    }
  }

  private mutating func open(_ name: String) {
    guard let view = formState.form.overlay(named: name) else {
      preconditionFailure("nothing '\(name)' opens in '\(formState.form.id)'")
    }
    open = view
    formState.reduce(.open(view))
  }

  /// Leaves a selection view, for the modal section of its cell if there is one.
  private mutating func leave(_ action: (Overlay) -> FormStateAction) {
    guard let view = open else { preconditionFailure("nothing is open in '\(formState.form.id)'") }
    formState.reduce(action(view))
    switch view {
    case .section(let section): if formState.sectionDrafts[section] == nil { open = nil }
    case .cell(let cell):
      if formState.drafts[cell] == nil { open = formState.form.modalSection(of: cell).map { .section($0) } }
    }
  }

  private var openCell: Cell {
    guard case .cell(let cell) = open else {
      preconditionFailure("no selection view is open in '\(formState.form.id)'")
    }
    return formState.form.cells[cell]
  }

  private func cell(_ id: String) -> Cell {
    guard let cell = formState.form.cell(id) else { preconditionFailure("no cell '\(id)' in '\(formState.form.id)'") }
    return cell
  }

  private func row(of value: String) -> Int {
    guard let row = openCell.optionSource?.current.row(of: value) else {
      preconditionFailure("no option '\(value)' in '\(openCell.id)'")
    }
    return row
  }
}
