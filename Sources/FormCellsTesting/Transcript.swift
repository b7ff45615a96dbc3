public import Snapshots

// What visitors see, and the snapshots to compare it with.
@_exported public import Snapshots

/// A page as a screen reader reads it: a line for each landmark, group, control and text, indented as they are nested.
///
///     page "Visitor Badge"
///       main
///         heading "Visitor Badge" [level 1]
///         textbox "Full Name" = "Ada" [required, invalid] (Error: Shorten the name.)
///
/// A line has a role, a name, a value, states and a description, as far as they exist. Roles are those of HTML and ARIA. Names and
/// descriptions follow the part of "Accessible Name and Description Computation" that form pages need. What is `hidden`, `inert` or
/// `aria-hidden` is left out. Style sheets are not read.
public struct Transcript: Sendable, CustomStringConvertible {
  /// The lines of the transcript.
  public private(set) var description = ""

  private let page: HTMLPage
  private let names: AccessibleNames

  /// - Parameter page: `Visitor.page`, or a page made from bytes.
  public init(of page: HTMLPage) {
    self.page = page
    names = AccessibleNames(page)
    line("page", name: AccessibleNames.tidy(page.title), depth: 0)
    if let body = page.elements.firstIndex(where: { $0.name == "body" }) { readChildren(of: body, depth: 1) }
  }

  // MARK: Reading

  private mutating func readChildren(of index: Int, depth: Int, saysText: Bool = true) {
    var text = ""
    for child in page.elements[index].children {
      switch child {
      case .text(let more): text += more
      case .element(let position):
        if page.isPlainText(position) {
          text += names.content(of: position)
        } else {
          flush(&text, isSaid: saysText, depth: depth)
          read(position, depth: depth, saysText: saysText)
        }
      }
    }
    flush(&text, isSaid: saysText, depth: depth)
  }

  private mutating func flush(_ text: inout String, isSaid: Bool, depth: Int) {
    let said = AccessibleNames.tidy(text)
    text = ""
    if isSaid, !said.isEmpty { line("text", name: said, depth: depth) }
  }

  private mutating func read(_ index: Int, depth: Int, saysText: Bool) {
    guard !page.isUnread(index) else { return }
    let element = page.elements[index]
    guard let role = page.role(of: index) else {
      // The text of a label is its control's name.
      return readChildren(of: index, depth: depth, saysText: saysText && !["label", "legend"].contains(element.name))
    }
    let name = names.name(of: index)
    if role.isLandmarkWithName, name.isEmpty { return readChildren(of: index, depth: depth, saysText: saysText) }
    line(
      role.rawValue, name: name, value: value(of: element, role), states: states(of: index, role),
      description: names.description(of: index), depth: depth)
    if !role.hasOnlyAName { readChildren(of: index, depth: depth + 1, saysText: !role.isNamedByContent) }
  }

  private mutating func line(
    _ role: String, name: String, value: String? = nil, states: [String] = [], description: String = "", depth: Int
  ) {
    var line = String(repeating: "  ", count: depth) + role
    if !name.isEmpty { line += " \"\(name)\"" }
    if let value, !value.isEmpty { line += " = \"\(value.replacing("\n", with: "\\n"))\"" }
    if !states.isEmpty { line += " [\(states.joined(separator: ", "))]" }
    if !description.isEmpty { line += " (\(description))" }
    self.description += line + "\n"
  }

  // MARK: Values and states

  private func value(of element: HTMLPage.Element, _ role: Role) -> String? {
    switch element.name {
    case "textarea": page.lineText(of: element).replacing("\r\n", with: "\n")
    case "input":
      switch role {
      case .button, .checkbox, .radio, .switch: nil
      default: element["type"] == "password" ? element["value"].map { _ in "•••" } : element["value"]
      }
    default: element["aria-valuetext"] ?? element["aria-valuenow"]
    }
  }

  private func states(of index: Int, _ role: Role) -> [String] {
    let element = page.elements[index]
    var states: [String] = []
    func isTrue(_ attribute: String) -> Bool { element[attribute] == "true" }
    if isTrue("aria-disabled") || page.isDisabled(index) { states.append("disabled") }
    if element["readonly"] != nil || isTrue("aria-readonly") { states.append("read-only") }
    if element["required"] != nil || isTrue("aria-required") { states.append("required") }
    if isTrue("aria-modal") { states.append("modal") }
    if element["autofocus"] != nil { states.append("focused") }
    if let invalid = element["aria-invalid"], invalid != "false" { states.append("invalid") }
    if [.checkbox, .radio, .switch].contains(role) {
      let isChecked = element["aria-checked"] ?? (element["checked"] == nil ? "false" : "true")
      states.append(isChecked == "true" ? "checked" : isChecked == "mixed" ? "partly checked" : "not checked")
    }
    for (attribute, on, off) in [
      ("aria-pressed", "pressed", "not pressed"), ("aria-expanded", "expanded", "collapsed"),
      ("aria-selected", "selected", "not selected"),
    ] {
      if let value = element[attribute] { states.append(value == "true" ? on : off) }
    }
    if element.name == "details" { states.append(element["open"] == nil ? "collapsed" : "expanded") }
    if let current = element["aria-current"], current != "false" { states.append("current \(current)") }
    if let kind = element["aria-haspopup"], kind != "false" { states.append("opens \(kind == "true" ? "menu" : kind)") }
    if role == .heading { states.append("level \(element["aria-level"] ?? String(element.name.dropFirst()))") }
    return states
  }
}
