/// The words of the offline page, of queued forms, and of the page "This Device".
package struct OfflineWords: Sendable {
  // The offline page
  let title: String
  let text: String
  /// The heading of the list of cached forms.
  let kept: String
  let noneKept: String
  // Queued forms
  let unsentTitle: String
  let unsentText: String
  let edit: String
  let waiting: Phrase
  let sent: Phrase
  let refused: Phrase
  let open: String
  // "This Device"
  package let device: String
  let deviceText: String
  let clear: String
  let clearText: String
  let alsoUnsent: Phrase
  let cleared: String
  let clearedText: String

  init(_ reader: inout WordReader) {
    title = reader.text("title")
    text = reader.text("text")
    kept = reader.text("kept")
    noneKept = reader.text("noneKept")
    unsentTitle = reader.text("unsentTitle")
    unsentText = reader.text("unsentText")
    edit = reader.text("edit")
    waiting = reader.phrase("waiting", places: "count")
    sent = reader.phrase("sent", places: "form")
    refused = reader.phrase("refused", places: "form")
    open = reader.text("open")
    device = reader.text("device")
    deviceText = reader.text("deviceText")
    clear = reader.text("clear")
    clearText = reader.text("clearText")
    alsoUnsent = reader.phrase("alsoUnsent", places: "count")
    cleared = reader.text("cleared")
    clearedText = reader.text("clearedText")
  }
}
