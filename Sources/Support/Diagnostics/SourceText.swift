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

  /// The bytes of the line of an offset, without its end.
  package func lineBytes(around offset: Int) -> ArraySlice<UInt8> {
    let start = lineStarts[line(of: min(max(offset, 0), bytes.count)) - 1]
    return bytes[start...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }
}
