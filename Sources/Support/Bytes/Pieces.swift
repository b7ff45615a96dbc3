extension StringProtocol where SubSequence == Substring {
  /// The pieces between the places where this ASCII letter stands, found byte by byte: what counts as a character need not be
  /// looked up, which takes a hundred times as long.
  /// - `keepsEmpty`: whether nothing between two of them is a piece too.
  package func pieces(at separator: Unicode.Scalar, keepsEmpty: Bool = false) -> [Substring] {
    let separator = UInt8(ascii: separator)
    let text = self[...].utf8
    func cut(_ bytes: UnsafeBufferPointer<UInt8>) -> [Substring] {
      var pieces: [Substring] = []
      var start = text.startIndex
      var startOffset = 0
      for offset in 0...bytes.count where offset == bytes.count || bytes[offset] == separator {
        let end = text.index(start, offsetBy: offset - startOffset)
        if keepsEmpty || offset > startOffset { pieces.append(Substring(text[start..<end])) }
        guard offset < bytes.count else { break }
        start = text.index(after: end)
        startOffset = offset + 1
      }
      return pieces
    }
    return text.withContiguousStorageIfAvailable(cut) ?? Array(text).withUnsafeBufferPointer(cut)
  }

  /// The text before the first of this ASCII letter, and the text behind it; nil where there is none.
  package func halves(at separator: Unicode.Scalar) -> (Substring, Substring)? {
    guard let place = utf8.firstIndex(of: UInt8(ascii: separator)) else { return nil }
    return (self[..<place], self[utf8.index(after: place)...])
  }
}
