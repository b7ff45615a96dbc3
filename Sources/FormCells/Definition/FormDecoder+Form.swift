import Support

/// Keys of the form itself.
extension FormDecoder {
  /// Nil where the form has none, or no right one.
  func timeZone(_ reader: ObjectReader) -> TimeZone? {
    guard let name = reader.string("timeZone") else { return nil }
    do throws(TimeZoneFiles.Refusal) { return try TimeZoneFiles.machine.zone(named: name) } catch {
      reader.add(.badValue, "timeZone", error.sentence(on: name))
      return nil
    }
  }

  func receipt(_ reader: ObjectReader) -> Receipt {
    guard let receipt = reader.object("receipt") else { return Receipt() }
    return Receipt(
      text: receipt.text("text"), showsAnswers: receipt.flag("answers") ?? true,
      link: receipt.object("link").flatMap(link))
  }

  private func link(_ reader: ObjectReader) -> Receipt.Link? {
    let label = reader.text("label")
    guard let url = reader.string("url") else { return nil }
    let isAddress = url.hasPrefix("https://") || url.hasPrefix("http://") || url.hasPrefix("/") && !url.hasPrefix("//")
    guard isAddress, !url.contains(where: \.isWhitespace) else {
      reader.add(
        .badValue, "url",
        "“\(url)” is neither a web address nor a path of this site; write one such as “https://example.com/next” or "
          + "“/next”, a space in it as “%20”")
      return nil
    }
    return label.map { Receipt.Link(label: $0, url: url) }
  }
}
