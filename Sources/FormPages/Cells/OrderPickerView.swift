import FormCells
import Templates

/// An order picker on the form (OP1 to OP18), `Templates/cells/order-picker.html`.
///
/// The boxes of its rows are submit buttons with the role `checkbox`, not check boxes of HTML: without scripts only a
/// button takes effect when it is pressed, and the direction belongs to a selected row at once (OP7). They stand behind
/// the form's own first button, so Enter in a text field never presses one.
struct OrderPickerView: CellView {
  let context: CellContext
  let presentation: OrderPickerPresentation
  let rows: [CriterionView]

  init(_ context: CellContext, _ presentation: OrderPickerPresentation) {
    self.context = context
    self.presentation = presentation
    rows = presentation.rows(context.value.order)
  }

  static let needs: [Need] =
    commonNeeds + [
      .field, .slot("carried", adding: #"value="{carried}""#, or: "the order would be lost"),
      .slot("rows", adding: #"<t:each of="rows">…</t:each>"#, or: "the order would not show"),
    ]

  static let slots: [Slot<OrderPickerView>] =
    commonSlots
    + [
      .flag("wraps") { $0.presentation.wraps },
      .optionalText("module") { $0.context.state.isEditable ? "order" : nil },
      .flag("isEditable") { $0.context.state.isEditable },
      .text("placeValue") {
        FormAction.change(cell: $0.context.presentation.cell.id, button: OrderButton.placeName("")).value
      },
      .text("carried") { view, output in OrderFieldValue.write(view.context.value.order) { output.write($0) } },
      .list("rows") { $0.rows },
    ]
}

/// One criterion with its controls (OP3 to OP11).
struct CriterionView: View {
  let presentation: CriterionPresentation
  let picker: OrderPickerPresentation
  /// 0 is the highest priority.
  let position: Int
  let count: Int
  let isSelected: Bool
  let isAscending: Bool

  private var isFirst: Bool { position == 0 }
  private var isLast: Bool { position == count - 1 }

  static let needs: [Need] = [
    .slot("label", or: "the criterion would have no name"),
    .attribute("value", "toggleValue", where: "isEditable", or: "the criterion could not be selected"),
    .attribute("value", "directionValue", where: "isEditable", "isSelected", or: "its direction could not be changed"),
    .attribute("value", "upValue", where: "isEditable", or: "the criterion could not be moved up"),
    .attribute("value", "downValue", where: "isEditable", or: "the criterion could not be moved down"),
  ]

  static let slots: [Slot<CriterionView>] =
    [
      .text("prefix") { $0.presentation.prefix },
      .text("label") { $0.presentation.label },
      .flag("isSelected") { $0.isSelected },
      .text("selected") { $0.picker.selected },
      .text("direction") { $0.isAscending ? $0.presentation.ascending : $0.presentation.descending },
      .text("directionName") { $0.isAscending ? $0.presentation.ascendingName : $0.presentation.descendingName },
      .text("upName") { $0.presentation.moveUpName },
      .text("downName") { $0.presentation.moveDownName },
      .flag("isFirst") { $0.isFirst },
      .flag("isLast") { $0.isLast },
      .text("toggleValue") { $0.presentation.toggle },
      .text("directionValue") { $0.presentation.direction },
      .text("upValue") { $0.presentation.up },
      .text("downValue") { $0.presentation.down },
      .text("position") { $0.picker.places[$0.position] },
    ]
}
