import Support

/// The ids that a template declares, and the ids that it refers to. Both are patterns such as `{id}-helper`.
struct Identifiers {
  struct Declaration {
    let key: String
    /// The conditions under which the element is rendered.
    let conditions: [TemplateCompiler.Condition: Bool]
    let source: SourceFile
    let offset: Int

    /// Whether no page can contain both elements.
    func excludes(_ other: [TemplateCompiler.Condition: Bool]) -> Bool {
      conditions.contains { condition, holds in other[condition].map { $0 != holds } ?? false }
    }
  }

  struct Reference {
    let pattern: String
    let attribute: String
    let source: SourceFile
    let offset: Int
  }

  var declarations: [String: [Declaration]] = [:]
  /// The patterns, without the views in which they were written: a reference inside a `t:with` finds an id outside.
  var patterns: Set<String> = []
  var references: [Reference] = []
}

extension Identifiers {
  /// The ids in an attribute's value, such as `{id}-helper`. A literal brace is doubled. The offset is that of the
  /// first character.
  static func tokens(of pieces: [Piece]) -> [(pattern: String, offset: Int)] {
    var tokens: [(pattern: String, offset: Int)] = []
    var current = ""
    var start = 0
    func close() {
      if !current.isEmpty { tokens.append((current, start)) }
      current = ""
    }
    for piece in pieces {
      switch piece {
      case .slot(let use):
        if current.isEmpty { start = use.offset }
        current += "{\(use.name)}"
      case .literal(let bytes, _, let offset):
        var index = 0
        while index < bytes.count {
          var end = index
          while end < bytes.count, !PieceScanner.isSpace(bytes[end]) { end += 1 }
          if end > index {
            if current.isEmpty { start = offset + index }
            current += literal(bytes[index..<end])
          }
          if end < bytes.count { close() }
          index = end + 1
        }
      }
    }
    close()
    return tokens
  }

  private static func literal(_ bytes: ArraySlice<UInt8>) -> String {
    let isBrace: (UInt8) -> Bool = { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    guard bytes.contains(where: isBrace) else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.flatMap { isBrace($0) ? [$0, $0] : [$0] }, as: UTF8.self)
  }
}

extension TemplateCompiler {
  mutating func declareIdentifier(_ attribute: Attribute) {
    let tokens = Identifiers.tokens(of: attribute.pieces)
    guard tokens.count == 1, let token = tokens.first else {
      report(at: attribute.valueOffset, "an id is one word")
      return
    }
    let hasSlot = attribute.literal == nil
    if scope.isRepeated, !hasSlot {
      report(at: token.offset, "this id is the same for every item; put a slot of the item into it")
    }
    // The same slot name has different values in different views, so the view's path is part of the key.
    let key = hasSlot ? scope.path.joined(separator: ".") + " " + token.pattern : token.pattern
    for earlier in identifiers.declarations[key] ?? [] where !earlier.excludes(conditions) {
      let position = SourceText(earlier.source.bytes).position(of: earlier.offset)
      let place = "\(earlier.source.path):\(position.line):\(position.column)"
      report(at: token.offset, "the id '\(token.pattern)' is already used at \(place)")
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
    if tokens.isEmpty { report(at: attribute.valueOffset, "'\(name)' names no element") }
    let isList = attribute.traits.contains(.referenceList) && !(name == "for" && element.name == "label")
    if !isList, tokens.count > 1 { report(at: tokens[1].offset, "'\(name)' takes one id") }
    for token in tokens { refer(token, of: attribute) }
  }

  /// `href="#id"`; `#` and `#top` are the top of the page (HTML: "Scrolling to a fragment").
  private mutating func collectFragmentReference(_ attribute: Attribute) {
    guard case .literal(let bytes, _, let offset) = attribute.pieces.first, bytes.first == UInt8(ascii: "#") else {
      return
    }
    let rest = Piece.literal(Array(bytes.dropFirst()), isReference: false, offset: offset + 1)
    let tokens = Identifiers.tokens(of: [rest] + attribute.pieces.dropFirst())
    for token in tokens where token.pattern != "top" { refer(token, of: attribute) }
  }

  private mutating func refer(_ token: (pattern: String, offset: Int), of attribute: Attribute) {
    identifiers.references.append(
      Identifiers.Reference(
        pattern: token.pattern, attribute: attribute.name, source: source, offset: token.offset))
  }

  /// Runs after everything is compiled, because an id may come after a reference to it.
  mutating func checkReferences() {
    for reference in identifiers.references where !identifiers.patterns.contains(reference.pattern) {
      let suggestion = Suggestion.text(for: reference.pattern, among: identifiers.patterns)
      diagnostics.append(
        reference.source.diagnostic(
          .error, at: reference.offset,
          message:
            "'\(reference.attribute)' names '\(reference.pattern)', an id that is not in this template\(suggestion)"))
    }
  }
}
