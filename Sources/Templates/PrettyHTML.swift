/// Formats rendered HTML for people and for diffs: one element a line, indented. It is for reading only, because the
/// added white space may be significant to a browser.
package enum PrettyHTML {
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  /// - Parameter html: the output of a template, with every element closed and no comments.
  package static func format(_ html: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var depth = 0
    var rest = html[...]
    func line(_ bytes: some Collection<UInt8>) {
      output += repeatElement(UInt8(ascii: " "), count: depth * 2)
      output += bytes
      output.append(10)
    }
    while let first = rest.first {
      if first != UInt8(ascii: "<") {
        let text = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest[text.endIndex...]
        let trimmed = text.trimmingSpace()
        if !trimmed.isEmpty { line(trimmed) }
        continue
      }
      guard let end = endOfTag(rest) else {
        line(rest)
        break
      }
      let tag = rest[..<end]
      rest = rest[end...]
      let isClosing = tag.dropFirst().first == UInt8(ascii: "/")
      let name = String(
        decoding: tag.dropFirst(isClosing ? 2 : 1).prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") },
        as: UTF8.self)
      if isClosing {
        depth = max(0, depth - 1)
        line(tag)
      } else if name == "textarea" || name == "pre" {
        // White space inside is the visitor's text, so the content stays on the tag's line.
        let closing = Array("</\(name)>".utf8)
        let stop = rest.indices.first { rest[$0...].starts(with: closing) } ?? rest.endIndex
        line(tag + rest[..<stop] + closing)
        rest = rest[min(stop + closing.count, rest.endIndex)...]
      } else {
        line(tag)
        if !void.contains(name), !name.hasPrefix("!") { depth += 1 }
      }
    }
    return output
  }

  /// The index after the ">" that ends the tag; a ">" inside a quoted value does not end it.
  private static func endOfTag(_ bytes: ArraySlice<UInt8>) -> Int? {
    var isQuoted = false
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: ">"), !isQuoted { return index + 1 }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func trimmingSpace() -> ArraySlice<UInt8> {
    guard let start = firstIndex(where: { $0 != 32 && $0 != 10 }),
      let end = lastIndex(where: { $0 != 32 && $0 != 10 })
    else { return [] }
    return self[start...end]
  }
}
