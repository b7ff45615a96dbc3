import Support

extension TemplateCompiler {
  mutating func compileElement(_ element: Element) {
    let name = element.name
    let isDrawing = name == "svg" || ancestors.last?.isDrawing == true
    let table = isDrawing ? HTMLElement.drawing : HTMLElement.known
    let known = table[name]
    if known == nil {
      report(at: element.offset + 1, "there is no element <\(name)>\(Suggestion.text(for: name, among: table.keys))")
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
      if !element.children.isEmpty { report(at: element.offset, "<\(name)> is a void element; it must be empty") }
      return
    }
    if name == "script" || name == "style" {
      checkRawText(element)
    } else {
      // HTML's parser drops a line break at the start of these elements. This one is dropped, so the content keeps its
      // own.
      if !isDrawing, element.traits.contains(.preformatted) { builder.literal("\n") }
      ancestors.append(Ancestor(element: element, isDrawing: isDrawing))
      compile(element.children)
      let ancestor = ancestors.removeLast()
      if name == "label", element.attribute("for") == nil, !ancestor.holdsControl {
        report(at: element.offset, "a <label> needs 'for', or its control inside it")
      }
    }
    builder.literal("</")
    builder.literal(name)
    builder.literal(">")
  }

  /// Scripts and styles come from files: the content security policy forbids inline ones, and their content is not
  /// escaped.
  private mutating func checkRawText(_ element: Element) {
    if element.name == "style" {
      report(at: element.offset, "no <style> in a template; the content security policy forbids it, use a style sheet")
      return
    }
    for child in element.children {
      if case .text(let pieces) = child, isBlank(pieces) { continue }
      report(at: element.offset, "no content in <script>; the content security policy forbids it, use a file")
      return
    }
    if element.attribute("src") == nil { report(at: element.offset, "a <script> needs 'src'") }
  }

  private mutating func checkRequiredAttributes(_ element: Element) {
    switch element.name {
    case "img" where element.attribute("alt") == nil:
      report(at: element.offset, "an <img> needs 'alt', empty where it only decorates")
    // A button with a name is meant to be posted, and one without a type is a submit button (HTML, "The button
    // element").
    case "button" where element.attribute("type") == nil && element.attribute("name") != nil: break
    case "button":
      checkType(element, known: ["submit", "button", "reset"])
    case "input":
      checkType(
        element,
        known: [
          "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
          "datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset",
          "button",
        ])
    default: break
    }
  }

  private mutating func checkType(_ element: Element, known: [String]) {
    guard let type = element.attribute("type") else {
      report(at: element.offset, "a\(element.name == "input" ? "n" : "") <\(element.name)> needs 'type'")
      return
    }
    if let value = type.literal, !known.contains(value) {
      let suggestion = Suggestion.text(for: value, among: known)
      report(at: type.valueOffset, "'\(value)' is not a type of <\(element.name)>\(suggestion)")
    }
  }

  /// Marks all labels around this place: they contain a control now.
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
          report(at: element.offset, "<\(element.name)> cannot be in <p>; a browser would close the <p> before it")
        }
        if ancestor.name == "p" || ancestor.traits.contains(.paragraphBarrier) { break }
      }
    }
    if element.name == "form", ancestors.contains(where: { $0.name == "form" }) {
      report(at: element.offset, "<form> cannot be in <form>")
    }
    if element.name == "label", ancestors.contains(where: { $0.name == "label" }) {
      report(at: element.offset, "<label> cannot be in <label>")
    }
    if HTMLElement.isInteractive(element) || element.name == "a",
      let outer = ancestors.last(where: { $0.name == "a" || $0.name == "button" })
    {
      report(at: element.offset, "<\(element.name)> cannot be in <\(outer.name)>: one control inside another")
    }
  }

  private mutating func checkParent(_ element: Element) {
    guard let parent = ancestors.last else { return }
    let name = element.name
    if parent.traits.contains(.textOnly) {
      report(at: element.offset, "<\(parent.name)> can contain only text")
    } else if let children = HTMLElement.children[parent.name], !children.contains(name), name != "template" {
      report(
        at: element.offset,
        "<\(name)> is not allowed directly in <\(parent.name)>, which may contain only \(list(children))")
    } else if let parents = HTMLElement.parents[name], !parents.contains(parent.name), parent.name != "template" {
      report(at: element.offset, "<\(name)> belongs directly in \(list(parents)), not in <\(parent.name)>")
    } else if element.traits.contains(.heading), parent.traits.contains(.heading) {
      report(at: element.offset, "<\(name)> cannot be in <\(parent.name)>")
    }
  }

  private func list(_ names: Set<String>) -> String {
    names.sorted().map { "<\($0)>" }.joined(separator: ", ")
  }
}

extension TemplateCompiler {
  /// Compiles text in element content. White space is collapsed; where it is the whole text and contains a line break,
  /// it is dropped. Slots are written escaped.
  mutating func compileText(_ pieces: [Piece]) {
    let isPreformatted = ancestors.contains { $0.traits.contains(.preformatted) }
    if !isPreformatted, isBlank(pieces), hasLineBreak(pieces) { return }
    if let parent = ancestors.last, !isBlank(pieces), HTMLElement.children[parent.name] != nil {
      report(at: offset(of: pieces), "text is not allowed directly in <\(parent.name)>")
    }
    var endsWithSpace = false
    for piece in pieces {
      switch piece {
      case .literal(let bytes, let isReference, _):
        var text = bytes
        if !isPreformatted, !isReference {
          text = collapse(bytes, endsWithSpace: &endsWithSpace)
        } else {
          endsWithSpace = bytes.last == UInt8(ascii: " ")
        }
        builder.literal(Output.escaped(text, position: .text))
      case .slot(let use):
        endsWithSpace = false
        compileTextSlot(use)
      }
    }
  }

  private mutating func compileTextSlot(_ use: SlotUse) {
    guard let access = resolve(use.name, at: use.offset) else { return }
    noteUse(of: use.name)
    switch access {
    case .text(let writer), .url(let writer):
      if use.isOptional {
        report(at: use.offset, "'\(use.name)' is \(access.kind) and never missing; write {\(use.name)}")
      }
      builder.write(writer, position: .text)
    case .optionalText(let writer, _), .optionalURL(let writer, _):
      builder.write(writer, position: .text)
    case .flag:
      report(at: use.offset, "'\(use.name)' is a flag slot; text needs a text slot")
    case .list, .view:
      let directive = if case .list = access { "each" } else { "with" }
      report(
        at: use.offset, "'\(use.name)' is \(access.kind); enter it with <t:\(directive) of=\"\(use.name)\">")
    case .fragments:
      report(at: use.offset, "'\(use.name)' is a fragment slot; write <t:slot name=\"\(use.name)\"/>")
    }
  }

  /// Whether all of it is literal white space; a character reference such as `&#32;` does not count.
  func isBlank(_ pieces: [Piece]) -> Bool {
    pieces.allSatisfy {
      if case .literal(let bytes, false, _) = $0 { bytes.allSatisfy(PieceScanner.isSpace) } else { false }
    }
  }

  private func hasLineBreak(_ pieces: [Piece]) -> Bool {
    pieces.contains {
      if case .literal(let bytes, _, _) = $0 { bytes.contains(UInt8(ascii: "\n")) } else { false }
    }
  }

  /// The offset of the first slot or character that is not white space.
  private func offset(of pieces: [Piece]) -> Int {
    for piece in pieces {
      switch piece {
      case .slot(let use): return use.offset
      case .literal(let bytes, _, let offset):
        if let index = bytes.firstIndex(where: { !PieceScanner.isSpace($0) }) { return offset + index }
      }
    }
    return 0
  }

  private func collapse(_ bytes: [UInt8], endsWithSpace: inout Bool) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      let isSpace = PieceScanner.isSpace(byte)
      if !isSpace { result.append(byte) } else if !endsWithSpace { result.append(UInt8(ascii: " ")) }
      endsWithSpace = isSpace
    }
    return result
  }
}
