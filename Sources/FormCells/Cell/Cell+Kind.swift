extension Cell.Kind {
  /// What can be chosen, for the kinds that choose.
  public var options: OptionSource? {
    switch self {
    case .radioGroup(let group): group.options
    case .listPicker(let picker): picker.options
    case .select(let select): select.options
    default: nil
    }
  }

  /// How many can be chosen, for the kinds that choose.
  public var selection: SelectionMode? {
    switch self {
    case .radioGroup: .single
    case .listPicker(let picker): picker.selection
    case .select(let select): select.selection
    default: nil
    }
  }

  /// As the definition calls it: `list-picker`.
  public var typeName: String {
    switch self {
    case .text: "text"
    case .password: "password"
    case .currency: "currency"
    case .note: "note"
    case .switch: "switch"
    case .radioGroup: "radio-group"
    case .date: "date"
    case .listPicker: "list-picker"
    case .select: "select"
    case .orderPicker: "order-picker"
    }
  }

  /// The value where the definition has none. An order picker begins with its criteria as they are.
  public var empty: CellValue {
    switch self {
    case .text, .password, .currency, .note, .date: .text("")
    case .switch: .flag(false)
    case .radioGroup(let group): .selection(Selection(in: group.options.current))
    case .listPicker(let picker): .selection(Selection(in: picker.options.current))
    case .select(let select): .selection(Selection(in: select.options.current))
    case .orderPicker(let picker):
      .order(
        picker.criteria.map { OrderedCriterion(id: $0.id, isSelected: $0.isSelected, direction: $0.direction) })
    }
  }
}
