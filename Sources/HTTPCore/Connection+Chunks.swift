import Support

/// Content in chunks, and the trailers after it (RFC 9112 §7.1).
extension Connection {
  /// `chunk-size [ chunk-ext ] CRLF` (RFC 9112 §7.1); false until the line is whole.
  mutating func readChunkSize() throws(Fault) -> Bool {
    let limit = limits.chunkSizeDigitLimit + limits.chunkExtensionByteLimit
    guard let line = try takeLine(limit: limit, over: .chunkExtensionsTooLarge) else {
      if bufferedBytes > 0 && ASCII.hexValue(input[position]) == nil && input[position] != 0x0D {
        throw .chunkSizeInvalid
      }
      return false
    }
    let (size, end) = try Grammar.chunkSize(input.span, line: line, digits: limits.chunkSizeDigitLimit)
    extensionBytes += line.upperBound - end
    if extensionBytes > limits.chunkExtensionByteLimit { throw .chunkExtensionsTooLarge }
    try Grammar.checkChunkExtensions(input.span, in: end..<line.upperBound)
    if size == 0 {
      move(.lastChunk)
      return true
    }
    remaining = size
    move(.chunkSize)
    return true
  }

  /// The CRLF after a chunk's data, octet by octet: anything else is refused as soon as it is seen.
  mutating func readChunkEnd() throws(Fault) -> Bool {
    guard bufferedBytes > 0 else { return false }
    guard input[position] == 0x0D else { throw .chunkDelimiterMissing }
    guard bufferedBytes > 1 else { return false }
    guard input[position + 1] == 0x0A else { throw .chunkDelimiterMissing }
    position += 2
    searched = position
    move(.chunkDelimiter)
    return true
  }

  /// `trailer-section = *( field-line CRLF )` (RFC 9112 §7.1.2). Trailers are checked like fields and then dropped, as no trailer
  /// field is known here that would be safe to merge.
  mutating func readTrailers() throws(Fault) -> Bool {
    while true {
      guard let line = try takeLine(limit: limits.trailerByteLimit - trailerBytes, over: .trailersTooLarge) else {
        return false
      }
      if line.isEmpty {
        move(.trailersEnd)
        return true
      }
      trailerBytes += line.count + 2
      if trailerBytes > limits.trailerByteLimit { throw .trailersTooLarge }
      let field = try FieldLine(input.span, line: line)
      // RFC 9110 §6.5.1: fields that frame or route a message must not come in its trailers.
      switch try FramingFact(input.span, field: field) {
      case .host, .contentLength, .transferEncoding: throw .trailerForbidden
      case .connection, .expect, .nothing: break
      }
      move(.fieldLine)
    }
  }
}
