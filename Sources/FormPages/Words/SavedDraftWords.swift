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
  /// Two devices went on with one draft.
  package let elsewhere: String
  let newLink: String
  /// Of a link that leads nowhere.
  package let invalid: ErrorWords.Page

  init(_ reader: inout WordReader) {
    button = reader.text("button")
    title = reader.text("title")
    text = reader.phrase("text", places: "date")
    secret = reader.text("secret")
    picture = reader.text("picture")
    elsewhere = reader.text("elsewhere")
    newLink = reader.text("newLink")
    invalid = reader.group("invalid") { ErrorWords.Page(&$0) }
  }
}
