/// The line of a file that a diagnostic shows, and where in it the place is.
package struct Excerpt: Sendable, Equatable {
  /// The line; of a long one, what stands around the place.
  package let line: String
  /// Characters of `line` before the place.
  package let indent: Int
  /// The place in the whole line, from 1, counted in Unicode scalars as some programs do.
  package let scalarColumn: Int

  package init(line: String, indent: Int, scalarColumn: Int) {
    self.line = line
    self.indent = indent
    self.scalarColumn = scalarColumn
  }

  /// The line, and a caret under the place. Control characters are shown as signs: a terminal would obey them.
  package var text: String {
    // A tab stays a tab, a wide character becomes a wide space: the caret stands under its character.
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
  /// Whether a terminal gives it two columns: East Asian letters and signs, and emoji.
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
