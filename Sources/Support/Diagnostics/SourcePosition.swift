/// A place in a text file as people and editors count: from 1, columns in characters (grapheme clusters).
public struct SourcePosition: Sendable, Hashable, Comparable {
  /// From 1.
  public var line: Int
  /// From 1, in characters.
  public var column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
  /// The first character of a file.
  package static let start = SourcePosition(line: 1, column: 1)

  public static func < (a: SourcePosition, b: SourcePosition) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
