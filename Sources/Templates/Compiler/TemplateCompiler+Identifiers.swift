import Support

extension TemplateCompiler {
  mutating func declareIdentifier(_ attribute: Attribute) {
    let tokens = Identifiers.tokens(of: attribute.pieces)
    guard tokens.count == 1, let token = tokens.first else {
      report(attribute.valueOffset, "an id is one word")
      return
    }
    let hasSlot = attribute.literal == nil
    if scope.isRepeated, !hasSlot {
      report(token.offset, "this id is the same for every item; put a slot of the item into it")
    }
    // A slot's value belongs to the view that it is asked of.
    let key = hasSlot ? scope.path.joined(separator: ".") + " " + token.pattern : token.pattern
    for earlier in identifiers.declarations[key] ?? [] where !earlier.excludes(conditions) {
      let position = SourceText(earlier.source.bytes).position(of: earlier.offset)
      let place = "\(earlier.source.path):\(position.line):\(position.column)"
      report(token.offset, "the id '\(token.pattern)' is at \(place) already")
      break
    }
    identifiers.declarations[key, default: []].append(
      Identifiers.Declaration(key: key, conditions: conditions, source: source, offset: token.offset))
    identifiers.patterns.insert(token.pattern)
  }

  mutating func collectReferences(_ attribute: Attribute, of element: Element) {
    let name = attribute.name
    if name == "href" {
      collectFragmentReference(attribute)
      return
    }
    guard !attribute.traits.isDisjoint(with: [.reference, .referenceList]) else { return }
    if attribute.pieces.count == 1, case .slot = attribute.pieces[0] { return }
    let tokens = Identifiers.tokens(of: attribute.pieces)
    if tokens.isEmpty { report(attribute.valueOffset, "'\(name)' names no element") }
    let isList = attribute.traits.contains(.referenceList) && !(name == "for" && element.name == "label")
    if !isList, tokens.count > 1 { report(tokens[1].offset, "'\(name)' takes one id") }
    for token in tokens { refer(token, attribute) }
  }

  /// `href="#id"`; `#` and `#top` are the top of the page (HTML: "Scrolling to a fragment").
  private mutating func collectFragmentReference(_ attribute: Attribute) {
    guard case .literal(let bytes, _, let offset) = attribute.pieces.first, bytes.first == UInt8(ascii: "#") else {
      return
    }
    let rest = Piece.literal(Array(bytes.dropFirst()), isReference: false, offset: offset + 1)
    let tokens = Identifiers.tokens(of: [rest] + attribute.pieces.dropFirst())
    for token in tokens where token.pattern != "top" { refer(token, attribute) }
  }

  private mutating func refer(_ token: (pattern: String, offset: Int), _ attribute: Attribute) {
    identifiers.references.append(
      Identifiers.Reference(
        pattern: token.pattern, attribute: attribute.name, source: source, offset: token.offset))
  }

  /// Once everything is compiled: an id may stand after its reference.
  mutating func checkReferences() {
    for reference in identifiers.references where !identifiers.patterns.contains(reference.pattern) {
      let suggestion = Suggestion.text(for: reference.pattern, among: identifiers.patterns)
      diagnostics.append(
        reference.source.diagnostic(
          .error, at: reference.offset,
          "'\(reference.attribute)' names '\(reference.pattern)', an id that is not in this template\(suggestion)"))
    }
  }
}
