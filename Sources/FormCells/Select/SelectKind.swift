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
