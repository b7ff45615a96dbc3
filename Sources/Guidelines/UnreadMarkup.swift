import FormCells
import Support

/// Finds links in texts without markup, where the page would show their brackets.
extension CheckedForm {
  var unreadMarkup: [Contradiction] {
    var found: [Contradiction] = []
    document.look(for: Self.isLink, key: "", at: "", into: &found)
    return found
  }

  /// Whether a text has a link that would work if its markup were read.
  private static func isLink(_ text: String) -> Bool {
    guard text.contains("](") else { return false }
    let marked = MarkedText(text)
    return marked.mistakes.isEmpty && marked.paragraphs.joined().contains { $0.link != nil }
  }
}

extension JSONNode {
  /// The keys with texts that are not shown, or that are read with their markup.
  private static let otherKeys: Set<String> = ["id", "value", "pattern", "$schema", "optionLists"]

  private var markedKeys: Set<String> {
    switch member("type")?.text {
    case CellType.content.rawValue: ["text"]
    case CellType.switch.rawValue where member("style")?.text == SwitchCell.Style.checkbox.rawValue: ["label"]
    default: []
    }
  }

  fileprivate func look(
    for isLink: (String) -> Bool, key: String, at path: String, into found: inout [Contradiction]
  ) {
    switch content {
    case .string(let text):
      guard isLink(text) else { return }
      let advice =
        key == "label"
        ? "write a “content” cell, or \"style\": \"checkbox\" of a switch, whose label may have links"
        : "write it in a “content” cell"
      found.append(
        Contradiction(
          .unreadMarkup,
          breach: Breach(
            at: offset, keyPath: path, message: "the brackets are shown as text: links do not work here; \(advice)")))
    case .array(let elements):
      for (position, element) in elements.enumerated() {
        element.look(for: isLink, key: key, at: "\(path)[\(position)]", into: &found)
      }
    case .object(let members):
      let marked = markedKeys
      for member in members where !marked.contains(member.key) && !Self.otherKeys.contains(member.key) {
        // The key is a language of a text.
        let isLanguage =
          member.value.text != nil && LanguageTag(parsing: member.key) != nil && self.member("type") == nil
        member.value.look(
          for: isLink, key: isLanguage ? key : member.key, at: path.isEmpty ? member.key : "\(path).\(member.key)",
          into: &found)
      }
    case .null, .bool, .number: break
    }
  }
}

extension Diagnostic.Code {
  fileprivate static let unreadMarkup = Self("unread-markup", summary: "A link in a text without markup.")
}
