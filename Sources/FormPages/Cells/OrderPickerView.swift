import FormCells
import Markup

/// An order picker on the form (OP1 to OP18), `Templates/cells/order-picker.html`.
///
/// The boxes of its rows are submit buttons with the role `checkbox`, not check boxes of HTML: without scripts only a
/// button takes effect when it is pressed, and the direction belongs to a selected row at once (OP7). They stand behind
/// the form's own first button, so Enter in a text field never presses one.
struct OrderPickerView: CellView {
  let context: CellContext
  let presentation: OrderPickerPresentation
  let carried: String
  let rows: [CriterionView]

  init(_ context: CellContext, _ presentation: OrderPickerPresentation, _ order: [OrderedCriterion]) {
    self.context = context
    self.presentation = presentation
    carried = CarriedOrder.encode(order)
    rows = order.enumerated().compactMap { position, criterion in
      presentation.criteria[criterion.id].map {
        CriterionView(
          presentation: $0, criterion: criterion, position: position, count: order.count, words: context.words)
      }
    }
  }

  static let needs: [Need] =
    commonNeeds + [
      .field, .slot("carried", adding: #"value="{carried}""#, or: "the order would be lost"),
      .slot("rows", adding: #"<t:each of="rows">…</t:each>"#, or: "the order would not show"),
    ]

  static let slots: [Slot<OrderPickerView>] =
    commonSlots
    + fixed([
      .flag("wraps") { $0.presentation.wraps },
      .optionalText("module") { $0.context.state.isEditable ? "order" : nil },
      .flag("isEditable") { $0.context.state.isEditable },
    ]) + [
      .text("carried") { $0.carried },
      .list("rows") { $0.rows },
    ]
}

/// One criterion with its controls (OP3 to OP11).
struct CriterionView: View {
  let presentation: CriterionPresentation
  let criterion: OrderedCriterion
  /// 0 is the highest priority.
  let position: Int
  let count: Int
  let words: Words

  private var place: String {
    let direction = isAscending ? presentation.spokenAscending : presentation.spokenDescending
    return words.placed(presentation.label, position + 1, of: count, criterion.isSelected ? direction : nil)
  }

  private var isAscending: Bool { criterion.direction == .ascending }

  static let needs: [Need] = [
    .slot("label", or: "the criterion would have no name"),
    .attribute("value", "toggleValue", where: "isEditable", or: "the criterion could not be selected"),
    .attribute("value", "directionValue", where: "isEditable", "isSelected", or: "its direction could not be changed"),
    .attribute("value", "upValue", where: "isEditable", or: "the criterion could not be moved up"),
    .attribute("value", "downValue", where: "isEditable", or: "the criterion could not be moved down"),
  ]

  static let slots: [Slot<CriterionView>] = [
    .text("prefix") { $0.presentation.prefix },
    .text("label") { $0.presentation.label },
    .flag("isSelected") { $0.criterion.isSelected },
    .text("selected") { $0.words.selected },
    .text("position") { $0.words.position($0.position + 1, of: $0.count) },
    .text("place") { $0.place },
    .text("direction") { $0.isAscending ? $0.presentation.ascending : $0.presentation.descending },
    .text("directionName") { $0.isAscending ? $0.presentation.ascendingName : $0.presentation.descendingName },
    .text("upName") { $0.presentation.moveUpName },
    .text("downName") { $0.presentation.moveDownName },
    .flag("isFirst") { $0.position == 0 },
    .flag("isLast") { $0.position == $0.count - 1 },
    .text("toggleValue") { $0.presentation.toggle },
    .text("directionValue") { $0.presentation.direction },
    .text("placeValue") { $0.presentation.place },
    .text("upValue") { $0.presentation.up },
    .text("downValue") { $0.presentation.down },
  ]
}
