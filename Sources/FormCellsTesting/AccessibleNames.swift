import Snapshots

/// Names and descriptions of a page's elements (Accessible Name and Description Computation 1.2).
struct AccessibleNames {
  private let page: HTMLPage
  private var positions: [String: Int] = [:]
  private var labels: [String: [Int]] = [:]

  init(_ page: HTMLPage) {
    self.page = page
    for (index, element) in page.elements.enumerated() {
      if let id = element["id"], positions[id] == nil { positions[id] = index }
      if element.name == "label", let control = element["for"] { labels[control, default: []].append(index) }
    }
  }

  func name(of index: Int) -> String {
    let element = page.elements[index]
    if let ids = element["aria-labelledby"], case let name = text(of: ids), !name.isEmpty { return name }
    if let label = Self.written(element["aria-label"]) { return label }
    if let name = nativeName(of: index), !name.isEmpty { return name }
    if page.role(of: index)?.isNamedByContent == true, case let name = Self.tidy(content(of: index)), !name.isEmpty {
      return name
    }
    return Self.written(element["title"]) ?? Self.written(element["placeholder"]) ?? ""
  }

  /// The text of `aria-describedby`, and the text of `aria-errormessage` if it is neither there nor in the name.
  func description(of index: Int) -> String {
    let element = page.elements[index]
    var ids = Self.ids(element["aria-describedby"])
    if let invalid = element["aria-invalid"], invalid != "false" {
      let said = ids + Self.ids(element["aria-labelledby"])
      ids += Self.ids(element["aria-errormessage"]).filter { !said.contains($0) }
    }
    let text = ids.compactMap(text(of:)).joined(separator: " ")
    if !text.isEmpty { return text }
    let title = Self.written(element["aria-description"]) ?? Self.written(element["title"]) ?? ""
    return title == name(of: index) ? "" : title
  }

  /// The text in an element, as it is read as a part of another element's name. A block is separated from the text around it.
  func content(of index: Int) -> String {
    page.elements[index].children.map { child in
      switch child {
      case .text(let text): text
      case .element(let position): part(position)
      }
    }.joined()
  }

  private func part(_ index: Int) -> String {
    guard !page.isUnread(index) else { return "" }
    let element = page.elements[index]
    if let label = Self.written(element["aria-label"]) { return " \(label) " }
    if element["role"] == "radiogroup", let ids = element["aria-labelledby"] { return " \(text(of: ids)) " }
    switch element.name {
    case "br": return " "
    case "img": return element["alt"] ?? ""
    case "input" where ["checkbox", "radio"].contains(element["type"]): return ""
    case "input": return page.role(of: index)?.hasOnlyAName == true ? " \(element["value"] ?? "") " : ""
    case "wbr", "bdi", "b", "i", "em", "strong", "span", "small", "code", "time", "a", "abbr", "mark", "sub", "sup":
      return content(of: index)
    default: return " \(content(of: index)) "
    }
  }

  /// The name by HTML alone: a label, a legend, a text for a picture.
  private func nativeName(of index: Int) -> String? {
    let element = page.elements[index]
    switch element.name {
    case "input" where ["submit", "button", "reset"].contains(element["type"]): return Self.written(element["value"])
    case "input", "textarea", "select", "progress", "meter", "output", "button":
      let named = element["id"].flatMap { labels[$0] } ?? []
      let around = element.ancestors.filter { page.elements[$0].name == "label" && !named.contains($0) }
      let found = named + around
      return found.isEmpty ? nil : found.map { Self.tidy(content(of: $0)) }.joined(separator: " ")
    case "fieldset", "table", "figure":
      let kinds = ["fieldset": "legend", "table": "caption", "figure": "figcaption"]
      for case .element(let child) in element.children where page.elements[child].name == kinds[element.name] {
        return Self.tidy(content(of: child))
      }
      return nil
    case "img": return element["alt"]
    default: return nil
    }
  }

  /// The text of several elements, including hidden ones: who refers to them wants them read.
  private func text(of ids: String) -> String { Self.ids(ids).compactMap(text(of:)).joined(separator: " ") }

  private func text(of id: Substring) -> String? {
    guard let index = positions[String(id)] else { return nil }
    let element = page.elements[index]
    return Self.written(element["aria-label"]) ?? Self.written(Self.tidy(content(of: index)))
  }

  private static func ids(_ attribute: String?) -> [Substring] { attribute?.split(separator: " ") ?? [] }

  private static func written(_ text: String?) -> String? {
    text.map(tidy).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A text with HTML's white space collapsed: a no-break space is kept.
  static func tidy(_ text: String) -> String {
    text.split { $0.isASCII && $0.isWhitespace }.joined(separator: " ")
  }
}
