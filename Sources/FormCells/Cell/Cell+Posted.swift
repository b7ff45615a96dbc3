extension Cell {
  /// The value that a text posted under the cell's id stands for; nil where it says nothing of this cell: it is none of
  /// its values, or the cell is a password, of which an empty field says nothing.
  /// - Parameter numbers: how the visitor writes numbers.
  public func value(posted: String, numbers: NumberFormat) -> CellValue? {
    switch kind {
    case .text, .currency: .text(entry(normalised(posted), in: numbers))
    case .note, .date: .text(normalised(posted))
    case .listPicker, .select, .orderPicker: value(carried: posted)
    case .password: nil
    case .switch: Self.position(posted).map(CellValue.flag)
    case .radioGroup(let group): Self.choice(posted, in: group.options.current).map(CellValue.selection)
    }
  }

  /// A page posts `on` and `off`; other programs write truths as JSON does.
  private static func position(_ posted: String) -> Bool? {
    switch posted {
    case "on", "true": true
    case "off", "false": false
    default: nil
    }
  }

  /// Nothing posted takes the choice back (C21); an option that cannot be chosen changes nothing.
  private static func choice(_ posted: String, in table: OptionTable) -> Selection? {
    if posted.isEmpty { return Selection(in: table) }
    guard let row = table.row(of: posted), !table.isDisabled(at: row) else { return nil }
    return Selection(values: [posted], in: table)
  }
}
