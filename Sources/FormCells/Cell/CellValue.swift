/// The value of a cell. The case belongs to the cell's kind and never changes.
package enum CellValue: Sendable, Equatable {
  /// A typed text: `text`, `note`, `password`, `date` (as typed until it is one) and `currency` (the amount as typed or
  /// exact decimal digits). Line ends are LF.
  case text(String)
  /// `switch`
  case flag(Bool)
  /// `list-picker`, `select`, `radio-group`
  case selection(Selection)
  /// `order-picker`, highest priority first
  case order([OrderedCriterion])
}

extension CellValue {
  /// The text that a page posts, and a visitor's draft holds, in place of a date or a time of which only a part was entered, or
  /// which there is none of (HTML, `ValidityState.badInput`): the browser gives the page no text of it. `incomplete` in
  /// `Public/js/controls.mjs`.
  package static let incompleteText = "…"
}

/// The value of a cell whose kind is known: another case is a mistake in the program.
extension CellValue {
  package var text: String {
    guard case .text(let text) = self else { preconditionFailure("a text is expected, not \(self)") }
    return text
  }

  package var flag: Bool {
    guard case .flag(let flag) = self else { preconditionFailure("a flag is expected, not \(self)") }
    return flag
  }

  package var selection: Selection {
    guard case .selection(let selection) = self else { preconditionFailure("a selection is expected, not \(self)") }
    return selection
  }

  package var order: [OrderedCriterion] {
    guard case .order(let order) = self else { preconditionFailure("an order is expected, not \(self)") }
    return order
  }
}
