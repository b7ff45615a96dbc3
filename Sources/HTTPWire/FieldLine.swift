import HTTPMessage
import Support

/// `field-line = field-name ":" OWS field-value OWS` (RFC 9112 §5), as ranges of the input.
struct FieldLine {
  var name: Range<Int>
  var value: Range<Int>
  let nameKey: UInt32

  @inline(__always)
  init(_ span: Span<UInt8>, _ line: Range<Int>) throws(Fault) {
    let index = Grammar.tokenEnd(span, from: line.lowerBound)
    guard index > line.lowerBound, index < line.upperBound, span[index] == 0x3A else {
      // §5.2: obs-fold is refused; §5.1: so is a space before the colon.
      throw line.lowerBound < line.upperBound && ASCII.isBlank(span[line.lowerBound])
        ? .foldedLine : .invalidFieldName
    }
    self.init(span, name: line.lowerBound..<index, value: (index + 1)..<line.upperBound)
    guard Grammar.isFieldContent(span, value) else { throw .invalidFieldValue }
  }

  @inline(__always)
  private init(_ span: Span<UInt8>, name: Range<Int>, value: Range<Int>) {
    self.name = name
    self.value = span.trimming(value)
    nameKey = FieldName.key(of: span.extracting(name))
  }

  /// A whole line without any mistake, and where it ends; nil: there is none.
  @inline(__always)
  static func plain(_ span: Span<UInt8>, from start: Int) -> (FieldLine, end: Int)? {
    let colon = Grammar.tokenEnd(span, from: start)
    guard colon > start, colon < span.count, span[colon] == 0x3A else { return nil }
    let end = Grammar.fieldContentEnd(span, (colon + 1)..<span.count)
    guard end + 1 < span.count, span[end] == 0x0D, span[end + 1] == 0x0A else { return nil }
    return (FieldLine(span, name: start..<colon, value: (colon + 1)..<end), end)
  }
}
