package import Support

/// Reads `multipart/form-data` (RFC 7578, RFC 2046 §5.1) as it arrives: however its bytes are split, the form is the same.
///
///     var reader = try MultipartReader(boundary: boundary, limits: limits, spool: folder)
///     try reader.feed(block)    // for each block
///     let form = try reader.finish()
///
/// A part with a file name is a file. Its bytes go to the spool, or stay in memory if there is no spool. A file that is too large or
/// cannot be stored is skipped, and its content says why. All other parts stay in memory, below a limit.
package struct MultipartReader {
  private enum State {
    case preamble
    /// After a delimiter: its line end, or the two hyphens of the last delimiter.
    case delimiterEnd
    case head
    case content
    case epilogue
  }

  /// A part whose content is arriving.
  private enum Part {
    case text(name: String, value: [UInt8])
    case file(IncomingFile)
  }

  /// `delimiter := CRLF "--" boundary` (RFC 2046 §5.1.1).
  private let delimiter: [UInt8]
  private let limits: FormLimits
  private let spool: SpoolFolder?
  private var state = State.preamble
  /// What is not consumed yet begins at `position`. The first delimiter may be at the very start without its CRLF, so one is put
  /// before it.
  private var buffer: [UInt8] = [0x0D, 0x0A]
  private var position = 0
  /// The place in the body where the buffer begins.
  private var offset = -2
  /// Bytes at `position` that may begin a delimiter but are not content: the CRLF that ended a head, or the one put before the body.
  private var sharedBytes = 2
  private var lineStart = 0
  /// No line end was found before this index.
  private var searched = 0
  private var form = FormData()
  private var head = PartHead()
  private var part: Part?
  private var partCount = 0
  /// Bytes of the parts that are not files, and of all heads.
  private var fieldBytes = 0
  private var files = FileUse()

  /// - Parameters:
  ///   - boundary: the boundary that the media type names.
  ///   - spool: where files go; `nil`: they stay in memory.
  package init(boundary: [UInt8], limits: FormLimits = FormLimits(), spool: SpoolFolder? = nil) throws(FormError) {
    guard !boundary.isEmpty, boundary.count <= 70, boundary.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
      boundary.last != 0x20
    else { throw .invalidBoundary }
    delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
    self.limits = limits
    self.spool = spool
  }

  /// - Parameter contentType: the request's field. A type other than `multipart/form-data` has no boundary, and is an error.
  package init(contentType: String, limits: FormLimits = FormLimits(), spool: SpoolFolder? = nil) throws(FormError) {
    let type = MediaType(contentType)
    guard type?.essence == FormData.multipartType, let boundary = type?.parameter("boundary") else {
      throw .invalidBoundary
    }
    try self.init(boundary: Array(boundary.utf8), limits: limits, spool: spool)
  }

  /// Bytes of memory that the reader takes, without files that stay in memory.
  package var heldBytes: Int { buffer.count + fieldBytes }

  /// Takes the next bytes. Do not call it again after an error.
  package mutating func feed(_ bytes: [UInt8]) throws(FormError) {
    guard state != .epilogue else { return }
    buffer.removeSubrange(..<position)
    offset += position
    searched -= position
    lineStart -= position
    position = 0
    buffer.append(contentsOf: bytes)
    while try step() {}
  }

  /// Returns the form; no more bytes may follow.
  package consuming func finish() throws(FormError) -> FormData {
    guard state == .epilogue else { throw .malformedPart(offset: max(0, offset + position)) }
    return try form.inUTF8()
  }

  /// - Returns: whether more can be done with the bytes that are buffered.
  private mutating func step() throws(FormError) -> Bool {
    switch state {
    case .preamble, .content: try readContent()
    case .delimiterEnd: try readDelimiterEnd()
    case .head: try readHead()
    case .epilogue: false
    }
  }

  /// Reads the content up to the next delimiter, which is consumed, or up to what may be the beginning of one.
  private mutating func readContent() throws(FormError) -> Bool {
    let (end, isDelimiter) = nextDelimiter()
    let start = min(position + sharedBytes, end)
    sharedBytes -= start - position
    try take(start..<end)
    position = end
    guard isDelimiter else { return false }
    try endPart()
    position += delimiter.count
    searched = position
    state = .delimiterEnd
    return true
  }

  /// Where the next delimiter begins, or may begin. Its first byte, CR, appears nowhere else in it, so a failed match never has to
  /// look back.
  private func nextDelimiter() -> (start: Int, isWhole: Bool) {
    buffer.withUnsafeBufferPointer { buffer in
      var index = position
      while true {
        index = buffer.next(0x0D, in: index..<buffer.count)
        let count = min(delimiter.count, buffer.count - index)
        var matched = 0
        while matched < count, buffer[index + matched] == delimiter[matched] { matched += 1 }
        if matched == delimiter.count { return (index, true) }
        if matched == count { return (index, false) }
        index += matched
      }
    }
  }

  private mutating func readDelimiterEnd() throws(FormError) -> Bool {
    guard buffer.count - position >= 2 else { return false }
    if buffer[position] == 0x2D, buffer[position + 1] == 0x2D {
      state = .epilogue
      (buffer, position) = ([], 0)
      return false
    }
    while searched < buffer.count, ASCII.isBlank(buffer[searched]) { searched += 1 }
    try checkHead(endingAt: searched)
    guard buffer.count - searched >= 2 else { return false }
    guard buffer[searched] == 0x0D, buffer[searched + 1] == 0x0A else {
      throw .malformedPart(offset: offset + searched)
    }
    guard partCount < limits.pairLimit else { throw .tooManyPairs(limit: limits.pairLimit) }
    partCount += 1
    position = searched + 2
    (searched, lineStart) = (position, position)
    head = PartHead()
    state = .head
    return true
  }

  private mutating func readHead() throws(FormError) -> Bool {
    while let end = lineEnd() {
      try checkHead(endingAt: end)
      if end == lineStart {
        try hold(end - position)
        part = try beginPart()
        // In an empty part, the CRLF that ended the head may also be the delimiter's.
        (position, sharedBytes) = (end, 2)
        state = .content
        return true
      }
      try head.read(buffer[lineStart..<end])
      lineStart = end + 2
      searched = lineStart
    }
    // The last byte may be the CR of a line end.
    searched = max(searched, buffer.count - 1)
    try checkHead(endingAt: searched)
    return false
  }

  private func checkHead(endingAt end: Int) throws(FormError) {
    guard end - position <= limits.partHeadByteLimit else { throw .partHeadTooLarge(limit: limits.partHeadByteLimit) }
  }

  /// The CRLF that ends the current line.
  private func lineEnd() -> Int? {
    buffer.withUnsafeBufferPointer { buffer in
      var index = searched
      while true {
        index = buffer.next(0x0D, in: index..<buffer.count)
        guard index + 1 < buffer.count else { return nil }
        if buffer[index + 1] == 0x0A { return index }
        index += 1
      }
    }
  }

  private func beginPart() throws(FormError) -> Part {
    guard let name = head.name else { throw .malformedPart(offset: offset + position) }
    if let filename = head.filename {
      return .file(IncomingFile(name: name, filename: filename, contentType: head.contentType))
    }
    if let charset = head.contentType.flatMap({ MediaType($0) })?.otherCharset { throw .otherCharset(charset) }
    return .text(name: name, value: [])
  }

  private mutating func take(_ range: Range<Int>) throws(FormError) {
    guard !range.isEmpty, let part else { return }
    // Held only once, so that nothing is copied.
    self.part = nil
    switch consume part {
    case .text(let name, var value):
      try hold(range.count)
      value.append(contentsOf: buffer[range])
      self.part = .text(name: name, value: value)
    case .file(var file):
      buffer.withUnsafeBytes {
        file.take(UnsafeRawBufferPointer(rebasing: $0[range]), beside: files, limits: limits, spool: spool)
      }
      self.part = .file(file)
    }
  }

  private mutating func endPart() throws(FormError) {
    switch part {
    case nil: return
    case .text(let name, let value):
      guard String(validating: value, as: UTF8.self) != nil else { throw .notUTF8 }
      form.sent.append(name.utf8, value: value)
    case .file(let file): form.files.append(file.finish(countingIn: &files))
    }
    part = nil
  }

  private mutating func hold(_ bytes: Int) throws(FormError) {
    fieldBytes += bytes
    guard fieldBytes <= limits.fieldsByteLimit else { throw .fieldsTooLarge(limit: limits.fieldsByteLimit) }
  }
}

/// What a part's field lines mean.
private struct PartHead {
  var name: String?
  var filename: String?
  var contentType: String?

  mutating func read(_ line: ArraySlice<UInt8>) throws(FormError) {
    guard let colon = line.firstIndex(of: 0x3A) else { return }
    let name = line[..<colon]
    let value = line[(colon + 1)...].trimmingBlanks
    if ASCII.equalIgnoringCase(name, "content-type".utf8) {
      contentType = String(decoding: value, as: UTF8.self)
    } else if ASCII.equalIgnoringCase(name, "content-transfer-encoding".utf8) {
      guard Self.plainEncodings.contains(where: { ASCII.equalIgnoringCase(value, $0.utf8) }) else {
        throw .encodedPart(String(decoding: value, as: UTF8.self))
      }
    } else if ASCII.equalIgnoringCase(name, "content-disposition".utf8) {
      for parameter in ListField.split(value, at: 0x3B).dropFirst() {
        guard let equals = parameter.firstIndex(of: 0x3D) else { continue }
        guard let text = Self.text(parameter[(equals + 1)...]) else { throw .notUTF8 }
        if ASCII.equalIgnoringCase(parameter[..<equals], "name".utf8) { self.name = text }
        if ASCII.equalIgnoringCase(parameter[..<equals], "filename".utf8) { filename = text }
        // RFC 7578 §4.2 forbids this parameter; some programs write only this one if a name is not ASCII.
        if ASCII.equalIgnoringCase(parameter[..<equals], "filename*".utf8) { filename = filename ?? extended(text) }
      }
    }
  }

  /// Encodings in which a part's bytes are its content unchanged.
  private static let plainEncodings = ["7bit", "8bit", "binary"]

  /// Decodes `UTF-8''` and a name with escapes (RFC 8187 §3.2); any other text is returned unchanged.
  private func extended(_ text: String) -> String {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, MediaType.isUTF8(charset: String(parts[0])) else { return text }
    return String(validating: PercentEncoding.decodeBytes(parts[2].utf8), as: UTF8.self) ?? text
  }

  /// The text of a parameter. In names, browsers write `"` as %22, CR as %0D and LF as %0A and escape nothing else (HTML,
  /// "multipart/form-data encoding algorithm"); a backslash is an ordinary character. `nil` if it is not UTF-8.
  private static func text(_ value: ArraySlice<UInt8>) -> String? {
    guard value.count >= 2, value.first == 0x22, value.last == 0x22 else {
      return String(validating: value, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    var rest = value.dropFirst().dropLast()
    while let byte = rest.first {
      if rest.starts(with: "%22".utf8) || rest.starts(with: "%0D".utf8) || rest.starts(with: "%0A".utf8) {
        bytes.append(contentsOf: PercentEncoding.decodeBytes(rest.prefix(3)))
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
