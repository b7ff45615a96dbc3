public import Localization
public import Options
public import Support

/// `select`: one or more of some options, chosen in a menu (SE).
package struct SelectKind: Sendable {
  package var style: SelectCell.Style = .standard
  package var selection: SelectionMode = .single
  package var options: OptionSource
  package var placeholder: Localized?
  package init(options: OptionSource) { self.options = options }
}

extension SelectKind: ChoiceKind {
  static let type = CellType.select
  var kind: Cell.Kind { .select(self) }
  static let helperOnError = Cell.HelperOnError.keep
}

extension SelectKind {
  static let about = "One or more of some options, chosen in a menu."
  static let value: Shape? = .selectionValue
  static let oneOf = ["options", "source"]
  static let messageKeys: Set<Cell.MessageKey> = [.invalid]
  static let keys = [
    Key("style", .choice(SelectCell.Style.self), "A box, or a row of a table group."),
    .selection, .options, .source, .placeholder,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    guard let options = reader.decoder.options(reader) else { return nil }
    self.init(options: options)
    style = reader.choice("style", SelectCell.Style.self) ?? reader.decoder.defaults.selectStyle
    selection = reader.choice("selection", SelectionMode.self) ?? .single
    placeholder = reader.text("placeholder")
  }
}

/// `select` in a form written in Swift: one or more of some options, chosen in a menu.
public struct SelectCell: PlaceholderCell {
  /// A box, or a row of a table group.
  public enum Style: String, Sendable, CaseIterable {
    /// A box with the label above it.
    case standard
    /// A row with the label at its start.
    case table
  }

  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - options: what can be chosen.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, options: [Option], file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .select, id: id, label: label, line: SwiftLine(file: file, line: line), said("options", options.definition))
  }

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - source: the data that provides the options.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(_ id: String, label: Localized, source: DataSource, file: String = #fileID, line: Int = #line) {
    definition = CellDefinition(
      .select, id: id, label: label, line: SwiftLine(file: file, line: line), said("source", source.definition))
  }
}

extension SelectCell {
  /// A box, or a row of a table group.
  public func style(_ style: Style) -> Self { with("style", .string(style.rawValue)) }

  /// Whether one value is chosen or several; `single` if left out.
  public func selection(_ selection: SelectionMode) -> Self { with("selection", .string(selection.rawValue)) }

  /// The initial value: the value of an option, or an array of them.
  public func value(_ value: JSONValue) -> Self { with("value", value) }
}
