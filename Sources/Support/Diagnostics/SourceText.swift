/// A file's bytes and the line and column of any offset in them.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  private let lineStarts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    bytes.withUnsafeBufferPointer { text in
      while let end = text.first(UInt8(ascii: "\n"), from: starts[starts.count - 1]) { starts.append(end + 1) }
    }
    lineStarts = starts
  }

  package func position(of offset: Int) -> SourcePosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(of: offset)
    let before = bytes[lineStarts[line - 1]..<offset]
    return SourcePosition(line: line, column: String(decoding: before, as: UTF8.self).count + 1)
  }

  package func place(of offset: Int) -> Place { places(of: [offset])[0] }

  /// A place as it is shown to people.
  package struct Place: Sendable {
    package let position: SourcePosition
    /// `nil` if the line is empty.
    package let excerpt: Excerpt?
  }

  /// The place of each offset. For ascending offsets in one line, each byte is read once, so a long line with many mistakes
  /// costs no more than a short one.
  package func places(of offsets: [Int]) -> [Place] {
    var last = (offset: 0, line: 1, column: 1, scalarColumn: 1)
    return offsets.map { offset in
      let offset = min(max(offset, 0), bytes.count)
      let line = line(of: offset)
      if line != last.line || offset < last.offset { last = (lineStarts[line - 1], line, 1, 1) }
      let between = bytes[last.offset..<offset]
      last.column += String(decoding: between, as: UTF8.self).count
      last.scalarColumn += between.count { $0 & 0xC0 != 0x80 }
      last.offset = offset
      return Place(
        position: SourcePosition(line: line, column: last.column), excerpt: excerpt(at: offset, last.scalarColumn))
    }
  }

  /// If a line is longer (a drawing's path, a definition on one line), only these numbers of bytes around the place are shown.
  private static let wholeLineByteLimit = 200
  private static let byteLimitBefore = 120
  private static let byteLimitAfter = 80

  private func excerpt(at offset: Int, _ scalarColumn: Int) -> Excerpt? {
    let line = lineBytes(around: offset)
    guard !line.isEmpty else { return nil }
    let place = min(offset, line.endIndex)
    let isWhole = line.count <= Self.wholeLineByteLimit
    let start = isWhole ? line.startIndex : max(line.startIndex, place - Self.byteLimitBefore)
    let end = isWhole ? line.endIndex : min(line.endIndex, place + Self.byteLimitAfter)
    func isInside(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    // Whole characters only.
    let before = line[start..<place].drop { start > line.startIndex && isInside($0) }
    var after = line[place..<end]
    if end < line.endIndex, isInside(line[end]) {
      while let byte = after.popLast(), isInside(byte) {}
    }
    let lead = (start > line.startIndex ? "…" : "") + String(decoding: before, as: UTF8.self)
    let rest = String(decoding: after, as: UTF8.self) + (end < line.endIndex ? "…" : "")
    return Excerpt(line: lead + rest, indent: lead.count, scalarColumn: scalarColumn)
  }

  /// From 1.
  package func line(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The offset of the line end after an offset; in the last line, the number of bytes.
  package func end(ofLineAt offset: Int) -> Int {
    let line = line(of: offset)
    return line < lineStarts.count ? lineStarts[line] - 1 : bytes.count
  }

  /// The bytes of the line of an offset, without its end.
  package func lineBytes(around offset: Int) -> ArraySlice<UInt8> {
    let offset = min(max(offset, 0), bytes.count)
    let start = lineStarts[line(of: offset) - 1]
    let end = end(ofLineAt: offset)
    return bytes[start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)]
  }
}

/// The line of a file that a diagnostic shows, and the place in it.
package struct Excerpt: Sendable, Equatable {
  /// The line; if it is long, the part around the place.
  package let line: String
  /// Characters of `line` before the place.
  package let indent: Int
  /// The place in the whole line, from 1, counted in Unicode scalars as some programs count.
  package let scalarColumn: Int

  package init(line: String, indent: Int, scalarColumn: Int) {
    self.line = line
    self.indent = indent
    self.scalarColumn = scalarColumn
  }

  /// The line, and a caret under the place. Control characters are shown as symbols, because a terminal would execute them.
  package var text: String {
    // A tab stays a tab and a wide character becomes a wide space, so that the caret is under its character.
    let blanks = line.prefix(indent).map { character -> Character in
      character == "\t" ? "\t" : character.isWide ? "\u{3000}" : " "
    }
    let shown = String.UnicodeScalarView(
      line.unicodeScalars.map { scalar in
        guard scalar.value < 0x20, scalar != "\t" else { return scalar }
        return Unicode.Scalar(0x2400 + scalar.value) ?? scalar
      })
    return "\(String(shown))\n\(String(blanks))^"
  }
}

extension Character {
  /// Whether a terminal shows it in two columns: East Asian characters and emoji.
  package var isWide: Bool {
    guard let scalar = unicodeScalars.first?.value else { return false }
    return switch scalar {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
