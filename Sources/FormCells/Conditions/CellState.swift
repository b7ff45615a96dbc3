/// How a cell stands, given what the other cells hold.
package struct CellState: Sendable, Equatable {
  /// False: neither drawn nor validated nor submitted; for other cells' conditions it is empty.
  package var isVisible: Bool
  package var isRequired: Bool
  /// Its value is the definition's, whatever was posted.
  package var isReadOnly: Bool
  package var isDisabled: Bool
  package var shownNotes = ShownNotes()
  package init(isVisible: Bool, isRequired: Bool, isReadOnly: Bool, isDisabled: Bool) {
    self.isVisible = isVisible
    self.isRequired = isRequired
    self.isReadOnly = isReadOnly
    self.isDisabled = isDisabled
  }

  /// Whether the visitor can change it.
  package var isEditable: Bool { isVisible && takesEntries }

  /// Whether an entry counts. A hidden cell keeps entries for when it shows again.
  var takesEntries: Bool { !isReadOnly && !isDisabled }
}
