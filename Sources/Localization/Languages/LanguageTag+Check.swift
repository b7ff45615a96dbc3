extension LanguageTag {
  /// Why a text names no language that there is, and which one may be meant.
  package struct Refusal: Error, Sendable, Equatable {
    package let message: String
  }

  /// A tag whose language and region are registered: `de-AT`, and neither `german` nor `de_AT` nor `en-UK`.
  package init(checking text: String) throws(Refusal) {
    let table = LanguageTable.shared
    guard let tag = LanguageTag(parsing: text) else {
      let hyphened = String(text.map { $0 == "_" ? "-" : $0 })
      let tag = hyphened == text ? nil : (try? LanguageTag(checking: hyphened))?.description
      throw Refusal(text, meant: tag ?? table.code(meaning: text))
    }
    guard table.has(language: tag.language) else {
      let rest = tag.description.dropFirst(tag.language.count)
      throw Refusal(text, meant: table.code(meaning: tag.language).map { $0 + rest })
    }
    if let region = tag.region, !table.has(region: region) {
      throw Refusal(
        message: "“\(text)” is not a language tag: there is no region “\(region)”"
          + (region == "UK" ? "; did you mean “\(tag.description.replacing("UK", with: "GB"))”?" : ""))
    }
    self = tag
  }
}

extension LanguageTag.Refusal {
  fileprivate init(_ text: String, meant: String?) {
    let end = meant.map { "did you mean “\($0)”?" } ?? "write one such as “en” or “de-AT”"
    message = "“\(text)” is not a language tag; \(end)"
  }
}
