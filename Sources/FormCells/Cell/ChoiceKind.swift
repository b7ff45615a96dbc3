import Support

public enum SelectionMode: String, Sendable, CaseIterable { case single, multiple }

/// A kind whose value is a selection among options.
protocol ChoiceKind: CellKind {
  var options: OptionSource { get }
  var selection: SelectionMode { get }
  /// Chosen values.
  var minimum: Int? { get }
  var maximum: Int? { get }
  /// Whether closing its selection view asks before changes are lost (LV17).
  var confirmsDiscard: Bool { get }
}

extension ChoiceKind {
  var minimum: Int? { nil }
  var maximum: Int? { nil }
  var confirmsDiscard: Bool { false }

  static var place: PlaceOnPages { .carried }

  var empty: CellValue { .selection(Selection(in: options.current)) }
  func isEmpty(_ value: CellValue) -> Bool { value.selection.isEmpty }

  /// A value that is gone from its source is named rather than called missing.
  func problem(withEmpty value: CellValue, isRequired: Bool) -> Problem? {
    value.selection.problemOfMissing ?? (isRequired ? .missing : nil)
  }

  func problem(with value: CellValue, today: CalendarDate?) -> Problem? {
    let selection = value.selection
    if let problem = selection.problemOfMissing { return problem }
    if self.selection == .single, selection.count > 1 { return .tooMany(maximum: 1, count: selection.count) }
    return sizeProblem(selection) ?? selection.problemOfDisabled
  }

  /// Why so many values cannot be chosen.
  func sizeProblem(_ selection: Selection) -> Problem? {
    let count = selection.count
    if let minimum, count < minimum { return .tooFew(minimum: minimum, count: count) }
    if let maximum, count > maximum { return .tooMany(maximum: maximum, count: count) }
    return nil
  }

  func holds(_ operand: Condition.Operand, _ value: CellValue) -> Bool {
    guard case .text(let text) = operand else { return false }
    let selection = value.selection
    return selection.table.row(of: text).map(selection.contains) ?? selection.missing.contains { $0.value == text }
  }

  func json(of value: CellValue) -> JSONValue? {
    let values = value.selection.values
    return switch selection {
    case .single: values.first { _ in true }.map(JSONValue.string) ?? .null
    case .multiple: .array(values.map(JSONValue.string))
    }
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? { value(carried: posted) }
  func carried(_ value: CellValue) -> String? { value.selection.encoded() }
  func value(carried: String) -> CellValue? { Selection.decoded(carried, in: options.current).map(CellValue.selection) }
}

extension Cell {
  /// The options of a cell that has some.
  public var optionSource: OptionSource? { choice?.options }

  /// Whether it opens a view of its own to choose in.
  package var opensView: Bool { choice != nil && isCarried }

  /// Whether several values can be chosen.
  public var allowsSeveral: Bool { choice?.selection == .multiple }

  /// Whether closing its selection view asks before changes are lost.
  var confirmsDiscard: Bool { choice?.confirmsDiscard ?? false }

  /// Why this selection cannot be applied: `minimum` and `maximum`. An empty one can: only a submit asks whether the
  /// cell is required.
  func selectionSizeProblem(_ selection: Selection) -> Problem? {
    selection.isEmpty ? nil : choice?.sizeProblem(selection)
  }
}

extension Selection {
  fileprivate var problemOfMissing: Problem? {
    missing.isEmpty ? nil : .noLongerAvailable(missing.prefix(Problem.namedLimit).map(\.value))
  }

  fileprivate var problemOfDisabled: Problem? {
    var disabled: [String] = []
    for row in rows where table.isDisabled(at: row) {
      disabled.append(table.value(at: row))
      if disabled.count == Problem.namedLimit { break }
    }
    return disabled.isEmpty ? nil : .disabledOptions(disabled)
  }
}
