import FormCells
import Support

/// Rows of a table as lines (RFC 4180 §2).
enum CSV {
  static func append(header names: [String], to output: inout [UInt8]) {
    for (position, name) in names.enumerated() {
      if position > 0 { output.append(UInt8(ascii: ",")) }
      append(field: Array(name.utf8)[...], isText: true, to: &output)
    }
    output += [13, 10]
  }

  static func append(_ row: TableRow, to output: inout [UInt8]) {
    for (position, field) in row.fields.enumerated() {
      if position > 0 { output.append(UInt8(ascii: ",")) }
      append(field: row.bytes[field.range], isText: field.kind == .text, to: &output)
    }
    output += [13, 10]
  }

  /// - Parameter isText: false for a number or the like, which is never a formula.
  private static func append(field content: ArraySlice<UInt8>, isText: Bool, to output: inout [UInt8]) {
    let isGuarded = isText && isFormula(content)
    let isQuoted = content.contains { $0 == 44 || $0 == 34 || $0 == 10 || $0 == 13 }
    if isQuoted { output.append(UInt8(ascii: "\"")) }
    if isGuarded { output.append(UInt8(ascii: "'")) }
    guard isQuoted else {
      output += content
      return
    }
    for byte in content {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Whether a spreadsheet would evaluate the text instead of showing it. Some accept full-width signs, and ignore
  /// invisible characters before them. A negative number is not a formula.
  private static func isFormula(_ content: ArraySlice<UInt8>) -> Bool {
    guard let first = content.first else { return false }
    // A shortcut: most texts begin with one of these.
    if ASCII.isAlpha(first) || ASCII.isDigit(first) { return false }
    if first == 9 || first == 10 || first == 13 { return true }
    if first == UInt8(ascii: "-"), isNumber(content) { return false }
    for scalar in String(decoding: content, as: UTF8.self).unicodeScalars {
      if signs.contains(scalar) { return true }
      guard scalar.properties.isWhitespace || isInvisible(scalar) else { return false }
    }
    return false
  }

  /// The signs with their full-width and small forms (U+FE62 and so on).
  private static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}", "\u{FE6B}",
  ]

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: true
    default: false
    }
  }

  private static func isNumber(_ content: ArraySlice<UInt8>) -> Bool {
    (try? DecimalNumber(parsing: String(decoding: content, as: UTF8.self))) != nil
  }
}
