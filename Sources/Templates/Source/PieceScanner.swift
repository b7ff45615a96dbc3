/// Splits text or an attribute's value into literal runs and slots, and decodes the references that XML knows.
///
/// libxml2 has accepted the same bytes already, so a reference found here is well-formed.
struct PieceScanner {
  private let bytes: [UInt8]
  /// In an attribute, a line break with its indentation becomes one space.
  private let isAttribute: Bool
  private(set) var pieces: [Piece] = []
  private(set) var findings: [Finding] = []
  private var run: [UInt8] = []
  private var runOffset = 0
  private var runIsReference = false

  init(_ bytes: [UInt8], isAttribute: Bool) {
    self.bytes = bytes
    self.isAttribute = isAttribute
  }

  /// Scans one range of the file. Several ranges may follow one another, with comments between them.
  mutating func scan(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "&"):
        let end = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: ";")) ?? range.upperBound - 1
        append(PieceScanner.decode(bytes[(index + 1)..<end]), isReference: true, offset: index)
        index = end + 1
      case UInt8(ascii: "{"):
        index = brace(at: index, end: range.upperBound)
      case UInt8(ascii: "}"):
        if index + 1 < range.upperBound, bytes[index + 1] == byte {
          append([byte], isReference: false, offset: index)
          index += 2
        } else {
          findings.append(Finding(offset: index, message: "a lone '}'; write '}}' for a brace"))
          index += 1
        }
      case UInt8(ascii: "\r"):
        // XML reads CR LF, and a single CR, as LF.
        let isPair = index + 1 < range.upperBound && bytes[index + 1] == UInt8(ascii: "\n")
        if !isPair { append([UInt8(ascii: "\n")], isReference: false, offset: index) }
        index += 1
      default:
        let end = bytes[index..<range.upperBound].firstIndex(where: Self.hasMeaning) ?? range.upperBound
        append(bytes[index..<end], isReference: false, offset: index)
        index = end
      }
    }
  }

  private static func hasMeaning(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\r"): true
    default: false
    }
  }

  /// The pieces, after everything is scanned.
  mutating func finish() -> [Piece] {
    flush()
    return pieces
  }

  private mutating func append(_ bytes: some Collection<UInt8>, isReference: Bool, offset: Int) {
    if !run.isEmpty, runIsReference != isReference { flush() }
    guard run.isEmpty else {
      run += bytes
      return
    }
    run = Array(bytes)
    runOffset = offset
    runIsReference = isReference
  }

  private mutating func flush() {
    guard !run.isEmpty else { return }
    let text = isAttribute && !runIsReference ? PieceScanner.joiningLines(run) : run
    pieces.append(.literal(text, isReference: runIsReference, offset: runOffset))
    run = []
  }

  /// The name in `{{name}}`, which is how other template languages write a slot.
  private func doubledName(at index: Int, end: Int) -> String? {
    guard let close = bytes[(index + 2)..<end].firstIndex(of: UInt8(ascii: "}")), close + 1 < end,
      bytes[close + 1] == UInt8(ascii: "}")
    else { return nil }
    let text = bytes[(index + 2)..<close].drop { $0 == UInt8(ascii: " ") }
    let name = text.prefix { $0 != UInt8(ascii: " ") }
    guard text.dropFirst(name.count).allSatisfy({ $0 == UInt8(ascii: " ") }), PieceScanner.isName(name) else {
      return nil
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Answers the offset after the slot, or after the brace if it is wrong.
  private mutating func brace(at index: Int, end: Int) -> Int {
    if index + 1 < end, bytes[index + 1] == UInt8(ascii: "{") {
      if let name = doubledName(at: index, end: end) {
        let doubled = "{{" + name + "}}"
        findings.append(
          Finding(
            offset: index,
            message: "\(doubled) writes braces, not the slot; write {\(name)}, or &#123;\(name)&#125; for the braces"))
      }
      append([UInt8(ascii: "{")], isReference: false, offset: index)
      return index + 2
    }
    guard
      let close = bytes[index..<end].firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "\n") }),
      bytes[close] == UInt8(ascii: "}")
    else {
      findings.append(Finding(offset: index, message: "this '{' is never closed; write '{{' for a brace"))
      return index + 1
    }
    var name = bytes[(index + 1)..<close]
    let isOptional = name.last == UInt8(ascii: "?")
    if isOptional { name = name.dropLast() }
    if name.isEmpty {
      findings.append(Finding(offset: index, message: "an empty slot; write the name between the braces"))
    } else if !PieceScanner.isName(name) {
      let text = String(decoding: name, as: UTF8.self)
      findings.append(
        Finding(
          offset: index + 1, message: "'\(text)' is not a slot name: a letter, then letters and digits; '{{' is a brace"
        ))
    } else {
      flush()
      pieces.append(
        .slot(SlotUse(name: String(decoding: name, as: UTF8.self), isOptional: isOptional, offset: index + 1)))
    }
    return close + 1
  }
}

extension PieceScanner {
  /// Whether it is the name of a slot, or of a constant: two names with a dot between them.
  static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return isPlainName(bytes) }
    return isPlainName(bytes[..<dot]) && isPlainName(bytes[(dot + 1)...])
  }

  private static func isPlainName(_ bytes: ArraySlice<UInt8>) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") }
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The character of a reference, given without `&` and `;`.
  static func decode(_ reference: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(decoding: reference, as: UTF8.self)
    switch text {
    case "amp": return [UInt8(ascii: "&")]
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default: break
    }
    let number =
      text.hasPrefix("#x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text.dropFirst(), radix: 10)
    return Array(String(Character(number.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")).utf8)
  }

  /// White space that contains a line break becomes one space. A tab becomes a space too, as in XML.
  static func joiningLines(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 != 0x20 && isSpace($0) }) else { return bytes }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      var end = index
      while end < bytes.count, isSpace(bytes[end]) { end += 1 }
      if end > index {
        let hasBreak = bytes[index..<end].contains(UInt8(ascii: "\n"))
        result += Array(repeating: UInt8(ascii: " "), count: hasBreak ? 1 : end - index)
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}

/// Finds the names and values of a start tag in the file's bytes, because libxml2 reports them without their places.
///
/// libxml2 has accepted the tag already, so what is scanned here is well-formed.
struct TagScanner {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  private(set) var findings: [Finding] = []

  /// - `tag`: from `<` up to the tag's `>` or `/>`.
  init(_ bytes: [UInt8], tag: Range<Int>) {
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
    // A namespace has no slots, so its braces are not read.
    if name.hasPrefix("xmlns") {
      let value = Piece.literal(Array(bytes[start..<close]), isReference: false, offset: start)
      return Attribute(name: name, offset: offset, valueOffset: start, pieces: [value])
    }
    var scanner = PieceScanner(bytes, isAttribute: true)
    scanner.scan(start..<close)
    findings += scanner.findings
    return Attribute(name: name, offset: offset, valueOffset: start, pieces: scanner.finish())
  }
}
