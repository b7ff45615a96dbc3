import FormCells

/// All that one cell shows to one visitor, before it becomes slots. The parts that all visitors see alike stay behind one
/// reference.
struct CellContext {
  let presentation: CellPresentation
  let state: CellState
  let value: CellValue
  let face: DisplayState.Face
  /// The day that bounds of `today` stand for.
  let today: CalendarDate
  /// At the end of its link (`PageRequest.linkSuffix`); empty where the cell has none.
  let linkSuffix: String

  /// Whoever adds to what it shows adds to ``RenderKeys``.
  /// - Parameter linkSuffix: `PageRequest.linkSuffix`
  init(
    _ presentation: CellPresentation, _ state: CellState, _ value: CellValue, _ face: DisplayState.Face,
    today: CalendarDate, linkSuffix: String
  ) {
    self.presentation = presentation
    self.state = state
    self.value = value
    self.face = face
    self.today = today
    self.linkSuffix = presentation.cell.opensView ? linkSuffix : ""
  }

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
  var shown: String { face.text ?? value.text }
}
