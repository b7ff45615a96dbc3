package import Support

/// One form cell: what every kind has, and its kind. Immutable; a class for the same reason as `Form`.
public final class Cell: Sendable {
  package let id: String
  /// Position among `Form.cells`, set by `Form.init`.
  package let index: Int
  package let label: Localized
  package let settings: Settings
  /// The definition's `value`, or the kind's empty one.
  let declared: CellValue
  /// The options of which the only one is preselected; `nil` if the cell begins with the declared value.
  let preselected: OptionSource?
  /// The options of the declared value, if these are data or can change.
  private let declaredAmong: OptionSource?
  package let kind: Kind
  let place: PlaceOnPages
  /// How a posted text becomes the value; `nil` if the kind has to read it.
  let keeping: TextKeeping?
  /// The kind's own implementation.
  let behaviour: any CellKind
  /// The same, if the cell is one in which text is entered.
  let input: (any InputKind)?
  /// The same, if the cell is one in which options are chosen.
  let choice: (any ChoiceKind)?
  /// The options of a cell that has some.
  package let optionSource: OptionSource?

  /// - `initial`: the kind's empty value if left out.
  package init(
    id: String, label: Localized, kind: Kind, initial: CellValue? = nil, settings: Settings = Settings()
  ) {
    let behaviour = kind.behaviour
    self.id = id
    self.index = 0
    self.label = label
    self.settings = settings
    let declared = initial ?? behaviour.empty
    self.declared = declared
    self.kind = kind
    self.behaviour = behaviour
    place = Swift.type(of: behaviour).place
    let input = behaviour.input
    self.input = input
    keeping = input?.keeping
    choice = behaviour.choice
    optionSource = choice?.options
    preselected = choice.flatMap { $0.preselectsOnly ? $0.options : nil }
    declaredAmong = choice.flatMap {
      ($0.options.isData || $0.options.isChanging) && !$0.isEmpty(declared) ? $0.options : nil
    }
  }

  /// The same cell at its place in a form.
  init(_ cell: Cell, index: Int) {
    id = cell.id
    self.index = index
    label = cell.label
    settings = cell.settings
    declared = cell.declared
    preselected = cell.preselected
    declaredAmong = cell.declaredAmong
    kind = cell.kind
    place = cell.place
    keeping = cell.keeping
    behaviour = cell.behaviour
    input = cell.input
    choice = cell.choice
    optionSource = cell.optionSource
  }
}

extension Cell {
  /// The first value, which Reset restores: the definition's `value` without options that have no place left, or the only option of its
  /// current file.
  package var initial: CellValue {
    if let declaredAmong {
      return .selection(declared.selection.rebased(onto: declaredAmong.current).withoutFull)
    }
    guard let table = preselected?.current, let row = table.onlyEnabledRow else { return declared }
    var selection = Selection(in: table)
    selection.insert(row)
    return .selection(selection)
  }

  /// The first value at a moment; `nil` if it does not depend on the moment.
  package func beginning(at moment: Moment) -> CellValue? { behaviour.beginning(at: moment) }

  /// Whether its first value depends on the current options.
  var beginsByOptions: Bool { preselected != nil || declaredAmong != nil }

  /// The value that packed answers omit, because it never changes. The labels of a provider's options may change.
  var unpackedValue: CellValue { optionSource?.isProvided == true ? behaviour.empty : declared }

  /// The settings that a cell of any kind can have.
  package struct Settings: Sendable {
    package var isRequired = false
    package var helper: Localized?
    package var isReadOnly = false
    package var isDisabled = false
    /// Whether a link can begin the form with a value for this cell.
    package var takesPrefill = false
    package var messages = Messages()
    package var helperOnError = HelperOnError.replace
    package var visibleWhen: Condition?
    /// `visibleWhen` of its section, and of the step that has the section.
    package var sectionVisibleWhen: Condition?
    package var requiredWhen: Condition?
    package var readOnlyWhen: Condition?
    package var notes: [CellNote] = []
    /// The `where` of its source.
    package var filters: [OptionFilter] = []
    package var calculation: Calculation?
    package var bounds: CellBounds?
    /// The cells whose answers appear in its texts, by index.
    package var cellsOfTexts: [Int] = []
    package init() {}
  }

  /// Whether an error message takes the helper text's place (C2).
  public enum HelperOnError: String, Sendable, CaseIterable {
    /// The message alone.
    case replace
    /// The message and the helper text.
    case keep
  }

  /// As the definition and the form's `marking` say; `requiredWhen` can only add to it.
  package var isRequired: Bool { settings.isRequired }
  package var helper: Localized? { settings.helper }
  package var isReadOnly: Bool { settings.isReadOnly }
  package var isDisabled: Bool { settings.isDisabled }
  package var takesPrefill: Bool { settings.takesPrefill }
  package var messages: Messages { settings.messages }
  package var helperOnError: HelperOnError { settings.helperOnError }
  package var visibleWhen: Condition? { settings.visibleWhen }
  package var sectionVisibleWhen: Condition? { settings.sectionVisibleWhen }
  /// It is shown while all of these hold.
  package var visibilityConditions: [Condition] { [sectionVisibleWhen, visibleWhen].compactMap(\.self) }
  package var requiredWhen: Condition? { settings.requiredWhen }
  package var readOnlyWhen: Condition? { settings.readOnlyWhen }
  package var notes: [CellNote] { settings.notes }
  /// What filters its options; empty if all are offered.
  package var filters: [OptionFilter] { settings.filters }
  /// How its value is calculated from other cells; `nil` if it is not.
  package var calculation: Calculation? { settings.calculation }
  /// The bounds that other cells' values decide; `nil` if there are none.
  package var followedBounds: CellBounds? { settings.bounds }
}

extension Cell {
  package var type: CellType { Swift.type(of: behaviour).type }

  /// Whether its value is set outside the form's fields (in a selection view, by the buttons of an order picker), so that the
  /// page has it in a hidden field.
  package var isHiddenField: Bool { place == .hiddenFieldValue }
  /// Whether it has a value. A content cell has none, and is neither asked for nor submitted.
  package var hasValue: Bool { place != .none }
  /// Whether no page ever shows its value.
  package var isPassword: Bool { place == .withheld }
  /// Whether the form's page shows its value in a field.
  var hasField: Bool { place == .field }

  /// The names of its fields, where its value is typed into several (`InputKind.parts`).
  package var parts: [String] { input?.parts ?? [] }

  /// The value of a cell whose definition sets none.
  package var empty: CellValue { behaviour.empty }

  /// Whether the value counts as nothing: a blank text, no selected option or criterion, a switch that is off.
  package func isEmpty(_ value: CellValue) -> Bool { behaviour.isEmpty(value) }

  /// The first problem of a value of this cell.
  /// - `isRequired`: as in `CellState`.
  /// - `today`: `nil` skips bounds that depend on today.
  /// - `bounds`: those that other cells' values decide.
  package func problem(
    with value: CellValue, isRequired: Bool, today: CalendarDate?, bounds: CurrentBounds? = nil
  ) -> Problem? {
    let behaviour = behaviour(within: bounds)
    return behaviour.isEmpty(value)
      ? behaviour.problem(withEmpty: value, isRequired: isRequired)
      : behaviour.problem(with: value, today: today) ?? (isRequired ? behaviour.openProblem(of: value) : nil)
  }

  /// The value as a submission writes it; `nil` for a password, which is never written.
  package func json(of value: CellValue) -> JSONValue? { behaviour.json(of: value) }

  /// Reads a text posted under the cell's id. `nil` if it is not one of the cell's values, and for a password, since its empty field means
  /// nothing.
  /// - `numbers`: how the visitor writes numbers.
  package func value(posted: String, numbers: NumberFormat) -> CellValue? {
    behaviour.value(posted: posted, numbers: numbers)
  }

  /// Reads what a program sends without the form's page: the plain value under the cell's id, several values as several texts; `nil` if
  /// they are not values of the cell. Numbers may be written as in a submission or as in the visitor's language.
  /// - `other`: the text of `other`. If only one value can be chosen, an option takes precedence over it.
  package func value(plain texts: [String], other: String? = nil, numbers: NumberFormat) -> CellValue? {
    // The same value several times is not a mistake.
    if takesTextsInOrder(texts) {} else if !allowsSeveral, Set(texts).count > 1 { return nil }
    if isPassword { return texts.last.map(CellValue.text) }
    let value = texts.isEmpty ? empty : behaviour.value(plain: texts, numbers: numbers)
    guard let other, !other.isBlank, case .selection(var selection)? = value else { return value }
    if allowsSeveral || selection.isEmpty { selection.setOther(other) }
    return .selection(selection)
  }

  private func takesTextsInOrder(_ texts: [String]) -> Bool {
    switch kind {
    case .orderPicker, .attachment: true
    case .dateRange, .slider: texts.count == parts.count
    default: false
    }
  }

  /// The value as one string for a hidden input; `nil` for a password, which no page contains.
  package func hiddenFieldValue(_ value: CellValue) -> String? { behaviour.hiddenFieldValue(value) }

  /// Reads what `hiddenFieldValue(_:)` wrote. The text may come from anyone; `nil` if it is not a value of this cell.
  package func value(hiddenFieldValue: String) -> CellValue? { behaviour.value(hiddenFieldValue: hiddenFieldValue) }

  /// The cell's button with this name, such as those of an order picker's rows; `nil` if it has none.
  package func button(named name: String) -> CellButton? { behaviour.button(named: name) }

  /// The value after a button of the cell was pressed.
  package func value(pressing button: CellButton, on value: CellValue, today: CalendarDate) -> CellValue {
    behaviour.value(pressing: button, on: value, today: today)
  }
}
