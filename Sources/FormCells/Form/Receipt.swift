import Support

/// The page that confirms a submission.
public struct Receipt: Sendable {
  /// A link on the receipt.
  public struct Link: Sendable {
    package var label: Localized
    /// `https://…`, `http://…`, or a path of this site.
    package var url: String

    /// - Parameters:
    ///   - label: the link's words.
    ///   - url: `https://…`, `http://…`, or a path of this site.
    public init(label: Localized, url: String) {
      self.label = label
      self.url = url
    }
  }

  /// The words about what happens next; `nil` for the built-in words.
  package var text: Localized?
  /// Where a copy of the answers goes; `nil` if the page does not mention a copy.
  package var copy: Localized?
  /// Whether it lists the answers.
  package var showsAnswers: Bool
  /// A link to the next page.
  package var link: Link?

  /// - Parameters:
  ///   - text: the words about what happens next; `nil` for the built-in words.
  ///   - copy: where a copy of the answers goes; `nil` if the page does not mention a copy.
  ///   - showsAnswers: whether it lists the answers.
  ///   - link: a link to the next page; `nil` for the list of forms.
  public init(text: Localized? = nil, copy: Localized? = nil, showsAnswers: Bool = true, link: Link? = nil) {
    self.text = text
    self.copy = copy
    self.showsAnswers = showsAnswers
    self.link = link
  }
}

extension FormState {
  /// The answers as their receipt shows them: what was sent, but of a password only that there was one.
  package var sent: FormState {
    var values = values
    for (cell, state) in zip(form.cells, states) {
      if !state.isVisible || state.isDisabled {
        values[cell.index] = cell.initial
      } else if state.isReadOnly {
        values[cell.index] = initial(of: cell)
      } else if cell.isPassword, !cell.isEmpty(values[cell.index]) {
        values[cell.index] = .text("*")
      }
    }
    return FormState(form: form, id: id, values: values, entries: entries)
  }
}

extension FormDecoder {
  func receipt(_ reader: ObjectReader) -> Receipt {
    guard let receipt = reader.object("receipt") else { return Receipt() }
    return Receipt(
      text: receipt.text("text"), copy: receipt.text("copy"), showsAnswers: receipt.flag("answers") ?? true,
      link: receipt.object("link").flatMap(link))
  }

  private func link(_ reader: ObjectReader) -> Receipt.Link? {
    let label = reader.text("label")
    guard let url = reader.string("url") else { return nil }
    let isAddress = url.hasPrefix("https://") || url.hasPrefix("http://") || url.hasPrefix("/") && !url.hasPrefix("//")
    guard isAddress, !url.contains(where: \.isWhitespace) else {
      reader.add(
        .badValue, key: "url",
        message:
          "“\(url)” is neither a web address nor a path of this site; write one such as “https://example.com/next” or "
          + "“/next”, a space in it as “%20”")
      return nil
    }
    return label.map { Receipt.Link(label: $0, url: url) }
  }
}

extension KeyTable {
  static let receipt = KeyTable(
    name: "receipt", about: "The page that confirms the submission.",
    keys: [
      Key("text", .text, "What happens next, in place of the built-in words."),
      Key("copy", .text, "Where a copy of the answers goes, in a separate paragraph."),
      Key("answers", .boolean, "Whether it lists the answers that were sent; true if left out."),
      Key("link", .object { .receiptLink }, "Where to go from there."),
    ])

  fileprivate static let receiptLink = KeyTable(
    name: "receiptLink", about: "Where to go from the receipt.",
    keys: [
      Key("label", .text, required: true, "Its words."),
      Key("url", .matching("^(https?://|/(?!/))\\S*$"), required: true, "A web address, or a path of this site."),
    ])
}

extension Receipt {
  var definition: [JSONValue.Member] {
    said("text", text) + said("copy", copy) + (showsAnswers ? [] : said("answers", .bool(false)))
      + said("link", link.map { .object(said("label", $0.label) + said("url", .string($0.url))) })
  }
}
