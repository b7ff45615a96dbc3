import HTTPMessage
import Support

/// `field-line = field-name ":" OWS field-value OWS` (RFC 9112 §5), as ranges of the input.
struct FieldLine {
  var name: Range<Int>
  var value: Range<Int>

  @inline(__always)
  init(_ span: Span<UInt8>, _ line: Range<Int>) throws(Fault) {
    var index = line.lowerBound
    while index < line.upperBound, ASCII.isTokenCharacter(span[index]) { index += 1 }
    guard index > line.lowerBound, index < line.upperBound, span[index] == 0x3A else {
      // §5.2: obs-fold is refused; §5.1: so is a space before the colon.
      throw line.lowerBound < line.upperBound && ASCII.isBlank(span[line.lowerBound])
        ? .foldedLine : .invalidFieldName
    }
    name = line.lowerBound..<index
    value = span.trimming((index + 1)..<line.upperBound)
    guard Grammar.isFieldContent(span, value) else { throw .invalidFieldValue }
  }
}
