import Markup

/// An error that a person can read, `Templates/error.html`.
struct ErrorView: View {
  let title: String
  let text: String
  /// "Request id: …", where the server is at fault.
  let requestID: String?
  let home: String
  let homeWord: String

  static let needs: [Need] = [
    .slot("title", adding: "<h1>{title}</h1>", or: "the page would have no heading"),
    .slot("text", or: "nothing would say what went wrong"),
  ]

  static let slots: [Slot<ErrorView>] = [
    .text("title") { $0.title },
    .text("text") { $0.text },
    .flag("hasRequestID") { $0.requestID != nil },
    .text("requestID") { $0.requestID ?? "" },
    .url("home") { $0.home },
    .text("homeWord") { $0.homeWord },
  ]
}
