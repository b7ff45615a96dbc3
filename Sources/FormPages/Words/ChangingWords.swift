/// The words for answers that their visitor may change after they were sent.
package struct ChangingWords: Sendable {
  let button: String
  package let text: Phrase
  /// On the pages of the form.
  package let notice: String
  /// Somebody else was faster.
  package let conflict: String

  init(_ reader: inout WordReader) {
    button = reader.text("button")
    text = reader.phrase("text", places: "date")
    notice = reader.text("notice")
    conflict = reader.text("conflict")
  }
}
