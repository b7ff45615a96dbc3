/// The words for what works without a network, and for what is kept on a device.
package struct OfflineWords: Sendable {
  /// Of the page that stands for one that cannot be fetched.
  let title: String
  let text: String
  /// The heading of the forms that can be opened.
  let kept: String
  let noneKept: String
  /// Of what was sent without a network.
  let unsentTitle: String
  let unsentText: String
  let edit: String
  let waiting: Phrase
  let sent: Phrase
  let refused: Phrase
  let open: String
  /// The page of what is kept.
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
    waiting = reader.phrase("waiting", "count")
    sent = reader.phrase("sent", "form")
    refused = reader.phrase("refused", "form")
    open = reader.text("open")
    device = reader.text("device")
    deviceText = reader.text("deviceText")
    clear = reader.text("clear")
    clearText = reader.text("clearText")
    alsoUnsent = reader.phrase("alsoUnsent", "count")
    cleared = reader.text("cleared")
    clearedText = reader.text("clearedText")
  }
}
