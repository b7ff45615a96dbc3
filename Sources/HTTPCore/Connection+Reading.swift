import Glibc
import Support

extension Connection {
  /// The line at `position` without its CRLF, and steps over it; nil until it is whole. What can be seen to be wrong in
  /// a line that is not whole is refused at once, not when its sender has run out of time.
  mutating func takeLine(limit: Int, over fault: Fault) throws(Fault) -> Range<Int>? {
    let found = lineFeed(from: searched)
    guard let newline = found else {
      try checkPartialLine()
      // A CR at the end may belong to the line's end.
      if input.count - position > limit + 1 { throw fault }
      return nil
    }
    // RFC 9112 §2.2 lets a recipient take a bare LF; one that does not sees the lines that everyone else sees.
    guard newline > position, input[newline - 1] == 0x0D else { throw .bareLineEnd }
    let line = position..<(newline - 1)
    if line.count > limit { throw fault }
    position = newline + 1
    searched = position
    return line
  }

  private mutating func lineFeed(from start: Int) -> Int? {
    let found = input.withUnsafeBufferPointer { buffer -> Int? in
      guard start < buffer.count, let base = buffer.baseAddress,
        let hit = memchr(base + start, 0x0A, buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(hit))
    }
    searchedBytes += (found ?? input.count) - start
    return found
  }

  private mutating func checkPartialLine() throws(Fault) {
    let end = input.count
    var index = searched
    searchedBytes += end - index
    while index < end {
      let byte = input[index]
      if byte == 0x0D {
        // The last octet so far: what follows decides, and is looked at together with it.
        if index + 1 == end { break }
        throw .bareLineEnd
      }
      guard Grammar.isFieldContent(byte) else { throw .controlCharacter }
      index += 1
    }
    searched = index
  }

  /// Skips empty lines before a request line (RFC 9112 §2.2).
  mutating func readStart() throws(Fault) {
    while position < input.count {
      guard input[position] == 0x0D else {
        if input[position] == 0x0A { throw .bareLineEnd }
        guard ASCII.isTokenCharacter(input[position]) else { throw .malformedRequestLine }
        searched = position
        move(.firstOctet)
        return
      }
      guard position + 1 < input.count else { return }
      guard input[position + 1] == 0x0A else { throw .bareLineEnd }
      emptyLines += 1
      if emptyLines > limits.emptyLineLimit { throw .tooManyEmptyLines }
      position += 2
      searched = position
      move(.emptyLine)
    }
  }

  /// Reads field lines up to the empty one; false until it came.
  mutating func readFields() throws(Fault) -> Bool {
    while true {
      let room = limits.fieldByteLimit - (position - head.fieldsStart)
      guard let line = try takeLine(limit: room, over: .fieldsTooLarge) else {
        if bufferedBytes > 0 && ASCII.isBlank(input[position]) { throw .foldedLine }
        return false
      }
      if line.isEmpty {
        try endHead(at: line.lowerBound)
        return true
      }
      if head.entries.count == limits.fieldLimit { throw .tooManyFields }
      let field = try FieldLine(input.span, line)
      try head.add(field, try FramingFact(input.span, field))
      move(.fieldLine)
    }
  }

  private mutating func endHead(at end: Int) throws(Fault) {
    head.fieldsEnd = end
    head.takeFields(input)
    let limit = asksForReceiver ? Int.max : limits.bodyByteLimit
    let content = try head.framing.content(minorVersion: head.minorVersion, limit: limit)
    continuePending = head.framing.expectsContinue && head.minorVersion >= 1
    switch content {
    case .none:
      continuePending = false
      move(.headWithoutContent)
    case .length(let length):
      if bufferedBytes > 0 { continuePending = false }
      remaining = length
      move(.headWithLength)
    case .chunks:
      if bufferedBytes > 0 { continuePending = false }
      move(.headWithChunks)
    }
  }
}

extension Connection {
  /// Moves what is there of the content, or of the chunk at hand, from the input to the body.
  mutating func takeContent() {
    let count = min(remaining, bufferedBytes)
    guard count > 0 else { return }
    if body.isEmpty && remaining <= Connection.reservedBodyByteLimit { body.reserveCapacity(remaining) }
    body.append(contentsOf: input[position..<(position + count)])
    position += count
    searched = position
    remaining -= count
  }

  /// `chunk-size [ chunk-ext ] CRLF` (RFC 9112 §7.1); false until the line is whole.
  mutating func readChunkSize() throws(Fault) -> Bool {
    let limit = limits.chunkSizeDigitLimit + limits.chunkExtensionByteLimit
    guard let line = try takeLine(limit: limit, over: .chunkExtensionsTooLarge) else {
      if bufferedBytes > 0 && ASCII.hexValue(input[position]) == nil && input[position] != 0x0D {
        throw .chunkSizeInvalid
      }
      return false
    }
    let (size, end) = try Grammar.chunkSize(input.span, line, digits: limits.chunkSizeDigitLimit)
    extensionBytes += line.upperBound - end
    if extensionBytes > limits.chunkExtensionByteLimit { throw .chunkExtensionsTooLarge }
    try Grammar.checkChunkExtensions(input.span, end..<line.upperBound)
    if size == 0 {
      move(.lastChunk)
      return true
    }
    remaining = size
    move(.chunkSize)
    return true
  }

  /// The CRLF behind a chunk's data, octet by octet: anything else is refused as soon as it is seen.
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

  /// `trailer-section = *( field-line CRLF )` (RFC 9112 §7.1.2): checked like fields, then dropped, as nothing here
  /// knows a trailer field that is safe to merge.
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
      let field = try FieldLine(input.span, line)
      // RFC 9110 §6.5.1: what frames or routes a message cannot come after it.
      switch try FramingFact(input.span, field) {
      case .host, .contentLength, .transferEncoding: throw .trailerForbidden
      case .connection, .expect, .nothing: break
      }
      move(.fieldLine)
    }
  }

  /// Bytes that an announced length may reserve before a single octet of content came.
  private static let reservedBodyByteLimit = 64 * 1024
}
