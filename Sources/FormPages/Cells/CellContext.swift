import FormCells

/// What one cell shows to one visitor, before it becomes slots.
struct CellContext {
  let presentation: CellPresentation
  let words: Words
  let state: CellState
  let value: CellValue
  let languages: [LanguageTag]
  /// The validation message, where there is one to show.
  let message: String?

  var cell: Cell { presentation.cell }
  var isInvalid: Bool { message != nil }
  var showsAsterisk: Bool { presentation.marksRequired && state.isRequired }
  var optionalMark: String? { presentation.marksOptional && !state.isRequired ? presentation.optionalWord : nil }

  /// The helper text as shown: the definition's, then the read-only hint on the same line (features C12); nothing where
  /// an error takes its place (C2).
  var helper: String? {
    if isInvalid && cell.helperOnError == .replace { return nil }
    guard state.isReadOnly else { return presentation.helper }
    guard let helper = presentation.helper else { return words.readOnlyField }
    return "\(helper) \(words.readOnlyField)"
  }
}
