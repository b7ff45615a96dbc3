/// The ticks, the search and the rows shown of one open selection view, apart from the applied value until Apply.
package struct PickerDraft: Sendable, Equatable {
  /// Rows that a page shows at first, and that each "Show more" adds.
  package static let rowsPerPage = 50
  /// Characters of a search; the rest is cut off. A longer one finds nothing anyway.
  package static let searchCharacterLimit = 200

  package internal(set) var selection: Selection
  /// The search in force, as typed; empty: none.
  package internal(set) var search = ""
  /// How many rows of the lists are shown at most; grows by `rowsPerPage`.
  package internal(set) var shownRows = PickerDraft.rowsPerPage
  /// How many rows of the "Selected" list are shown at most.
  package internal(set) var shownSelectedRows = PickerDraft.rowsPerPage
  /// "Discard changes?" is being asked (LV17).
  package internal(set) var asksToDiscard = false
  /// Why the last Apply was refused.
  package internal(set) var problem: Problem?

  package init(of selection: Selection) { self.selection = selection }
}
