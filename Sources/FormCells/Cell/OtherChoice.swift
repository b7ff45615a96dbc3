import Support

/// `other`: a last choice beside the options, with a text field.
package struct OtherChoice: Sendable {
  /// Nil: the built-in word.
  package var label: Localized?
  /// Grapheme clusters; a longer text is an error until it is shortened.
  package var maxLength = 100
  package init() {}

  /// The value that its radio button or box posts. No option has it: a definition's values are not blank.
  package static let mark = " "
}

extension ObjectReader {
  func other() -> OtherChoice? {
    guard let reader = object("other") else { return nil }
    var other = OtherChoice()
    other.label = reader.text("label")
    other.maxLength = reader.count("maxLength") ?? other.maxLength
    return other
  }

  /// Only the text of `other` can be too long.
  func checkTooLong() {
    guard !has("other"), case .object(let messages)? = self["messages"]?.content,
      let message = messages.first(where: { $0.key == Cell.MessageKey.tooLong.rawValue })
    else { return }
    report.add(
      .noEffect, at: message.keyOffset, "\(path(of: "messages")).\(message.key)",
      "“\(message.key)” has no effect without “other”: only its text can be too long")
  }
}

extension Key {
  static let other = Key("other", .object { .other }, "A last choice with a text field.")
}

extension KeyTable {
  fileprivate static let other = KeyTable(
    name: "other", about: "A last choice with a text field.",
    keys: [
      Key("label", .text, "What it is called; \"Other\" if left out."),
      Key("maxLength", .length, "Of its text, in characters; 100 if left out."),
    ])

  /// A text of one's own among submitted values.
  static let otherValue = KeyTable(
    name: "other-value", about: "Text that the visitor types.",
    keys: [Key("other", .string, required: true, "The text that was entered.")])
}
