extension TemplateCompiler {
  /// Text in element content: white space is collapsed (and dropped where it is all there is and breaks a line), slots
  /// are written escaped.
  mutating func compileText(_ pieces: [Piece]) {
    let isPreformatted = ancestors.contains { $0.traits.contains(.preformatted) }
    if !isPreformatted, isBlank(pieces), hasLineBreak(pieces) { return }
    if let parent = ancestors.last, !isBlank(pieces), HTMLElement.children[parent.name] != nil {
      report(offset(of: pieces), "text is not allowed directly in <\(parent.name)>")
    }
    var endsWithSpace = false
    for piece in pieces {
      switch piece {
      case .literal(let bytes, let isReference, _):
        var text = bytes
        if !isPreformatted, !isReference {
          text = collapse(bytes, &endsWithSpace)
        } else {
          endsWithSpace = bytes.last == UInt8(ascii: " ")
        }
        builder.literal(Output.escaped(text, .text))
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
        report(use.offset, "'\(use.name)' is \(access.kind) and always there; write {\(use.name)}")
      }
      builder.write(writer, .text)
    case .optionalText(let writer, _), .optionalURL(let writer, _):
      builder.write(writer, .text)
    case .flag:
      report(use.offset, "'\(use.name)' is a flag slot; text needs a text slot")
    case .list, .view:
      let directive = if case .list = access { "each" } else { "with" }
      report(
        use.offset, "'\(use.name)' is \(access.kind); enter it with <t:\(directive) of=\"\(use.name)\">")
    case .fragments:
      report(use.offset, "'\(use.name)' is a fragment slot; write <t:slot name=\"\(use.name)\"/>")
    }
  }

  /// Whether there is white space only, as it was typed.
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

  /// Of the first character that is no white space.
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

  private func collapse(_ bytes: [UInt8], _ endsWithSpace: inout Bool) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      let isSpace = PieceScanner.isSpace(byte)
      if !isSpace { result.append(byte) } else if !endsWithSpace { result.append(UInt8(ascii: " ")) }
      endsWithSpace = isSpace
    }
    return result
  }
}
