import FormCells
import Templates

/// An order picker's names and texts, the same for every visitor.
final class OrderPickerPresentation: Sendable {
  /// By id.
  let criteria: [String: CriterionPresentation]
  let wraps: Bool
  /// "1 of 4", by position.
  let places: [String]
  let selected: String

  init(_ picker: OrderPickerKind, cell: String, _ surroundings: CellPresentation.Kind.Surroundings) {
    wraps = picker.wraps
    let criteria = picker.criteria.map {
      CriterionPresentation(
        $0, of: picker, cell: cell, languages: surroundings.languages, words: surroundings.words)
    }
    self.criteria = Dictionary(criteria.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    places = criteria.indices.map { surroundings.words.position($0 + 1, of: criteria.count) }
    selected = surroundings.words.selected
  }

  /// The rows of an order, which has each criterion once.
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
  /// The beginning of the ids of its controls; a cell's id has no `_`.
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
    self.ascending = ascending?.text(in: languages) ?? words.ascending
    self.descending = descending?.text(in: languages) ?? words.descending
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
  /// The id of the control that has the focus after a button was pressed: the same one on the moved row, and where the row
  /// came to an end of the list, whose button rests, the other.
  static func focus(after button: OrderButton, in cell: String, of order: [OrderedCriterion]) -> String {
    let criterion = button.criterion
    let prefix = CriterionPresentation.prefix(of: criterion, in: cell)
    let isOnly = order.count == 1
    return switch button.action {
    case .up where order.first?.id == criterion: isOnly ? "\(prefix)_toggle" : "\(prefix)_down"
    case .down where order.last?.id == criterion: isOnly ? "\(prefix)_toggle" : "\(prefix)_up"
    // No button of the row has brought it there.
    case .place: "\(prefix)_toggle"
    case .direction where order.first(where: { $0.id == criterion })?.isSelected != true: "\(prefix)_toggle"
    case .toggle, .direction, .up, .down: "\(prefix)_\(button.action.name)"
    }
  }
}
