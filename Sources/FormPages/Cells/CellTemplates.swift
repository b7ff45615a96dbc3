import FormCells
import Markup

/// The templates of the cells on a form, one for each kind that has pages.
struct CellTemplates: Sendable {
  private let text: Template<TextView>
  private let note: Template<NoteView>
  private let `switch`: Template<SwitchView>
  private let radioGroup: Template<RadioGroupView>
  private let date: Template<DateView>
  private let currency: Template<CurrencyView>
  private let password: Template<PasswordView>
  private let listPicker: Template<ListPickerCellView>
  private let select: Template<SelectView>
  private let orderPicker: Template<OrderPickerView>
  /// A row of a radio group, and of the selection views.
  let row: Template<RowView>

  init(_ library: inout TemplateLibrary) {
    text = library.template("cells/text", for: TextView.self)
    note = library.template("cells/note", for: NoteView.self)
    `switch` = library.template("cells/switch", for: SwitchView.self)
    radioGroup = library.template("cells/radio-group", for: RadioGroupView.self)
    date = library.template("cells/date", for: DateView.self)
    currency = library.template("cells/currency", for: CurrencyView.self)
    password = library.template("cells/password", for: PasswordView.self)
    listPicker = library.template("cells/list-picker", for: ListPickerCellView.self)
    select = library.template("cells/select", for: SelectView.self)
    orderPicker = library.template("cells/order-picker", for: OrderPickerView.self)
    row = library.template("selection/row", for: RowView.self)
  }

  /// The cell as this visitor sees it.
  func fragment(_ context: CellContext, in filling: Filling) -> Fragment {
    let cell = context.presentation.cell
    switch context.presentation.kind {
    case .text(let presentation):
      return made(text, TextView(context, presentation, context.shown(filling.values[cell.index])))
    case .note(let presentation):
      return made(note, NoteView(context, presentation, filling.values[cell.index].text))
    case .switch(let presentation):
      return made(
        `switch`,
        SwitchView(context: context, presentation: presentation, isOn: filling.values[cell.index].flag))
    case .radioGroup(let presentation):
      return made(radioGroup, RadioGroupView(context, presentation, filling.selection(of: cell), row: row))
    case .date(let date):
      return made(self.date, DateView(context: context, cell: date, text: filling.values[cell.index].text))
    case .currency(let presentation):
      return made(currency, CurrencyView(context, presentation, context.shown(filling.values[cell.index])))
    case .password(let presentation):
      return made(
        password,
        PasswordView(context: context, input: presentation, isEntered: !cell.isEmpty(filling.values[cell.index])))
    case .listPicker:
      return made(listPicker, ListPickerCellView(context, filling.selection(of: cell)))
    case .select(_, let style):
      return select.fragment(
        SelectView(style: style, picker: ListPickerCellView(context, filling.selection(of: cell))))
    case .orderPicker(let presentation):
      return made(orderPicker, OrderPickerView(context, presentation, filling.values[cell.index].order))
    }
  }

  /// What the cell's fixed slots say is written once for all who see it so.
  private func made<V: CellView>(_ template: Template<V>, _ view: V) -> Fragment {
    view.context.presentation.variants.template(template, for: view.variant.rawValue, like: view).fragment(view)
  }
}
