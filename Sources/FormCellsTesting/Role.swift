import Snapshots

/// The kind of an element for assistive technology: an ARIA role, or the kind of an input that has none.
struct Role: Equatable {
  let rawValue: String

  static let button = Role(rawValue: "button")
  static let checkbox = Role(rawValue: "checkbox")
  static let heading = Role(rawValue: "heading")
  static let radio = Role(rawValue: "radio")
  static let `switch` = Role(rawValue: "switch")

  /// Whether its content is its name if nothing else names it (ARIA, "name from: contents").
  var isNamedByContent: Bool {
    hasOnlyAName && !Self.entries.contains(rawValue)
      || ["heading", "link", "cell", "columnheader", "rowheader"].contains(rawValue)
  }

  /// Whether its content is only read as its name or value, not separately (ARIA, "children presentational").
  var hasOnlyAName: Bool {
    ["button", "checkbox", "radio", "switch", "img", "option", "tab", "menuitem"].contains(rawValue)
      || Self.entries.contains(rawValue)
  }

  /// Whether it is a landmark only if it has a name.
  var isLandmarkWithName: Bool { ["form", "region"].contains(rawValue) }

  private static let entries: Set<String> = [
    "textbox", "searchbox", "spinbutton", "combobox", "date", "time", "date-time", "slider", "progressbar", "separator",
  ]
}

extension HTMLPage {
  /// `nil` for an element that only contains others.
  func role(of index: Int) -> Role? {
    let element = elements[index]
    if let role = element["role"]?.split(separator: " ").first {
      return ["none", "presentation"].contains(role) ? nil : Role(rawValue: String(role))
    }
    return nativeRole(of: element).map { Role(rawValue: $0) }
  }

  /// The role by the HTML Accessibility API Mappings.
  private func nativeRole(of element: Element) -> String? {
    switch element.name {
    case "a": element["href"] == nil ? nil : "link"
    case "article", "button", "dialog", "figure", "form", "main", "search", "meter": element.name
    case "aside": "complementary"
    case "dd": "definition"
    case "details", "fieldset", "optgroup": "group"
    case "dt": "term"
    case "footer": isPageLevel(element) ? "contentinfo" : nil
    case "h1", "h2", "h3", "h4", "h5", "h6": "heading"
    case "header": isPageLevel(element) ? "banner" : nil
    case "hr": "separator"
    case "img": element["alt"] == "" ? nil : "img"
    case "input": inputRole(element)
    case "li": "listitem"
    case "nav": "navigation"
    case "ol", "ul", "menu": "list"
    case "option": "option"
    case "output": "status"
    case "progress": "progressbar"
    case "section": "region"
    case "select": element["multiple"] == nil ? "combobox" : "listbox"
    case "summary": "button"
    case "table": "table"
    case "td": "cell"
    case "textarea": "textbox"
    case "th": element["scope"] == "row" ? "rowheader" : "columnheader"
    case "tr": "row"
    default: nil
    }
  }

  private func inputRole(_ input: Element) -> String {
    switch input["type"] {
    case "button", "submit", "reset", "image", "file": "button"
    case "checkbox", "radio": input["type"] ?? "checkbox"
    case "date", "time": input["type"] ?? "date"
    case "datetime-local": "date-time"
    case "number": "spinbutton"
    case "range": "slider"
    case "search": "searchbox"
    default: input["list"] == nil ? "textbox" : "combobox"
    }
  }

  private func isPageLevel(_ element: Element) -> Bool {
    !element.ancestors.contains { ["article", "aside", "main", "nav", "section"].contains(elements[$0].name) }
  }

  /// Whether assistive technology skips an element with everything in it.
  func isUnread(_ index: Int) -> Bool {
    let element = elements[index]
    return element["hidden"] != nil || element["inert"] != nil || element["aria-hidden"] == "true"
      || ["script", "style", "template", "head"].contains(element.name) || element["type"] == "hidden"
      || element.name == "dialog" && element["open"] == nil || element.name == "svg" && element["role"] == nil
  }

  /// Whether it is only text within a line for assistive technology.
  func isPlainText(_ index: Int) -> Bool {
    let element = elements[index]
    let inline: Set<String> = [
      "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "em", "i", "kbd", "mark", "q", "s", "small", "span",
      "strong", "sub", "sup", "time", "u", "var", "wbr",
    ]
    return inline.contains(element.name) && element["role"] == nil && !isUnread(index)
      && element.children.allSatisfy {
        if case .element(let child) = $0 { isPlainText(child) || isUnread(child) } else { true }
      }
  }

  /// Whether a control is disabled, itself or by a `fieldset` around it.
  func isDisabled(_ index: Int) -> Bool {
    let element = elements[index]
    return element["disabled"] != nil
      || ["button", "input", "select", "textarea"].contains(element.name)
        && element.ancestors.contains { elements[$0].name == "fieldset" && elements[$0]["disabled"] != nil }
  }
}
