/// The words for drafts that are saved for later.
package struct SavedDraftWords: Sendable {
  /// Of the form's button.
  let button: String
  let title: String
  let text: Phrase
  /// Who has the link has the draft.
  let secret: String
  /// The name of the QR code.
  let picture: String
  /// Of a link that leads nowhere.
  package let invalid: ErrorWords.Page

  init(_ reader: inout WordReader) {
    button = reader.text("button")
    title = reader.text("title")
    text = reader.phrase("text", "date")
    secret = reader.text("secret")
    picture = reader.text("picture")
    invalid = reader.group("invalid") { ErrorWords.Page(&$0) }
  }
}
