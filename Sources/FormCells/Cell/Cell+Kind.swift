/// The types of cells, as definitions call them, in the order of the documentation. A new kind of cell begins here and in
/// `Cell.Kind` below: the compiler then names every other place that has to know it.
public enum CellType: String, Sendable, CaseIterable {
  case text, password, currency, note, `switch`
  case radioGroup = "radio-group"
  case date, time, number
  case listPicker = "list-picker"
  case select
  case orderPicker = "order-picker"

  var implementation: any CellKind.Type {
    switch self {
    case .text: TextCell.self
    case .password: PasswordCell.self
    case .currency: CurrencyCell.self
    case .note: NoteCell.self
    case .switch: SwitchCell.self
    case .radioGroup: RadioGroup.self
    case .date: DateCell.self
    case .time: TimeCell.self
    case .number: NumberCell.self
    case .listPicker: ListPicker.self
    case .select: SelectCell.self
    case .orderPicker: OrderPicker.self
    }
  }
}

extension Cell {
  /// A cell of one of the types, with what only that type has.
  public enum Kind: Sendable {
    case text(TextCell)
    case password(PasswordCell)
    case currency(CurrencyCell)
    case note(NoteCell)
    case `switch`(SwitchCell)
    case radioGroup(RadioGroup)
    case date(DateCell)
    case time(TimeCell)
    case number(NumberCell)
    case listPicker(ListPicker)
    case select(SelectCell)
    case orderPicker(OrderPicker)

    /// The kind's own implementation. A cell keeps it: making it copies the kind.
    var behaviour: any CellKind {
      switch self {
      case .text(let cell): cell
      case .password(let cell): cell
      case .currency(let cell): cell
      case .note(let cell): cell
      case .switch(let cell): cell
      case .radioGroup(let cell): cell
      case .date(let cell): cell
      case .time(let cell): cell
      case .number(let cell): cell
      case .listPicker(let cell): cell
      case .select(let cell): cell
      case .orderPicker(let cell): cell
      }
    }
  }
}
