/// The words for drafts that are saved for later.
package struct SavedDraftWords: Sendable {
  /// The label of the form's button.
  let button: String
  let title: String
  let text: Phrase
  /// Says that anyone with the link can open the draft.
  let secret: String
  /// The name of the QR code.
  let picture: String
  /// Shown when the visitor's network has saved as many drafts as it may in an hour, with the time until it may again.
  package let tooOften: Phrase
  /// Shown after two devices have continued one draft.
  package let elsewhere: String
  let newLink: String
  /// Shown for a link that is not valid.
  package let invalid: ErrorWords.Page

  init(_ reader: inout WordReader) {
    button = reader.text("button")
    title = reader.text("title")
    text = reader.phrase("text", places: "date")
    secret = reader.text("secret")
    picture = reader.text("picture")
    tooOften = reader.phrase("tooOften", places: "wait")
    elsewhere = reader.text("elsewhere")
    newLink = reader.text("newLink")
    invalid = reader.group("invalid") { ErrorWords.Page(&$0) }
  }
}
