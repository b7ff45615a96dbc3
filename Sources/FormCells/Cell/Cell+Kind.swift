/// The types of cells, as definitions call them, in the order of the documentation. A new kind of cell begins here and in
/// `Cell.Kind` below: the compiler then names every other place that has to know it.
package enum CellType: String, Sendable, CaseIterable {
  case text, password, currency, note, `switch`
  case radioGroup = "radio-group"
  case date, time, number
  case listPicker = "list-picker"
  case select
  case orderPicker = "order-picker"

  var implementation: any CellKind.Type {
    switch self {
    case .text: TextKind.self
    case .password: PasswordKind.self
    case .currency: CurrencyKind.self
    case .note: NoteKind.self
    case .switch: SwitchKind.self
    case .radioGroup: RadioGroupKind.self
    case .date: DateKind.self
    case .time: TimeKind.self
    case .number: NumberKind.self
    case .listPicker: ListPickerKind.self
    case .select: SelectKind.self
    case .orderPicker: OrderPickerKind.self
    }
  }
}

extension Cell {
  /// A cell of one of the types, with what only that type has.
  package enum Kind: Sendable {
    case text(TextKind)
    case password(PasswordKind)
    case currency(CurrencyKind)
    case note(NoteKind)
    case `switch`(SwitchKind)
    case radioGroup(RadioGroupKind)
    case date(DateKind)
    case time(TimeKind)
    case number(NumberKind)
    case listPicker(ListPickerKind)
    case select(SelectKind)
    case orderPicker(OrderPickerKind)

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
