import FormCells
import Markup

/// A value list: header, its button, rows (LV1 to LV4), `Templates/selection/value-list.html`.
struct ValueListView: View {
  struct Button {
    let value: String
    let label: String
  }

  let id: String
  /// Nil: a list without a header, named by the view's prompt.
  let title: String?
  var button: Button?
  /// One below the other.
  var rows: [RowList]
  let template: Template<RowView>
  /// "50 of 10000 shown", and the button for more.
  var more: Button?
  var moreText: String?

  var rowCount: Int { rows.reduce(0) { $0 + $1.rows.count } }

  static let slots: [Slot<ValueListView>] = [
    .text("id") { $0.id },
    .optionalText("title") { $0.title },
    .text("labelledBy") { $0.title == nil ? "_prompt" : $0.id },
    .flag("hasButton") { $0.button != nil },
    .text("buttonValue") { $0.button?.value ?? "" },
    .text("buttonLabel") { $0.button?.label ?? "" },
    .fragments("rows") { list in list.rows.map { $0.fragment(list.template) } },
    .flag("hasMore") { $0.more != nil },
    .text("moreValue") { $0.more?.value ?? "" },
    .text("moreLabel") { $0.more?.label ?? "" },
    .optionalText("moreText") { $0.moreText },
  ]
}
