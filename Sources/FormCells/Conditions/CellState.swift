/// How a cell stands, given what the other cells hold.
public struct CellState: Sendable, Equatable {
  /// False: neither drawn nor validated nor submitted; for other cells' conditions it is empty.
  public var isVisible: Bool
  public var isRequired: Bool
  /// Its value is the definition's, whatever was posted.
  public var isReadOnly: Bool
  public var isDisabled: Bool
  public var shownNotes = ShownNotes()
  public init(isVisible: Bool, isRequired: Bool, isReadOnly: Bool, isDisabled: Bool) {
    self.isVisible = isVisible
    self.isRequired = isRequired
    self.isReadOnly = isReadOnly
    self.isDisabled = isDisabled
  }

  /// Whether the visitor can change it.
  public var isEditable: Bool { isVisible && takesEntries }

  /// Whether an entry counts. A hidden cell keeps entries for when it shows again.
  var takesEntries: Bool { !isReadOnly && !isDisabled }
}
