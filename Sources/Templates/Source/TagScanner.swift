/// Finds the names and values of a start tag in the file's bytes: libxml2 hands them over without their places.
///
/// libxml2 has accepted the tag already, so what is scanned here is well-formed.
struct TagScanner {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  private(set) var findings: [Finding] = []

  /// - `tag`: from `<` up to the tag's `>` or `/>`.
  init(_ bytes: [UInt8], _ tag: Range<Int>) {
    self.bytes = bytes
    index = tag.lowerBound
    end = tag.upperBound
  }

  mutating func scan() -> Element {
    let offset = index
    index += 1
    let name = scanName()
    var attributes: [Attribute] = []
    while true {
      skipSpace()
      guard index < end else { break }
      attributes.append(scanAttribute())
    }
    return Element(name: name, offset: offset, attributes: attributes)
  }

  private mutating func scanName() -> String {
    let start = index
    while index < end, !PieceScanner.isSpace(bytes[index]), bytes[index] != UInt8(ascii: "=") { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while index < end, PieceScanner.isSpace(bytes[index]) { index += 1 }
  }

  private mutating func scanAttribute() -> Attribute {
    let offset = index
    let name = scanName()
    skipSpace()
    index += 1  // =
    skipSpace()
    let start = min(index + 1, end)
    let quote = index < end ? bytes[index] : UInt8(ascii: "\"")
    let close = bytes[start..<end].firstIndex(of: quote) ?? end
    index = min(close + 1, end)
    // A directive's value is a name, not text: braces in it are for the compiler to refuse.
    let isNamespace = name.hasPrefix("xmlns")
    var scanner = PieceScanner(bytes, isAttribute: true)
    if !isNamespace { scanner.scan(start..<close) }
    findings += scanner.findings
    return Attribute(
      name: name, offset: offset, value: String(decoding: bytes[start..<close], as: UTF8.self), valueOffset: start,
      pieces: scanner.finish())
  }
}
