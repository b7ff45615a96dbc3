import Templates

/// An error page for people, `Templates/error.html`.
struct ErrorView: View {
  let title: String
  let text: String
  /// "Request id: …", if the error is the server's fault.
  let requestID: String?
  let ways: ErrorWays
  let words: Words

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("text", or: "nothing would say what went wrong"),
  ]

  static let slots: [Slot<ErrorView>] = [
    .text("title") { $0.title },
    .text("text") { $0.text },
    .flag("hasRequestID") { $0.requestID != nil },
    .text("requestID") { $0.requestID ?? "" },
    .optionalText("pageBefore") { $0.ways.pageBefore ? $0.words.errors.pageBefore : nil },
    .flag("again") { $0.ways.again },
    .text("tryAgain") { $0.words.errors.tryAgain },
    .optionalURL("form") { $0.ways.form },
    .text("backToForm") { $0.words.errors.backToForm },
    .url("home") { $0.ways.home },
    .text("homeWord") { $0.words[.forms] },
  ]
}

/// The links on an error page.
package struct ErrorWays: Sendable {
  package var home: String
  /// The form that the request was about, with the draft in its address; `nil` if the request was about no form.
  package var form: String?
  /// Whether the same address may work again soon.
  package var again: Bool
  /// Whether the previous page is the only place that still has the posted entries.
  package var pageBefore: Bool

  package init(home: String, form: String? = nil, again: Bool = false, pageBefore: Bool = false) {
    self.home = home
    self.form = form
    self.again = again
    self.pageBefore = pageBefore
  }
}
