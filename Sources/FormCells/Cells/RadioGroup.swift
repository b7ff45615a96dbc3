public import Localization
public import Options
public import Support

/// `radio-group`: a few options shown in place (FO8).
package struct RadioGroupKind: Sendable {
  package var options: OptionSource
  package var other: OtherChoice?
  package var layout = GroupLayout()
  package init(options: OptionSource) { self.options = options }
}

extension RadioGroupKind: ChoiceKind {
  static let type = CellType.radioGroup
  var kind: Cell.Kind { .radioGroup(self) }
  static let place = PlaceOnPages.field
  var selection: SelectionMode { .single }

  /// An empty text clears the choice (C21); an option that is disabled or unknown is refused by name.
  func value(posted: String, numbers: NumberFormat) -> CellValue? { option(posted) }

  private func option(_ posted: String) -> CellValue? {
    if posted.isEmpty { return empty }
    var selection = Selection(values: [posted], in: options.current)
    if !selection.missing.isEmpty { selection.labelMissing(by: options.former) }
    return .selection(selection)
  }

  /// The part that was changed counts: the text, if the chosen option is the one that the page showed; the option, if both were changed.
  func value(posted: String, other text: String, showed: (CellValue) -> Bool) -> CellValue? {
    let isChosen = posted == OtherChoice.mark
    let option = isChosen ? nil : option(posted)
    guard isChosen || !text.isBlank && option.map(showed) ?? false else { return option }
    var selection = Selection(in: options.current)
    selection.setOther(text)
    return .selection(selection)
  }
}

extension RadioGroupKind {
  static let about = "A few options shown in place."
  static let value: Shape? = .singleValueOrOther
  static let oneOf = ["options", "source", "lists"]
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooLong]
  static let keys = [
    .options, .source, .groupLists, .other,
    Key(
      "style", .choice(RadioGroup.Style.self),
      "list: a row for each (the default). chips: side by side. segmented: parts of one bar."),
    .inline,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    guard let options = reader.groupOptions() else { return nil }
    self.init(options: options)
    other = reader.other()
    layout = reader.groupLayout(reader.choice("style", RadioGroup.Style.self)?.rawValue, of: options)
  }
}

/// `radio-group` in a form written in Swift: a few options shown in place.
public struct RadioGroup: FormCell {
  /// How the options are drawn.
  public enum Style: String, Sendable, CaseIterable {
    /// A row for each.
    case list
    /// Side by side, each in its own outline.
    case chips
    /// Parts of one bar.
    case segmented
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - options: what can be chosen.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, options: [Option], file: String = #fileID, line: Int = #line
  ) {
    definition = CellDefinition(
      .radioGroup, id: id, label: label, line: SwiftLine(file: file, line: line), said("options", options.definition))
  }
}

extension RadioGroup {
  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - source: the data that provides the options.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, source: DataSource, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .radioGroup, id: id, label: label, line: SwiftLine(file: file, line: line), said("source", source.definition))
  }

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - lists: what can be chosen, under titles; without buttons.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, lists: [ValueList], file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .radioGroup, id: id, label: label, line: SwiftLine(file: file, line: line),
      said("lists", .array(lists.map(\.definition))))
  }

  /// The initial value: the value of an option, or `["other": "…"]`.
  public func value(_ value: JSONValue) -> Self { with("value", value) }

  /// How the options are drawn; `list` if left out.
  public func style(_ style: Style) -> Self { with("style", .string(style.rawValue)) }

  /// Whether options are side by side where there is room; false if left out.
  public func inline(_ isInline: Bool = true) -> Self { with("inline", .bool(isInline)) }

  /// A last choice with a text field.
  /// - Parameters:
  ///   - label: "Other" if left out.
  ///   - maxLength: the limit of its text in characters; 100 if left out.
  public func other(label: Localized? = nil, maxLength: Int? = nil) -> Self {
    with("other", .object(said("label", label) + said("maxLength", maxLength.map(JSONValue.count))))
  }
}
