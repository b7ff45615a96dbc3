import Support

/// Texts that every template can name with a dot, such as `{press.close}`. They are the same for every view, so they
/// are put into the template when it is read.
package struct TemplateConstants: Sendable, ExpressibleByDictionaryLiteral {
  private let texts: [String: String]

  package init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

  /// - Parameter texts: the whole name (`press.close`) and the text that replaces it.
  package init(_ texts: some Sequence<(String, String)>) {
    self.texts = Dictionary(texts, uniquingKeysWith: { first, _ in first })
  }

  /// The tree with each constant replaced by its text; an unknown name is a diagnostic.
  func specialized(in template: ParsedTemplate) -> (ParsedTemplate, [Diagnostic]) {
    var findings: [SlotUse] = []
    guard let root = specialized(template.root, findings: &findings) else { return (template, []) }
    let diagnostics = findings.map { use in
      let suggestion = Suggestion.text(for: use.name, among: texts.keys.sorted())
      return template.source.diagnostic(
        .error, at: use.offset, message: "there is no constant '\(use.name)'\(suggestion)")
    }
    return (ParsedTemplate(source: template.source, root: root), diagnostics)
  }

  private static func namesConstant(_ pieces: [Piece]) -> Bool {
    pieces.contains {
      if case .slot(let use) = $0 { use.name.utf8.contains(UInt8(ascii: ".")) } else { false }
    }
  }

  /// The element with its constants replaced, or `nil` if it names none.
  private func specialized(_ element: Element, findings: inout [SlotUse]) -> Element? {
    var changed: Element?
    for (index, attribute) in element.attributes.enumerated() where Self.namesConstant(attribute.pieces) {
      if changed == nil { changed = element }
      changed?.attributes[index] = Attribute(
        name: attribute.name, offset: attribute.offset, valueOffset: attribute.valueOffset,
        pieces: specialized(attribute.pieces, findings: &findings), constant: attribute.wholeName)
    }
    for (index, child) in element.children.enumerated() {
      guard let child = specialized(child, findings: &findings) else { continue }
      if changed == nil { changed = element }
      changed?.children[index] = child
    }
    return changed
  }

  private func specialized(_ node: Node, findings: inout [SlotUse]) -> Node? {
    switch node {
    case .element(let element): specialized(element, findings: &findings).map(Node.element)
    case .text(let pieces): Self.namesConstant(pieces) ? .text(specialized(pieces, findings: &findings)) : nil
    }
  }

  private func specialized(_ pieces: [Piece], findings: inout [SlotUse]) -> [Piece] {
    pieces.map { piece in
      guard case .slot(let use) = piece, use.name.contains(".") else { return piece }
      guard let text = texts[use.name], !use.isOptional else {
        findings.append(use)
        return .literal([], isReference: true, offset: use.offset)
      }
      return .literal(Array(text.utf8), isReference: true, offset: use.offset)
    }
  }
}
