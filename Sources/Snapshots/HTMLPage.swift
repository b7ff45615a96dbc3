/// A rendered page as a browser without scripts sees its form: controls, buttons, texts. It reads what this project's renderer
/// writes (quoted attributes, closed elements), not any HTML.
public struct HTMLPage: Sendable {
  /// An element of a page, with its content.
  public struct Element: Sendable {
    /// The name in lower case.
    public let name: String
    package let attributes: [String: String]
    /// All text inside, with references resolved.
    public internal(set) var text = ""
    /// The positions of the elements around it.
    package let ancestors: [Int]
    /// The texts and elements in it, in order.
    package internal(set) var children: [Child] = []

    /// The value of an attribute, with references resolved; `nil` if it has none of this name.
    public subscript(attribute: String) -> String? { attributes[attribute] }
  }

  /// A text, or the position of an element.
  package enum Child: Sendable, Equatable {
    case text(String)
    case element(Int)
  }

  package let elements: [Element]

  /// - Parameter bytes: UTF-8.
  public init(_ bytes: [UInt8]) {
    var elements: [Element] = []
    var open: [Int] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "<") {
        let tag = Self.takeTag(&rest)
        if tag.hasPrefix("</") {
          if !open.isEmpty { open.removeLast() }
        } else if !tag.hasPrefix("<!") {
          let (name, attributes) = Self.parse(tag)
          if let parent = open.last { elements[parent].children.append(.element(elements.count)) }
          elements.append(Element(name: name, attributes: attributes, ancestors: open))
          if !Self.void.contains(name) { open.append(elements.count - 1) }
        }
      } else {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest[text.endIndex...]
        let resolved = Self.resolve(String(decoding: text, as: UTF8.self))
        for index in open { elements[index].text += resolved }
        if let parent = open.last { elements[parent].children.append(.text(resolved)) }
      }
    }
    self.elements = elements
  }

  /// The elements of this name, in the order of the page.
  /// - `predicate`: the default accepts all of them.
  public func all(_ name: String, where predicate: (Element) -> Bool = { _ in true }) -> [Element] {
    elements.filter { $0.name == name && predicate($0) }
  }

  /// The element with this id; `nil` if there is none.
  public func element(id: String) -> Element? { elements.first { $0["id"] == id } }

  /// The text that a `textarea` shows, with line ends as browsers post them; HTML's parser drops a leading line end.
  package func lineText(of area: Element) -> String {
    let text = area.text.hasPrefix("\n") ? String(area.text.dropFirst()) : area.text
    return text.replacing("\n", with: "\r\n")
  }

  /// The text of the page's `title` element.
  public var title: String { all("title").first?.text ?? "" }

  /// The accessible name of a control: `aria-labelledby`, then `aria-label`, then its `label` or `legend`, then its text.
  public func name(of element: Element) -> String {
    if let ids = element["aria-labelledby"] {
      return ids.split(separator: " ").compactMap { visibleText(of: String($0)) }.joined(separator: " ")
    }
    if let label = element["aria-label"] { return label }
    if let id = element["id"], let label = elements.firstIndex(where: { $0["for"] == id }) {
      return visibleText(at: label)
    }
    if element.name == "input", let label = element.ancestors.last(where: { elements[$0].name == "label" }) {
      return visibleText(at: label)
    }
    let place = elements.firstIndex { $0.ancestors == element.ancestors && $0.attributes == element.attributes }
    if element.name == "fieldset",
      let legend = elements.firstIndex(where: { $0.name == "legend" && $0.ancestors.last == place })
    {
      return visibleText(at: legend)
    }
    return place.map(visibleText(at:)) ?? element.text
  }

  /// Buttons by accessible name, without those hidden from assistive technology.
  package func buttons(_ name: String) -> [Element] {
    all("button") { $0["aria-hidden"] == nil && !isInert($0) && self.name(of: $0) == name }
  }

  /// The pairs that a browser would send besides that of the button: those of the successful controls, in tree order.
  package var successfulControls: [(name: String, value: String)] {
    elements.compactMap { element in
      guard element.name == "input", let name = element["name"], element["disabled"] == nil else { return nil }
      switch element["type"] {
      case "checkbox", "radio":
        return element["checked"] == nil ? nil : (name, element["value"] ?? "on")
      default:
        return (name, element["value"] ?? "")
      }
    }
  }

  /// Whether it is inside an inert element.
  package func isInert(_ element: Element) -> Bool {
    element["inert"] != nil || element.ancestors.contains { elements[$0]["inert"] != nil }
  }

  /// Whether it is inside the other element.
  package func isInside(_ element: Element, _ other: Element) -> Bool {
    element.ancestors.contains {
      elements[$0].ancestors == other.ancestors && elements[$0].attributes == other.attributes
    }
  }

  private func visibleText(of id: String) -> String? {
    elements.firstIndex { $0["id"] == id }.map(visibleText(at:))
  }

  /// The element's text without what is hidden from assistive technology.
  private func visibleText(at index: Int) -> String {
    var text = elements[index].text
    for element in elements where element["aria-hidden"] == "true" && element.ancestors.contains(index) {
      if let range = text.firstRange(of: element.text), !element.text.isEmpty { text.removeSubrange(range) }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  private static func takeTag(_ rest: inout ArraySlice<UInt8>) -> String {
    var isQuoted = false
    let tag = rest.prefix { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte != UInt8(ascii: ">") || isQuoted
    }
    rest = rest[tag.endIndex...].dropFirst()
    return String(decoding: tag, as: UTF8.self) + ">"
  }

  private static func parse(_ tag: String) -> (String, [String: String]) {
    var rest = tag.dropFirst().dropLast()
    let name = rest.prefix { $0 != " " }
    rest = rest.dropFirst(name.count)
    var attributes: [String: String] = [:]
    while true {
      rest = rest.drop { $0 == " " }
      let key = rest.prefix { $0 != "=" && $0 != " " }
      if key.isEmpty { break }
      rest = rest.dropFirst(key.count)
      guard rest.first == "=" else {
        attributes[String(key)] = ""
        continue
      }
      let value = rest.dropFirst(2).prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 3)
      attributes[String(key)] = resolve(String(value))
    }
    return (String(name), attributes)
  }

  private static func resolve(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#34;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
