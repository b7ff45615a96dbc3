import Support

extension TemplateCompiler {
  mutating func compileElement(_ element: Element) {
    let name = element.name
    let isDrawing = name == "svg" || ancestors.last?.isDrawing == true
    let table = isDrawing ? HTMLElement.drawing : HTMLElement.known
    let known = table[name]
    if known == nil {
      report(element.offset + 1, "there is no element <\(name)>\(Suggestion.text(for: name, among: table.keys))")
    } else {
      checkNesting(element, isDrawing: isDrawing)
      checkRequiredAttributes(element)
    }

    builder.literal("<")
    builder.literal(name)
    for attribute in element.attributes {
      compileAttribute(attribute, of: element, known: known, isDrawing: isDrawing)
    }
    builder.literal(">")

    if !isDrawing, element.traits.contains(.void) {
      if !element.children.isEmpty { report(element.offset, "<\(name)> is void; it holds nothing") }
      return
    }
    if name == "script" || name == "style" {
      checkRawText(element)
    } else {
      // HTML's parser drops one line break here, so that one of the content's own would be lost.
      if !isDrawing, element.traits.contains(.preformatted) { builder.literal("\n") }
      ancestors.append(Ancestor(element: element, isDrawing: isDrawing))
      compile(element.children)
      let ancestor = ancestors.removeLast()
      if name == "label", element.attribute("for") == nil, !ancestor.holdsControl {
        report(element.offset, "a <label> needs 'for', or its control inside it")
      }
    }
    builder.literal("</")
    builder.literal(name)
    builder.literal(">")
  }

  /// Scripts and styles come from files: the content security policy forbids inline ones, and nothing escapes there.
  private mutating func checkRawText(_ element: Element) {
    if element.name == "style" {
      report(element.offset, "no <style> in a template; the content security policy forbids it, use a style sheet")
      return
    }
    for child in element.children {
      if case .text(let pieces) = child, isBlank(pieces) { continue }
      report(element.offset, "no content in <script>; the content security policy forbids it, use a file")
      return
    }
    if element.attribute("src") == nil { report(element.offset, "a <script> needs 'src'") }
  }

  private mutating func checkRequiredAttributes(_ element: Element) {
    switch element.name {
    case "img" where element.attribute("alt") == nil:
      report(element.offset, "an <img> needs 'alt', empty where it only decorates")
    case "button":
      checkType(element, ["submit", "button", "reset"])
    case "input":
      checkType(
        element,
        [
          "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
          "datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset",
          "button",
        ])
    default: break
    }
  }

  private mutating func checkType(_ element: Element, _ known: [String]) {
    guard let type = element.attribute("type") else {
      report(element.offset, "a\(element.name == "input" ? "n" : "") <\(element.name)> needs 'type'")
      return
    }
    if let value = type.literal, !known.contains(value) {
      let suggestion = Suggestion.text(for: value, among: known)
      report(type.valueOffset, "'\(value)' is not a type of <\(element.name)>\(suggestion)")
    }
  }

  /// Every label around holds a control now.
  mutating func markControl() {
    for index in ancestors.indices { ancestors[index].holdsControl = true }
  }
}

// MARK: - Nesting

extension TemplateCompiler {
  private mutating func checkNesting(_ element: Element, isDrawing: Bool) {
    guard !isDrawing || element.name == "svg" else { return }
    if element.traits.contains(.labelable), element.attribute("type")?.literal != "hidden" { markControl() }
    checkParent(element)
    if element.traits.contains(.closesParagraph) {
      for ancestor in ancestors.reversed() {
        if ancestor.name == "p" {
          report(element.offset, "<\(element.name)> cannot be in <p>; a browser would close the <p> before it")
        }
        if ancestor.name == "p" || ancestor.traits.contains(.paragraphBarrier) { break }
      }
    }
    if element.name == "form", ancestors.contains(where: { $0.name == "form" }) {
      report(element.offset, "<form> cannot be in <form>")
    }
    if element.name == "label", ancestors.contains(where: { $0.name == "label" }) {
      report(element.offset, "<label> cannot be in <label>")
    }
    if HTMLElement.isInteractive(element) || element.name == "a",
      let outer = ancestors.last(where: { $0.name == "a" || $0.name == "button" })
    {
      report(element.offset, "<\(element.name)> cannot be in <\(outer.name)>: one control inside another")
    }
  }

  private mutating func checkParent(_ element: Element) {
    guard let parent = ancestors.last else { return }
    let name = element.name
    if parent.traits.contains(.textOnly) {
      report(element.offset, "<\(parent.name)> holds text only")
    } else if let children = HTMLElement.children[parent.name], !children.contains(name), name != "template" {
      report(element.offset, "<\(name)> is not allowed directly in <\(parent.name)>, which holds \(list(children))")
    } else if let parents = HTMLElement.parents[name], !parents.contains(parent.name), parent.name != "template" {
      report(element.offset, "<\(name)> belongs directly in \(list(parents)), not in <\(parent.name)>")
    } else if element.traits.contains(.heading), parent.traits.contains(.heading) {
      report(element.offset, "<\(name)> cannot be in <\(parent.name)>")
    }
  }

  private func list(_ names: Set<String>) -> String {
    names.sorted().map { "<\($0)>" }.joined(separator: ", ")
  }
}
