/// Everything a visitor can do to a form. Rows are those of the cell's current `OptionTable`.
public enum Action: Sendable {
  /// He typed into a cell or set it on the form itself.
  case enter(cell: Int, CellValue)
  /// A value that the page in front of him carried, after its session was gone.
  case restore(cell: Int, CellValue)
  /// The page says that a password was entered, and no session holds it.
  case losePassword(cell: Int)
  /// The form with these values is on disk: their passwords are needed no more.
  case forgetPasswords(of: [CellValue])
  /// Takes back what was entered into a cell.
  case clear(cell: Int)
  case open(cell: Int)
  /// A button of an order picker's row.
  case order(cell: Int, OrderAction, criterion: String)
  case draft(cell: Int, DraftAction)
  /// Takes the draft into the form and closes the view; refused while the number of values is wrong (`draft.problem`).
  case apply(cell: Int)
  /// Leaves the view; asks first where something changed and the definition wants it (LV17).
  case close(cell: Int)
  /// Leaves the view without a question (LV5).
  case discard(cell: Int)
  /// Answers the question with "Keep Editing".
  case keepEditing(cell: Int)
  /// What is done to an open modal section, by its position among `Form.sections`.
  indirect case section(Int, SectionAction)
  /// Takes the last change back.
  case undo
  /// A change that the page offered to take back, after its session was gone.
  case restoreUndo(UndoStep)
  /// Sends the form; where a cell has a problem, shows them instead.
  case submit(today: CalendarDate)
}

/// What can be done to a modal section. Actions on the views of its cells need no mention of it: they go there by
/// themselves.
public enum SectionAction: Sendable {
  case open
  /// What was entered in one of its cells.
  case act(Action)
  /// Takes the draft into the form and closes the section; refused while a value is wrong (`SectionDraft.showsProblems`).
  case apply(today: CalendarDate)
  /// Leaves it; asks first where something changed (LV17).
  case close
  /// Leaves it without a question.
  case discard
  /// Answers the question with "Keep Editing".
  case keepEditing
}

/// What can be done inside a selection view.
public enum DraftAction: Sendable {
  /// The selection that the page carried, after its session was gone.
  case restore(Selection)
  /// What the page showed: what follows acts on that, whatever another tab searched since.
  case resume(search: String, shownRows: Int, shownSelectedRows: Int)
  /// Rows ticked and unticked since the page was made, in page order. Single selection: the last ticked row holds.
  case tick([Int], untick: [Int])
  /// Unticks values that are no longer among the options.
  case untickMissing([String])
  case search(String)
  case showMore
  case showMoreSelected
  /// Takes every enabled row of this list that matches the search (LV3, LV31, C22).
  case selectAll(list: Int, languages: [LanguageTag])
  case deselectAll(list: Int, languages: [LanguageTag])
  /// "Deselect All" of the "Selected" list: takes all back, searched or not (C22).
  case deselectEverything
  /// Back to the definition's default (LV6).
  case reset
  /// "None": takes the single choice back (C21).
  case choose(row: Int?)
}
