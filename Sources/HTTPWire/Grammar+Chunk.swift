import HTTPMessage
import Support

extension Grammar {
  /// `chunk-size = 1*HEXDIG` at the start of a chunk's line (RFC 9112 §7.1); the index behind it and its value.
  static func chunkSize(_ span: Span<UInt8>, _ line: Range<Int>, digits: Int) throws(Fault) -> (value: Int, end: Int) {
    var value = 0
    var index = line.lowerBound
    while index < line.upperBound, let digit = ASCII.hexValue(span[index]) {
      guard index - line.lowerBound < digits else { throw .chunkSizeInvalid }
      // Beyond any limit is beyond any limit: the top bits are kept from wrapping around.
      value = value > Int.max >> 4 ? Int.max : value << 4 | Int(digit)
      index += 1
    }
    guard index > line.lowerBound else { throw .chunkSizeInvalid }
    return (value, index)
  }

  /// `chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )`,
  /// `chunk-ext-name = token`, `chunk-ext-val = token / quoted-string` (RFC 9112 §7.1.1).
  static func checkChunkExtensions(_ span: Span<UInt8>, _ range: Range<Int>) throws(Fault) {
    var index = range.lowerBound
    func skipBlanks() { while index < range.upperBound, ASCII.isBlank(span[index]) { index += 1 } }
    func skipToken() -> Bool {
      let start = index
      while index < range.upperBound, ASCII.isTokenCharacter(span[index]) { index += 1 }
      return index > start
    }
    while index < range.upperBound {
      skipBlanks()
      guard index < range.upperBound, span[index] == 0x3B else {
        throw index == range.lowerBound || span[range.lowerBound] != 0x3B ? .chunkSizeInvalid : .chunkExtensionInvalid
      }
      index += 1
      skipBlanks()
      guard skipToken() else { throw .chunkExtensionInvalid }
      let nameEnd = index
      skipBlanks()
      guard index < range.upperBound, span[index] == 0x3D else {
        index = nameEnd
        continue
      }
      index += 1
      skipBlanks()
      if index < range.upperBound, span[index] == 0x22 {
        guard let end = quotedStringEnd(span, index..<range.upperBound) else { throw .chunkExtensionInvalid }
        index = end
      } else {
        guard skipToken() else { throw .chunkExtensionInvalid }
      }
    }
  }

  /// `quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE` (RFC 9110 §5.6.4); the index behind it.
  private static func quotedStringEnd(_ span: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound + 1
    while index < range.upperBound {
      switch span[index] {
      case 0x22: return index + 1
      case 0x5C: index += 1
      default: break
      }
      guard index < range.upperBound, isFieldContent(span[index]) else { return nil }
      index += 1
    }
    return nil
  }
}
