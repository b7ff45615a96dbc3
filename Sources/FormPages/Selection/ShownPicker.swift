import FormCells

/// The ticks of a selection view and the rows that they are shown with. A class: many look at them, and each would copy them.
final class ShownPicker: Sendable {
  let draft: PickerDraft
  let rows: PickerRows

  /// - `draft`: open or as opening would make it.
  init(_ draft: PickerDraft, in languages: [LanguageTag]) {
    rows = PickerRows(of: draft, in: languages)
    self.draft = draft
  }
}
