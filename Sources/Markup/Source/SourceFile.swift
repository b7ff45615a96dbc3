/// A template's bytes, and the way from a byte's offset to its line and column.
struct SourceFile: Sendable {
  /// Its name for `t:part`, such as `parts/message`.
  let name: String
  let path: String
  let bytes: [UInt8]

  func diagnostic(_ severity: Diagnostic.Severity, at offset: Int, _ message: String) -> Diagnostic {
    let offset = min(max(offset, 0), bytes.count)
    let newline = UInt8(ascii: "\n")
    var start = offset
    while start > 0, bytes[start - 1] != newline { start -= 1 }
    var end = offset
    while end < bytes.count, bytes[end] != newline { end += 1 }
    let line = 1 + bytes[..<start].count(where: { $0 == newline })
    let column = 1 + String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.count
    let text = String(decoding: bytes[start..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    let shown = text.unicodeScalars.prefix(max(SourceFile.snippetLimitInScalars, column + 40))
    return Diagnostic(
      path: path, line: line, column: column, severity: severity, message: message,
      snippet: String(String.UnicodeScalarView(shown)))
  }

  /// A line longer than this (a path of a drawing, say) is cut after the caret.
  static let snippetLimitInScalars = 160
}
