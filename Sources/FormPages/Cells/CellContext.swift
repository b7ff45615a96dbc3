import FormCells

/// One cell as one visitor sees it, before it becomes slots. Small: views are copied on the way to the renderer, and
/// what all visitors see alike stays behind one reference.
struct CellContext {
  let presentation: CellPresentation
  let state: CellState
  let face: DisplayState.Face
  /// The day that bounds of `today` stand for.
  let today: CalendarDate
  /// At the end of its links (`PageRequest.linkSuffix`).
  let linkSuffix: String

  /// The validation message, where there is one to show.
  var message: String? { face.message?.text }
  /// The success message, where the value was checked and is right (C16).
  var success: String? { face.isConfirmed ? presentation.success : nil }
  var words: Words { presentation.words }
  var isInvalid: Bool { face.message != nil }
  var hasNotes: Bool { !state.shownNotes.isEmpty }
  /// The notes that are said now.
  var notes: [CellNoteView] {
    presentation.notes.indices.compactMap { state.shownNotes.contains($0) ? presentation.notes[$0] : nil }
  }
  /// How the page follows a change; nil: nothing depends on the cell, or it cannot be changed.
  var following: Following? { state.isEditable ? presentation.following : nil }
  var showsAsterisk: Bool { presentation.marksRequired && state.isRequired }
  var optionalMark: String? { presentation.marksOptional && !state.isRequired ? presentation.optionalWord : nil }

  /// The helper text as shown: the definition's, then the read-only hint on the same line (C12); nothing where
  /// a message takes its place (C2).
  var helper: String? {
    if isInvalid || success != nil, presentation.cell.helperOnError == .replace { return nil }
    guard state.isReadOnly else { return presentation.helper }
    guard let helper = presentation.helper else { return presentation.words.readOnlyField }
    return "\(helper) \(presentation.words.readOnlyField)"
  }

  /// A typed entry as the field shows it: numbers and amounts as the visitor's locale writes them.
  func shown(_ value: CellValue) -> String { face.text ?? value.text }
}
