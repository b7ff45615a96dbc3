import Support

/// How many values are chosen: one at most, or several.
public enum SelectionMode: String, Sendable, CaseIterable {
  /// One value, or none.
  case single
  /// Any number of values.
  case multiple
}

/// Which rows of a tree of options can be chosen.
public enum TreeChoice: String, Sendable, CaseIterable {
  /// Only rows without other rows below them.
  case leaves
  /// Every row.
  case any
}

/// A kind whose value is a selection among options.
protocol ChoiceKind: CellKind {
  var options: OptionSource { get }
  var selection: SelectionMode { get }
  /// Limits for the number of chosen values.
  var minimum: Int? { get }
  var maximum: Int? { get }
  /// Whether closing its selection view asks before changes are lost (LV17).
  var confirmsDiscard: Bool { get }
  /// The last choice, `other`, with a text field; `nil` if there is none.
  var other: OtherChoice? { get }
  /// Reads what was posted together with the text of `other`.
  /// - `showed`: whether the page showed this value.
  func value(posted: String, other: String, showed: (CellValue) -> Bool) -> CellValue?
  /// Whether an option is preselected if it is the only one that can be chosen.
  var preselectsOnly: Bool { get }
}

extension ChoiceKind {
  var choice: (any ChoiceKind)? { self }
  var minimum: Int? { nil }
  var maximum: Int? { nil }
  var confirmsDiscard: Bool { false }
  var preselectsOnly: Bool { false }
  var other: OtherChoice? { nil }

  /// Whether the provider has not been asked for these options yet.
  var isUnasked: Bool { options.isProvided && OptionWindows.isTrying }

  /// The maximum number of chosen values.
  var mostValues: Int? { options.isProvided ? min(maximum ?? .max, OptionSource.providedValueLimit) : maximum }

  static var place: PlaceOnPages { .hiddenFieldValue }

  var empty: CellValue { .selection(Selection(in: options.current)) }
  /// A chosen option that no longer exists is not empty: it is refused by name.
  func isEmpty(_ value: CellValue) -> Bool { value.selection.isEmpty && value.selection.missing.isEmpty }

  func problem(withEmpty value: CellValue, isRequired: Bool) -> Problem? {
    otherProblem(value.selection) ?? (isRequired ? .missing : nil)
  }

  func problem(with value: CellValue, today: CalendarDate?) -> Problem? {
    let selection = value.selection
    if let problem = selection.problemOfMissing { return problem }
    if self.selection == .single, selection.valueCount > 1 {
      return .tooMany(maximum: 1, count: selection.valueCount)
    }
    return otherProblem(selection) ?? sizeProblem(selection) ?? selection.problemOfDisabled
  }

  /// Why the text of `other` is refused.
  func otherProblem(_ selection: Selection) -> Problem? {
    guard let text = selection.other else { return nil }
    return text.isEmpty ? .missingOther : .ofLength(text, maximum: other?.maxLength)
  }

  /// Why this number of values can't be chosen.
  fileprivate func sizeProblem(_ selection: Selection) -> Problem? {
    let count = selection.valueCount
    if let minimum, count < minimum { return .tooFew(minimum: minimum, count: count) }
    if let mostValues, count > mostValues { return .tooMany(maximum: mostValues, count: count) }
    return nil
  }

  /// A choice that no longer exists counts until another one is made, so nothing else on the page changes because of it.
  func holds(_ operand: Condition.Operand, in value: CellValue) -> Bool {
    guard case .text(let text) = operand else { return false }
    let selection = value.selection
    return selection.table.row(of: text).map(selection.contains) ?? selection.missing.contains { $0.value == text }
  }

  var measure: Condition.Measure? { selection == .multiple ? .count : nil }

  func json(of value: CellValue) -> JSONValue? { choices(of: value.selection) }

  func choices(of chosen: Selection) -> JSONValue {
    // A cell that nobody can change may also hold values that are no longer options.
    let values = Array(chosen.values) + chosen.missing.map(\.value)
    let other = chosen.other.map { JSONValue.object([JSONValue.Member("other", .string($0))]) }
    return switch selection {
    case .single: other ?? values.first.map(JSONValue.string) ?? .null
    case .multiple: .array(values.map(JSONValue.string) + (other.map { [$0] } ?? []))
    }
  }

  func value(posted: String, numbers: NumberFormat) -> CellValue? { value(hiddenFieldValue: posted) }
  func hiddenFieldValue(_ value: CellValue) -> String? { value.selection.encoded() }

  /// A value that is not an option is kept, and refused by name.
  func value(plain texts: [String], numbers: NumberFormat) -> CellValue? {
    .selection(Selection(values: texts.lazy.filter { !$0.isEmpty }, in: options.current))
  }

  func value(hiddenFieldValue: String) -> CellValue? {
    selection(hiddenFieldValue: hiddenFieldValue).map(CellValue.selection)
  }

  /// Reads a selection from a hidden field, with the current options. The page may be older: options that no longer exist become missing
  /// ones, with the label that they had.
  func selection(hiddenFieldValue: String) -> Selection? {
    let table = options.current
    guard var selection = selection(hiddenFieldValue: hiddenFieldValue, in: table) else {
      return options.former.lazy.compactMap { selection(hiddenFieldValue: hiddenFieldValue, in: $0) }.first?.rebased(
        onto: table)
    }
    if !selection.missing.isEmpty { selection.labelMissing(by: options.former) }
    return selection
  }

  /// Reads a selection from a hidden field, which may come from anyone. A text of `other` is dropped if the cell has no such choice.
  func selection(hiddenFieldValue: String, in table: OptionTable) -> Selection? {
    guard var selection = Selection.decoded(hiddenFieldValue, in: table) else { return nil }
    if other == nil { selection.setOther(nil) }
    return selection
  }

  /// If only one value can be chosen, an option takes precedence over the text of `other`.
  func value(posted: String, other text: String, showed: (CellValue) -> Bool) -> CellValue? {
    let value = posted.isEmpty ? empty : value(hiddenFieldValue: posted)
    guard case .selection(var selection)? = value, !text.isBlank else { return value }
    if self.selection == .multiple || selection.isEmpty { selection.setOther(text) }
    return .selection(selection)
  }
}

extension Cell {
  /// The part of a link's value that can be chosen; `nil` if nothing is left.
  package func beginning(with value: CellValue) -> CellValue? {
    switch (kind, value) {
    case (.matrix(let matrix), .text(let text)):
      let known = matrix.knownAnswers(in: text)
      return known.isEmpty ? nil : .text(known)
    case (_, .selection(var selection)):
      // Only a selection view can show an option that does not exist. In a single selection, an option takes precedence over a text.
      if !opensView { selection.removeMissing() }
      if !allowsSeveral, !selection.missing.isEmpty { selection.setOther(nil) }
      let value = CellValue.selection(selection.withoutFull)
      return isEmpty(value) ? nil : value
    default: return value
    }
  }

  /// The labels of the options that have these values.
  package func optionLabels(of values: [String], in languages: [LanguageTag]) -> [String] {
    guard let table = optionSource?.current else { return values }
    return values.map { value in table.row(of: value).map { table.label(at: $0, in: languages) } ?? value }
  }

  /// Whether it opens a selection view.
  package var opensView: Bool { optionSource != nil && isHiddenField }

  /// Whether the form's page has a box for each value, all of which post under one name.
  var hasBoxes: Bool { allowsSeveral && hasField }

  /// Reads the texts that the boxes post.
  /// - Parameter other: the text of `other`; `nil` if none was posted.
  func value(posted texts: [String], other: String?) -> CellValue? {
    if case .checkboxGroup(let group) = kind { group.value(posted: texts, other: other) } else { nil }
  }

  /// Whether several values can be chosen.
  package var allowsSeveral: Bool { choice?.selection == .multiple }

  /// Whether closing its selection view asks before changes are lost.
  var confirmsDiscard: Bool { choice?.confirmsDiscard ?? false }

  /// The minimum number of values if any is chosen; `nil` for any number.
  package var fewestValues: Int? { choice?.minimum }

  /// The last choice, `other`, with a text field; `nil` if there is none.
  package var other: OtherChoice? { choice?.other }

  /// Whether the text of `other` is refused.
  package func refusesOther(of selection: Selection) -> Bool { choice?.otherProblem(selection) != nil }

  /// Why this selection can't be applied: the text of `other`, an empty required choice, `minimum` and `maximum`.
  package func problemOfApplying(_ selection: Selection, isRequired: Bool) -> Problem? {
    guard let choice else { return nil }
    if let problem = choice.otherProblem(selection) { return problem }
    guard selection.isEmpty else { return choice.sizeProblem(selection) }
    return isRequired && selection.missing.isEmpty ? .missing : nil
  }
}

extension Selection {
  var problemOfMissing: Problem? {
    missing.isEmpty ? nil : .noLongerAvailable(Array(missing.prefix(Problem.namedLimit + 1)))
  }

  fileprivate var problemOfDisabled: Problem? {
    var disabled: [String] = []
    for row in rows where table.isDisabled(at: row) {
      disabled.append(table.value(at: row))
      if disabled.count > Problem.namedLimit { break }
    }
    return disabled.isEmpty ? nil : .disabledOptions(disabled)
  }
}

/// `other`: a last choice beside the options, with a text field.
package struct OtherChoice: Sendable {
  /// `nil` for the built-in word.
  package var label: Localized?
  /// In grapheme clusters; a longer text is an error until it is shortened.
  package var maxLength = 100
  package init() {}

  /// The value that its radio button or box posts. No option has it: a definition's values are not blank.
  package static let mark = " "
  /// The value that a checkbox group posts before its boxes if its page shows `other` as ticked.
  package static let shownMark = "  "
}

extension ObjectReader {
  func other() -> OtherChoice? {
    guard let reader = object("other") else { return nil }
    var other = OtherChoice()
    other.label = reader.text("label")
    other.maxLength = reader.count("maxLength") ?? other.maxLength
    return other
  }
}

extension Key {
  static let other = Key("other", .object { .other }, "A last choice with a text field.")
}

extension KeyTable {
  fileprivate static let other = KeyTable(
    name: "other", about: "A last choice with a text field.",
    keys: [
      Key("label", .text, "What it is called; \"Other\" if left out."),
      Key("maxLength", .length, "Of its text, in characters; 100 if left out."),
    ])

  /// The text of `other` among submitted values.
  static let otherValue = KeyTable(
    name: "other-value", about: "Text that the visitor types.",
    keys: [Key("other", .string, required: true, "The text that was entered.")])
}
