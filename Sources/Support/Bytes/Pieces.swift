extension StringProtocol where SubSequence == Substring {
  /// The pieces between the places where this ASCII letter stands, found byte by byte: what counts as a character need not be
  /// looked up, which takes a hundred times as long.
  /// - `keepsEmpty`: whether nothing between two of them is a piece too.
  package func pieces(at separator: Unicode.Scalar, keepsEmpty: Bool = false) -> [Substring] {
    let separator = UInt8(ascii: separator)
    let text = self[...]
    let bytes = text.utf8
    var pieces: [Substring] = []
    var start = bytes.startIndex
    var startOffset = 0
    func add(upTo offset: Int) {
      let end = bytes.index(start, offsetBy: offset - startOffset)
      if keepsEmpty || offset > startOffset { pieces.append(Substring(bytes[start..<end])) }
      start = end
      startOffset = offset
    }
    func cut(_ bytes: UnsafeBufferPointer<UInt8>) {
      for offset in bytes.indices where bytes[offset] == separator {
        add(upTo: offset)
        start = text.utf8.index(after: start)
        startOffset += 1
      }
      add(upTo: bytes.count)
    }
    if bytes.withContiguousStorageIfAvailable(cut) == nil { Array(bytes).withUnsafeBufferPointer(cut) }
    return pieces
  }

  /// The text before the first of this ASCII letter, and the text behind it; nil where there is none.
  package func halves(at separator: Unicode.Scalar) -> (Substring, Substring)? {
    guard let place = utf8.firstIndex(of: UInt8(ascii: separator)) else { return nil }
    return (self[..<place], self[utf8.index(after: place)...])
  }
}
