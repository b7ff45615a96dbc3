import FormCells
import Templates

/// An order picker on the form (OP1 to OP18), `Templates/cells/order-picker.html`.
///
/// The boxes of its rows are submit buttons with the role `checkbox`, not HTML checkboxes: without scripts only a
/// button takes effect at once, and the direction appears as soon as a row is selected (OP7). They come after the
/// form's own first button, so Enter in a text field never presses one.
struct OrderPickerView: CellView {
  let context: CellContext
  let presentation: OrderPickerPresentation
  let rows: [CriterionView]

  init(_ context: CellContext, presentation: OrderPickerPresentation) {
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

/// An order picker's names and texts, the same for every visitor.
final class OrderPickerPresentation: Sendable {
  /// The criteria by id.
  let criteria: [String: CriterionPresentation]
  let wraps: Bool
  /// The places by position, such as "1 of 4".
  let places: [String]
  let selected: String

  init(_ picker: OrderPickerKind, cell: String, in surroundings: CellPresentation.Kind.Surroundings) {
    wraps = picker.wraps
    let criteria = picker.criteria.map {
      CriterionPresentation(
        $0, of: picker, cell: cell, languages: surroundings.languages, words: surroundings.words)
    }
    self.criteria = Dictionary(criteria.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    places = criteria.indices.map { surroundings.words.position($0 + 1, of: criteria.count) }
    selected = surroundings.words[.selected]
  }

  /// The rows for an order, which contains each criterion once.
  func rows(_ order: [OrderedCriterion]) -> [CriterionView] {
    var rows: [CriterionView] = []
    rows.reserveCapacity(order.count)
    for (position, criterion) in order.enumerated() {
      guard let presentation = criteria[criterion.id] else { continue }
      rows.append(
        CriterionView(
          presentation: presentation, picker: self, position: position, count: order.count,
          isSelected: criterion.isSelected, isAscending: criterion.direction == .ascending))
    }
    return rows
  }
}

/// One criterion's names and texts.
final class CriterionPresentation: Sendable {
  let id: String
  let label: String
  let ascending: String
  let descending: String
  /// "Priority, Ascending"
  let ascendingName: String
  let descendingName: String
  let moveUpName: String
  let moveDownName: String
  /// The beginning of the ids of its controls. A cell's id contains no `_`.
  let prefix: String
  /// The buttons' values.
  let toggle: String
  let direction: String
  let up: String
  let down: String

  init(
    _ criterion: OrderPickerKind.Criterion, of picker: OrderPickerKind, cell: String, languages: [LanguageTag],
    words: Words
  ) {
    id = criterion.id
    label = criterion.label.text(in: languages)
    let ascending = criterion.directionLabels?.ascending ?? picker.directionLabels?.ascending
    let descending = criterion.directionLabels?.descending ?? picker.directionLabels?.descending
    self.ascending = ascending?.text(in: languages) ?? words[.ascending]
    self.descending = descending?.text(in: languages) ?? words[.descending]
    ascendingName = words.direction(self.ascending, of: label)
    descendingName = words.direction(self.descending, of: label)
    moveUpName = words.moveUp(label)
    moveDownName = words.moveDown(label)
    prefix = Self.prefix(of: criterion.id, in: cell)
    func value(_ action: OrderAction) -> String {
      FormAction.change(cell: cell, button: OrderButton(action, on: criterion.id).name).value
    }
    toggle = value(.toggle)
    direction = value(.direction)
    up = value(.up)
    down = value(.down)
  }

  fileprivate static func prefix(of criterion: String, in cell: String) -> String { "\(cell)_\(criterion)" }
}

extension OrderPickerPresentation {
  /// The id of the control that gets the focus after a button was pressed: the same button in the moved row, even if
  /// the row cannot move further.
  static func focus(after button: OrderButton, in cell: String, of order: [OrderedCriterion]) -> String {
    let criterion = button.criterion
    let prefix = CriterionPresentation.prefix(of: criterion, in: cell)
    return switch button.action {
    // No button of the row was pressed, so its box gets the focus.
    case .place: "\(prefix)_toggle"
    case .direction where order.first(where: { $0.id == criterion })?.isSelected != true: "\(prefix)_toggle"
    case .toggle, .direction, .up, .down: "\(prefix)_\(button.action.name)"
    }
  }
}
