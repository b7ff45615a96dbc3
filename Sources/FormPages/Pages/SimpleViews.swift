import Markup

/// The list of forms, `Templates/index.html`.
struct IndexView: View {
  struct Entry: View {
    let link: String
    let title: String
    let description: String?

    static let slots: [Slot<Entry>] = [
      .url("link") { $0.link },
      .text("title") { $0.title },
      .optionalText("description") { $0.description },
    ]
  }

  let title: String
  let empty: String
  let entries: [Entry]

  static let slots: [Slot<IndexView>] = [
    .text("title") { $0.title },
    .text("empty") { $0.empty },
    .list("entries") { $0.entries },
  ]
}

/// The receipt of a form that is on disk, `Templates/receipt.html`.
struct ReceiptView: View {
  let presentation: FormPresentation
  let reference: String
  let time: String

  static let slots: [Slot<ReceiptView>] = [
    .url("home") { $0.presentation.links.home },
    .text("homeWord") { $0.presentation.links.homeTitle ?? $0.presentation.words.forms },
    .text("title") { $0.presentation.words.receiptTitle },
    .text("formTitle") { $0.presentation.title },
    .text("text") { $0.presentation.words.receiptText },
    .text("referenceWord") { $0.presentation.words.reference },
    .text("reference") { $0.reference },
    .text("time") { $0.time },
    .url("again") { $0.presentation.links.form },
    .text("againWord") { $0.presentation.words.fillInAgain },
  ]
}

/// An error that a person can read, `Templates/error.html`.
struct ErrorView: View {
  let title: String
  let text: String
  let home: String
  let homeWord: String

  static let slots: [Slot<ErrorView>] = [
    .text("title") { $0.title },
    .text("text") { $0.text },
    .url("home") { $0.home },
    .text("homeWord") { $0.homeWord },
  ]
}
