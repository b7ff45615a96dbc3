public import Support

/// The type of a cell's value, for comparisons with another cell's value.
enum ComparedType: Equatable {
  case number
  /// ISO 4217.
  case amount(String)
  case day
  case time
  case moment
  case duration
  /// A text, or one choice.
  case text
  case flag
  case password
  /// The number of chosen values; a text is equal if it is one of the values.
  case count

  /// `nil` if the value cannot be compared.
  init?(_ kind: any CellKind) {
    switch kind.kind {
    case .currency(let cell): self = .amount(cell.currency)
    case .password: self = .password
    case .switch: self = .flag
    case .text, .note, .radioGroup, .listPicker, .select, .checkboxGroup, .date, .time, .dateTime, .duration, .number,
      .slider, .rating, .matrix, .orderPicker, .attachment, .dateRange, .content:
      switch kind.measure {
      case .number: self = .number
      case .day: self = .day
      case .time: self = .time
      case .moment: self = .moment
      case .duration: self = .duration
      case .count: self = .count
      case nil:
        guard kind.choice != nil || Self.isText(kind.kind) else { return nil }
        self = .text
      }
    }
  }

  private static func isText(_ kind: Cell.Kind) -> Bool {
    switch kind {
    case .text, .note: true
    default: false
    }
  }

  var name: String {
    switch self {
    case .number: "a number"
    case .amount(let currency): "an amount in \(currency)"
    case .day: "a date"
    case .time: "a time"
    case .moment: "a date with a time"
    case .duration: "a duration"
    case .text: "a text or a choice"
    case .flag: "a switch"
    case .password: "a password"
    case .count: "a number of values"
    }
  }

  func fits(_ other: ComparedType, relation: Condition.Relation) -> Bool {
    switch (self, other) {
    case (.count, .text): relation == .equal
    case (.count, .number), (.number, .count): true
    default: self == other
    }
  }

  /// Whether one value can be more than another.
  var isOrdered: Bool {
    switch self {
    case .text, .flag, .password: false
    case .number, .amount, .day, .time, .moment, .duration, .count: true
    }
  }
}

extension KeyTable {
  static let cellReference = KeyTable(
    name: "cell-reference", about: "Another cell's value.",
    keys: [Key("cell", .id, required: true, "The id of another cell.")])
}

extension JSONValue {
  /// Another cell's value, in a comparison: `.cell("to", atLeast: .cell("from"))`.
  /// - `id`: the id of the other cell.
  public static func cell(_ id: String) -> JSONValue { .object(said("cell", .string(id))) }
}
