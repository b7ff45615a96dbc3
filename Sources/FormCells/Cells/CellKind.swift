import Localization
import Support

/// The types of cells, as definitions call them, in the order of the documentation. A new kind of cell begins here and in
/// `Cell.Kind` below: the compiler then names every other place that has to know it.
package enum CellType: String, Sendable, CaseIterable {
  case text, password, currency, note, `switch`
  case radioGroup = "radio-group"
  case checkboxGroup = "checkbox-group"
  case date
  case dateRange = "date-range"
  case time
  case dateTime = "date-time"
  case duration, number, slider, rating, matrix
  case listPicker = "list-picker"
  case select
  case orderPicker = "order-picker"
  case attachment
  case content

  var implementation: any CellKind.Type {
    switch self {
    case .text: TextKind.self
    case .password: PasswordKind.self
    case .currency: CurrencyKind.self
    case .note: NoteKind.self
    case .switch: SwitchKind.self
    case .radioGroup: RadioGroupKind.self
    case .checkboxGroup: CheckboxGroupKind.self
    case .date: DateKind.self
    case .dateRange: DateRangeKind.self
    case .time: TimeKind.self
    case .dateTime: DateTimeKind.self
    case .duration: DurationKind.self
    case .number: NumberKind.self
    case .slider: SliderKind.self
    case .rating: RatingKind.self
    case .matrix: MatrixKind.self
    case .listPicker: ListPickerKind.self
    case .select: SelectKind.self
    case .orderPicker: OrderPickerKind.self
    case .attachment: AttachmentKind.self
    case .content: ContentKind.self
    }
  }
}

extension Cell {
  /// The settings of a cell, by its type.
  package enum Kind: Sendable {
    case text(TextKind)
    case password(PasswordKind)
    case currency(CurrencyKind)
    case note(NoteKind)
    case `switch`(SwitchKind)
    case radioGroup(RadioGroupKind)
    case checkboxGroup(CheckboxGroupKind)
    case date(DateKind)
    case dateRange(DateRangeKind)
    case time(TimeKind)
    case dateTime(DateTimeKind)
    case duration(DurationKind)
    case number(NumberKind)
    case slider(SliderKind)
    case rating(RatingKind)
    case matrix(MatrixKind)
    case listPicker(ListPickerKind)
    case select(SelectKind)
    case orderPicker(OrderPickerKind)
    case attachment(AttachmentKind)
    case content(ContentKind)

    /// The kind's implementation. A cell stores it, because making it copies the kind.
    var behaviour: any CellKind {
      switch self {
      case .text(let cell): cell
      case .password(let cell): cell
      case .currency(let cell): cell
      case .note(let cell): cell
      case .switch(let cell): cell
      case .radioGroup(let cell): cell
      case .checkboxGroup(let cell): cell
      case .date(let cell): cell
      case .dateRange(let cell): cell
      case .time(let cell): cell
      case .dateTime(let cell): cell
      case .duration(let cell): cell
      case .number(let cell): cell
      case .slider(let cell): cell
      case .rating(let cell): cell
      case .matrix(let cell): cell
      case .listPicker(let cell): cell
      case .select(let cell): cell
      case .orderPicker(let cell): cell
      case .attachment(let cell): cell
      case .content(let cell): cell
      }
    }
  }
}

/// What one kind of cell does. Each kind implements it in the file named after its cell; `CellType` lists the kinds, and the
/// pages have a view for each.
///
/// Most kinds implement one of two refined protocols: `InputKind`, whose value is a text, or `ChoiceKind`, whose value is a selection.
protocol CellKind: Sendable {
  // MARK: Its definition

  static var type: CellType { get }
  /// What the kind is; editors show it from the schema as hover text.
  static var about: String { get }
  /// The keys that only this kind has.
  static var keys: [Key] { get }
  /// Exactly one of these keys must be present; empty if there is no such demand.
  static var oneOf: [String] { get }
  /// Why this kind lacks a key that other kinds have; `nil` for any other key.
  static func refusal(of key: String) -> String?
  /// Whether it has the key `prefill`.
  static var takesPrefill: Bool { get }
  /// The shape of the key `value`; `nil` if the kind has no such key.
  static var value: Shape? { get }
  /// The messages whose words a definition can replace, besides `required` and `success`.
  static var messageKeys: Set<Cell.MessageKey> { get }
  /// Those of them that can appear whatever keys the cell has (`Cell.MessageKey.causes`).
  static var boundlessMessages: Set<Cell.MessageKey> { get }
  /// The default if the definition does not set it.
  static var helperOnError: Cell.HelperOnError { get }
  /// Whether the cell always has a value, as a switch does. Then only an explicit `required` demands a value other than the first one.
  static var alwaysHasValue: Bool { get }
  /// Reads the cell; `nil` if an essential part is missing, which is reported.
  init?(_ reader: ObjectReader, isRequired: Bool)
  /// Returns the label as plain text, for messages and answers. A kind whose label may have markup stores the original.
  mutating func take(label: Localized, _ reader: ObjectReader) -> Localized
  /// Reports a required cell that nobody could fill in.
  func checkThatItCanBeFilled(_ reader: ObjectReader)
  /// This value as a case of the enumeration.
  var kind: Cell.Kind { get }
  /// The same value as an `InputKind` or `ChoiceKind`, if it is one: cheaper than a cast, which searches all conformances.
  var input: (any InputKind)? { get }
  var choice: (any ChoiceKind)? { get }

  // MARK: Its values

  /// The first problem of an otherwise valid value that depends on the moment and the place: a time bound to now, or one that the clocks
  /// there skip or show twice.
  func problem(with value: CellValue, at moment: Moment) -> Problem?
  /// Whether the kind has problems that depend on the moment.
  var asksForMoment: Bool { get }
  /// Whether its field on the page may send a file.
  var takesFiles: Bool { get }

  /// Whether the cell begins with a value that depends on the moment at which the form is opened.
  var beginsToday: Bool { get }
  /// The first value at a moment; `nil` if it does not depend on the moment.
  func beginning(at moment: Moment) -> CellValue?
  /// The value of a cell whose definition sets none.
  var empty: CellValue { get }
  /// Whether the value counts as empty.
  func isEmpty(_ value: CellValue) -> Bool
  /// The problem of an empty value.
  func problem(withEmpty value: CellValue, isRequired: Bool) -> Problem?
  /// The problem of a value that answers only part of what a required cell asks.
  func openProblem(of value: CellValue) -> Problem?
  /// The first problem of a value that is not empty.
  /// - `today`: `nil` skips bounds that depend on today.
  func problem(with value: CellValue, today: CalendarDate?) -> Problem?

  // MARK: Its values in JSON

  /// Reads a value as submissions hold it. `nil` if it is not a value of this kind, which is reported. It does not check whether the cell
  /// accepts the value.
  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue?
  /// Writes a value as submissions hold it; `nil` for a password, which is never written.
  func json(of value: CellValue) -> JSONValue?
  /// The members of the JSON Schema of a value. It must accept every value that the cell accepts.
  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member]
  /// Reads the value that a condition compares a cell of this kind with; `nil` if it is not one, which is reported.
  /// - `id`: the id of the cell.
  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand?
  /// Whether a value equals this operand, or is a selection that includes it. Never called with `Condition.Operand.null`.
  func holds(_ operand: Condition.Operand, in value: CellValue) -> Bool

  /// What `atLeast` and `atMost` of conditions compare; `nil` if the values cannot be compared.
  var measure: Condition.Measure? { get }

  // MARK: Its values on pages

  static var place: PlaceOnPages { get }
  /// Reads a text posted under the cell's id; `nil` if it does not give a value.
  /// - `numbers`: how the visitor writes numbers.
  func value(posted: String, numbers: NumberFormat) -> CellValue?
  /// Reads what a program sends under the cell's id without using the page, as one text or several; `nil` if they are not a value of the
  /// cell.
  func value(plain texts: [String], numbers: NumberFormat) -> CellValue?
  /// The value as one string for a hidden input; `nil` for a password.
  func hiddenFieldValue(_ value: CellValue) -> String?
  /// Reads what `hiddenFieldValue(_:)` wrote. The text may come from anyone; `nil` if it is not a value of this kind.
  func value(hiddenFieldValue: String) -> CellValue?
  /// The cell's button with this name; `nil` if it has none.
  func button(named name: String) -> CellButton?
  /// The value after a button of the cell was pressed.
  func value(pressing button: CellButton, on value: CellValue, today: CalendarDate) -> CellValue
}

/// Where the form's page carries a cell's value.
enum PlaceOnPages: Sendable {
  /// In a field: if the posted value differs from the one shown, the visitor changed it.
  case field
  /// In a hidden field: it is set in a selection view or by buttons.
  case hiddenFieldValue
  /// On no page, because it is a password.
  case withheld
  /// Nowhere: the cell has no value.
  case none
}

extension CellKind {
  /// Whether cells of this kind have a value.
  static var hasValue: Bool { place != .none }
  static var oneOf: [String] { [] }
  static func refusal(of key: String) -> String? { nil }
  static var takesPrefill: Bool { hasValue && place != .withheld && type != .attachment }
  static var boundlessMessages: Set<Cell.MessageKey> { [] }
  static var helperOnError: Cell.HelperOnError { .replace }
  static var alwaysHasValue: Bool { false }
  var input: (any InputKind)? { nil }
  var choice: (any ChoiceKind)? { nil }

  mutating func take(label: Localized, _ reader: ObjectReader) -> Localized { label }
  func checkThatItCanBeFilled(_ reader: ObjectReader) {}
  var beginsToday: Bool { false }
  func beginning(at moment: Moment) -> CellValue? { nil }
  func problem(with value: CellValue, at moment: Moment) -> Problem? { nil }
  var asksForMoment: Bool { false }
  var takesFiles: Bool { false }
  func problem(withEmpty value: CellValue, isRequired: Bool) -> Problem? { isRequired ? .missing : nil }
  func openProblem(of value: CellValue) -> Problem? { nil }
  func button(named name: String) -> CellButton? { nil }
  func value(pressing button: CellButton, on value: CellValue, today: CalendarDate) -> CellValue { value }
  var measure: Condition.Measure? { nil }

  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    texts.last.flatMap { value(posted: $0, numbers: numbers) }
  }
}

extension FormDecoder {
  /// For kinds whose values cannot be compared.
  func noOperand(_ node: JSONNode, at path: String, of id: String, kind: some CellKind) -> Condition.Operand? {
    let rest = kind.measure == nil ? "“filled”" : "“filled”, “atLeast” and “atMost”"
    report.add(.badValue, at: node.offset, path: path, message: "the cell “\(id)” can only be tested with \(rest)")
    return nil
  }
}

/// A button inside a cell that changes its value.
package enum CellButton: Sendable, Equatable {
  /// Of an order picker's row.
  case order(OrderButton)
  /// Beside a number.
  case step(NumberKind.Button)
  /// Below a date.
  case day(QuickDay)
  /// Below a date range.
  case range(QuickRange)
  /// Beside the files of an attachment.
  case attachment(AttachmentKind.Button)
}
