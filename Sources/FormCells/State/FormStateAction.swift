/// Everything a visitor can do to a form. Rows are those of the cell's current `OptionTable`.
package enum FormStateAction: Sendable {
  /// An entry in a cell on the form itself.
  case enter(cell: Int, CellValue)
  /// The same in the view of the cell's modal section, which opens where it is not open.
  case enterInSection(cell: Int, CellValue)
  /// Takes back what was entered into a cell.
  case clear(cell: Int)
  /// A button of the cell's own: of an order picker's row.
  case press(cell: Int, button: CellButton)
  /// Something done in a cell's selection view, which opens where it is not open.
  case pick(cell: Int, PickerAction)
  case open(Overlay)
  /// Takes the draft into the form and closes the view; refused while a value is wrong.
  case apply(Overlay, today: CalendarDate)
  /// Leaves the view; asks first where something changed and the definition wants it (LV17).
  case close(Overlay)
  /// Leaves the view without a question (LV5).
  case discard(Overlay)
  /// Answers the question with "Keep Editing".
  case keepEditing(Overlay)
  /// Takes all values back to the definition's, and closes every view.
  case startOver
  /// Takes the last change back.
  case undo
  /// The page of the form that they are on now.
  case visit(FormPageID)
  /// "Continue" on a step's page; where one of its cells has a problem, shows them instead.
  case pass(step: Int, today: CalendarDate)
  /// Sends the form; where a cell has a problem, shows them instead.
  case submit(today: CalendarDate)
}

/// Everything that can be done inside a selection view.
package enum PickerAction: Sendable {
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
  /// Nil is "None": takes the single choice back (C21).
  case choose(row: Int?)
  /// Chooses the text of `other` in a single selection; nil removes it. Only for cells with `other`.
  case other(String?)
}
