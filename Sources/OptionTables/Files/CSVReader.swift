import Glibc

/// RFC 4180, a field at a time: quotes, doubled quotes, line breaks within quotes, CRLF or LF. Says what is wrong with a
/// field and goes on after it.
struct CSVReader {
  struct Field {
    enum End { case comma, line, file }
    /// Without the quotes around it.
    var content: Range<Int>
    var hasDoubledQuotes = false
    var end: End
    var fault: (reason: OptionFileError.Reason, offset: Int)?
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// In bytes.
  private(set) var offset: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Goes to the next record that is not an empty line; false at the end of the file.
  mutating func beginRecord() -> Bool {
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") {
        offset += 1
      } else if isLineEnd(offset) {
        offset += 2
      } else {
        return true
      }
    }
    return false
  }

  @inline(__always)
  mutating func nextField() -> Field {
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") { return quotedField() }
    let start = offset
    var fault: (reason: OptionFileError.Reason, offset: Int)?
    while offset < bytes.count {
      let byte = bytes[offset]
      // The four that matter are all at or below the comma.
      if byte <= UInt8(ascii: ",") {
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || isLineEnd(offset) { break }
        if fault == nil, byte == UInt8(ascii: "\"") { fault = (.strayQuote, offset) }
        if fault == nil, byte == UInt8(ascii: "\r") { fault = (.strayCarriageReturn, offset) }
      }
      offset += 1
    }
    let content = start..<offset
    return Field(content: content, end: takeEnd(), fault: fault)
  }

  /// The text of a field.
  @inline(__always)
  func append(_ field: Field, to append: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard field.hasDoubledQuotes else { return append(UnsafeBufferPointer(rebasing: bytes[field.content])) }
    var start = field.content.lowerBound
    var position = start
    while position < field.content.upperBound {
      if bytes[position] == UInt8(ascii: "\"") {
        append(UnsafeBufferPointer(rebasing: bytes[start...position]))
        position += 1
        start = position + 1
      }
      position += 1
    }
    if start < field.content.upperBound {
      append(UnsafeBufferPointer(rebasing: bytes[start..<field.content.upperBound]))
    }
  }

  private mutating func quotedField() -> Field {
    let start = offset + 1
    var hasDoubledQuotes = false
    var quote = nextQuote(from: start)
    while let place = quote, place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\"") {
      hasDoubledQuotes = true
      quote = nextQuote(from: place + 2)
    }
    guard let quote else {
      offset = bytes.count
      return Field(content: start..<start, end: .file, fault: (.unclosedQuote, start - 1))
    }
    offset = quote + 1
    var fault: (reason: OptionFileError.Reason, offset: Int)?
    while offset < bytes.count, bytes[offset] != UInt8(ascii: ","), bytes[offset] != UInt8(ascii: "\n"),
      !isLineEnd(offset)
    {
      if fault == nil { fault = (.textAfterQuote, offset) }
      offset += 1
    }
    return Field(content: start..<quote, hasDoubledQuotes: hasDoubledQuotes, end: takeEnd(), fault: fault)
  }

  private func nextQuote(from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let hit = memchr(base + start, Int32(UInt8(ascii: "\"")), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }

  /// CR and LF.
  @inline(__always)
  private func isLineEnd(_ offset: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "\r") && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
  }

  @inline(__always)
  private mutating func takeEnd() -> Field.End {
    guard offset < bytes.count else { return .file }
    switch bytes[offset] {
    case UInt8(ascii: ","):
      offset += 1
      return .comma
    case UInt8(ascii: "\r"): offset += 2
    default: offset += 1
    }
    return .line
  }
}
