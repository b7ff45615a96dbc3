package import Support

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

/// What scripts and the service worker need to know to keep forms on a device.
package struct OfflineSettings: Sendable {
  /// Seconds that a draft is kept.
  private let lifetime: Int

  package init(lifetime: Int) { self.lifetime = lifetime }

  /// As JSON, with the names of the fields that they look for.
  package var members: [JSONValue.Member] {
    let secrets: [PageField] = [.invitation, .saved, .changes]
    return [
      .init("lifetime", .number("\(lifetime)")), .init("filling", .string(PageField.filling.rawValue)),
      .init("seal", .string(PageField.seal.rawValue)), .init("secrets", .array(secrets.map { .string($0.rawValue) })),
    ]
  }

  var text: String { String(decoding: JSONValue.object(members).compactBytes, as: UTF8.self) }
}
