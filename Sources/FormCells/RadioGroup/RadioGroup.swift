import Support

/// `radio-group`: a few options shown in place (FO8).
public struct RadioGroup: Sendable {
  public var options: OptionSource
  public init(options: OptionSource) { self.options = options }
}

extension RadioGroup: ChoiceKind {
  static let type = CellType.radioGroup
  var kind: Cell.Kind { .radioGroup(self) }
  static let place = PlaceOnPages.field
  var selection: SelectionMode { .single }

  /// Nothing posted takes the choice back (C21); an option that cannot be chosen changes nothing.
  func value(posted: String, numbers: NumberFormat) -> CellValue? {
    if posted.isEmpty { return empty }
    let table = options.current
    guard let row = table.row(of: posted), !table.isDisabled(at: row) else { return nil }
    return .selection(Selection(values: [posted], in: table))
  }
}

extension RadioGroup {
  static let about = "A few options shown in place."
  static let value: Shape? = .schema(["type": ["string", "null"]])
  static let messageKeys: Set<Cell.MessageKey> = [.invalid]
  static let keys = [Key("options", .array(.option, atLeast: 1), required: true, "What can be chosen.")]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    guard let options = reader.decoder.options(reader) else { return nil }
    self.init(options: options)
  }
}
