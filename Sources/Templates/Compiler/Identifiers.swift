/// The ids that a template declares and those that it refers to, as patterns such as `{id}-helper`.
struct Identifiers {
  struct Declaration {
    let key: String
    /// The conditions under which the element is there.
    let conditions: [TemplateCompiler.Condition: Bool]
    let source: SourceFile
    let offset: Int

    /// Whether no page can hold both.
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
  /// Patterns without the views they were written in: a reference from within a `t:with` finds an id outside.
  var patterns: Set<String> = []
  var references: [Reference] = []
}

extension Identifiers {
  /// `{id}-helper`, a literal brace doubled, with the offset of its first character.
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
    var text = ""
    for character in String(decoding: bytes, as: UTF8.self) {
      text.append(character)
      if character == "{" || character == "}" { text.append(character) }
    }
    return text
  }
}
