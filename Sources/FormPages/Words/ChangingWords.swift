/// The words for answers that visitors may change after sending them.
package struct ChangingWords: Sendable {
  let button: String
  package let text: Phrase
  /// Shown on the pages of the form.
  package let notice: String
  /// Shown if the submission was changed or erased in the meantime.
  package let conflict: String

  init(_ reader: inout WordReader) {
    button = reader.text("button")
    text = reader.phrase("text", places: "date")
    notice = reader.text("notice")
    conflict = reader.text("conflict")
  }
}
