import Support

/// How much the schema of sent forms can ask of a cell's value without refusing what the form takes.
enum SentDemand {
  /// It has to be a value of the cell. What stands in a cell that is hidden or cannot be changed is read and not checked.
  case readable
  /// The cell has to take it.
  case acceptable
  /// The cell has to take it, and it must not be empty.
  case filled

  /// Options that are named one by one.
  static let optionLimit = 500

  init(on cell: Cell) {
    let isAlwaysChecked =
      cell.visibleWhen == nil && cell.readOnlyWhen == nil && !cell.isReadOnly && !cell.isDisabled
    self = !isAlwaysChecked ? .readable : cell.isRequired ? .filled : .acceptable
  }

  var isChecked: Bool { self != .readable }

  /// The type of values that are null where nothing was entered.
  func type(_ name: String) -> [JSONValue.Member] { Self.type(name, orNull: self != .filled) }

  static func type(_ name: String, orNull: Bool) -> [JSONValue.Member] {
    [.init("type", orNull ? .array([.string(name), "null"]) : .string(name))]
  }
}
