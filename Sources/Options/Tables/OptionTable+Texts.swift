package import Localization

/// The texts of a row, read without a string made of them.
extension OptionTable {
  /// The text's UTF-8; empty where the row has none. A row without a label has its value as one.
  package func withText(
    _ field: OptionField, at row: Int, in languages: [LanguageTag], _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if localized != nil, withLocalizedText(field, at: row, in: languages, body) { return }
    let text = columns[field][row]
    body(text.isEmpty && field == .label ? columns[.value][row] : text)
  }

  /// Answers false where the field has no text of each language.
  @inline(never)
  private func withLocalizedText(
    _ field: OptionField, at row: Int, in languages: [LanguageTag], _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    guard var text = localized?[row].text(field)?.text(in: languages) else { return false }
    text.withUTF8(body)
    return true
  }

  /// The texts beside the label that this row has.
  package func texts(at row: Int) -> OptionTexts { texts { has($0, at: row) } }

  /// The texts beside the label that any row may have.
  package var texts: OptionTexts { texts { localized != nil || !columns[$0].isEmpty } }

  /// Whether any row has something to show beside its text.
  package var hasPictures: Bool { hasContacts || !columns[.image].isEmpty || !columns[.initials].isEmpty }

  private func texts(_ has: (OptionField) -> Bool) -> OptionTexts {
    var texts: OptionTexts = []
    if has(.description) { texts.insert(.description) }
    if has(.footnote) { texts.insert(.footnote) }
    if has(.status) { texts.insert(.status) }
    return texts
  }

  private func has(_ field: OptionField, at row: Int) -> Bool {
    localized?[row].text(field) != nil || columns[field].has(row)
  }
}

extension Option {
  fileprivate func text(_ field: OptionField) -> Localized? {
    switch field {
    case .label: label
    case .description: description
    case .footnote: footnote
    case .status: status
    case .value, .image, .initials: nil
    }
  }
}
