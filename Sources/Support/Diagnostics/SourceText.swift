/// A place in a text file as people and editors count: from 1, columns in characters (grapheme clusters).
public struct SourcePosition: Sendable, Hashable, Comparable {
  public var line: Int
  public var column: Int
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
  public static func < (a: SourcePosition, b: SourcePosition) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A file's bytes and the line and column of any offset in them.
package struct SourceText: Sendable {
  package let bytes: [UInt8]
  private let lineStarts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    lineStarts = starts
  }

  package func position(of offset: Int) -> SourcePosition { positions(of: [offset])[0] }

  /// Line and column of each offset. Of ascending offsets in one line each byte is looked at once, so that a long line
  /// with many mistakes costs no more than a short one.
  package func positions(of offsets: [Int]) -> [SourcePosition] {
    var positions: [SourcePosition] = []
    var last = (offset: 0, line: 1, column: 1)
    for offset in offsets {
      let offset = min(max(offset, 0), bytes.count)
      let line = line(of: offset)
      if line != last.line || offset < last.offset { last = (lineStarts[line - 1], line, 1) }
      last.column += String(decoding: bytes[last.offset..<offset], as: UTF8.self).count
      last.offset = offset
      positions.append(SourcePosition(line: line, column: last.column))
    }
    return positions
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
}
