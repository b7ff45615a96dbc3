import FormCells
import Markup

/// The templates of the cells on a form, one for each kind that has pages.
struct CellTemplates: Sendable {
  private let text: Template<TextView>
  private let currency: Template<CurrencyView>
  private let listPicker: Template<ListPickerCellView>

  init(_ library: inout TemplateLibrary) {
    text = library.template("cells/text", for: TextView.self)
    currency = library.template("cells/currency", for: CurrencyView.self)
    listPicker = library.template("cells/list-picker", for: ListPickerCellView.self)
  }

  /// Whether there is a page for cells of this kind.
  func canShow(_ cell: Cell) -> Bool {
    switch cell.kind {
    case .text, .currency, .listPicker: true
    default: false
    }
  }

  /// The cell as this visitor sees it.
  func fragment(_ context: CellContext, in filling: Filling) -> Fragment? {
    let cell = context.presentation.cell
    switch context.presentation.kind {
    case .text(let presentation):
      return text.fragment(TextView(context, presentation, context.shown(filling.values[cell.index])))
    case .currency(let presentation):
      return currency.fragment(CurrencyView(context, presentation, context.shown(filling.values[cell.index])))
    case .listPicker:
      return listPicker.fragment(ListPickerCellView(context, filling.selection(of: cell)))
    case .none:
      return nil
    }
  }
}
