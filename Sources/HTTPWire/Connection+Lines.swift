import Glibc
import HTTPMessage
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
      if let field = takePlainField(limit: room) {
        if head.entries.count == limits.fieldLimit { throw .tooManyFields }
        try take(field)
        continue
      }
      guard let line = try takeLine(limit: room, over: .fieldsTooLarge) else {
        if bufferedBytes > 0 && ASCII.isBlank(input[position]) { throw .foldedLine }
        return false
      }
      if line.isEmpty {
        try endHead(at: line.lowerBound)
        return true
      }
      if head.entries.count == limits.fieldLimit { throw .tooManyFields }
      try take(try FieldLine(input.span, line))
    }
  }

  private mutating func take(_ field: FieldLine) throws(Fault) {
    let fact = try FramingFact(input.span, field)
    try head.add(field, fact)
    move(.fieldLine)
  }

  /// The field line at `position`, read and checked in one go, and steps over it. Nil where it is not whole or not as it
  /// should be: then `takeLine` and `FieldLine` say what becomes of it.
  private mutating func takePlainField(limit: Int) -> FieldLine? {
    guard searched == position, let (field, end) = FieldLine.plain(input.span, from: position), end - position <= limit
    else { return nil }
    searchedBytes += end + 2 - position
    position = end + 2
    searched = position
    return field
  }

  private mutating func endHead(at end: Int) throws(Fault) {
    head.fieldsEnd = end
    head.takeFields(input)
    let content = try head.framing.content(minorVersion: head.minorVersion, limit: limits.bodyByteLimit)
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
