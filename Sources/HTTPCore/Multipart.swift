import Support

extension FormData {
  /// Decodes `multipart/form-data` (RFC 7578, RFC 2046 §5.1). A part with a file name is a file.
  init(multipart body: [UInt8], boundary: [UInt8], limits: FormLimits) throws(FormError) {
    guard !boundary.isEmpty, boundary.count <= 70, boundary.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }),
      boundary.last != 0x20
    else { throw .invalidBoundary }
    self.init()
    var reader = MultipartReader(body: body, delimiter: [0x0D, 0x0A, 0x2D, 0x2D] + boundary)
    guard reader.skipPreamble() else { throw .malformedPart(offset: 0) }
    var parts = 0
    while let start = try reader.startOfPart() {
      guard parts < limits.pairLimit else { throw .tooManyPairs(limit: limits.pairLimit) }
      parts += 1
      let head = try reader.head(from: start, limit: limits.partHeadByteLimit)
      let content = try reader.content(from: head.end)
      guard let name = head.name else { throw .malformedPart(offset: start) }
      if let filename = head.filename {
        guard content.count <= limits.fileByteLimit else { throw .fileTooLarge(limit: limits.fileByteLimit) }
        files.append(
          FilePart(name: name, filename: filename, contentType: head.contentType, bytes: Array(body[content])))
      } else {
        if let charset = head.contentType.flatMap({ MediaType($0) })?.otherCharset { throw .otherCharset(charset) }
        guard String(validating: body[content], as: UTF8.self) != nil else { throw .notUTF8 }
        sent.append(name.utf8, body[content])
      }
    }
  }
}

/// Walks the parts of a multipart body: `delimiter := CRLF "--" boundary` (RFC 2046 §5.1.1).
struct MultipartReader {
  /// The meaning of a part's own field lines.
  struct PartHead {
    var name: String?
    var filename: String?
    var contentType: String?
    /// Where the content begins.
    var end: Int
  }

  let body: [UInt8]
  let delimiter: [UInt8]
  /// Behind the last delimiter that was read.
  private var position = 0

  init(body: [UInt8], delimiter: [UInt8]) {
    self.body = body
    self.delimiter = delimiter
  }

  /// The first delimiter may stand at the very start without its CRLF.
  mutating func skipPreamble() -> Bool {
    if body.starts(with: delimiter[2...]) {
      position = delimiter.count - 2
      return true
    }
    guard let found = find(from: 0) else { return false }
    position = found + delimiter.count
    return true
  }

  /// Where the next part begins, or nil behind the closing delimiter ("--").
  mutating func startOfPart() throws(FormError) -> Int? {
    if position + 1 < body.count, body[position] == 0x2D, body[position + 1] == 0x2D { return nil }
    var index = position
    while index < body.count, ASCII.isBlank(body[index]) { index += 1 }
    guard index + 1 < body.count, body[index] == 0x0D, body[index + 1] == 0x0A else {
      throw .malformedPart(offset: index)
    }
    return index + 2
  }

  func head(from start: Int, limit: Int) throws(FormError) -> PartHead {
    var head = PartHead(end: start)
    var lineStart = start
    while true {
      var lineEnd = lineStart
      while lineEnd + 1 < body.count, !(body[lineEnd] == 0x0D && body[lineEnd + 1] == 0x0A) {
        lineEnd += 1
        if lineEnd - start > limit { throw .partHeadTooLarge(limit: limit) }
      }
      guard lineEnd + 1 < body.count else { throw .malformedPart(offset: lineStart) }
      if lineEnd == lineStart {
        head.end = lineEnd + 2
        return head
      }
      try read(body[lineStart..<lineEnd], into: &head)
      lineStart = lineEnd + 2
    }
  }

  /// The content up to the next delimiter, which is consumed.
  mutating func content(from start: Int) throws(FormError) -> Range<Int> {
    // An empty part may let the delimiter's CRLF be the one that ended its head.
    guard let end = find(from: start - 2) else { throw .malformedPart(offset: start) }
    position = end + delimiter.count
    return start..<max(start, end)
  }

  private func read(_ line: ArraySlice<UInt8>, into head: inout PartHead) throws(FormError) {
    guard let colon = line.firstIndex(of: 0x3A) else { return }
    let name = line[..<colon]
    let value = line[(colon + 1)...].trimmingBlanks
    if ASCII.equalIgnoringCase(name, "content-type".utf8) {
      head.contentType = String(decoding: value, as: UTF8.self)
    } else if ASCII.equalIgnoringCase(name, "content-transfer-encoding".utf8) {
      guard Self.plainEncodings.contains(where: { ASCII.equalIgnoringCase(value, $0.utf8) }) else {
        throw .encodedPart(String(decoding: value, as: UTF8.self))
      }
    } else if ASCII.equalIgnoringCase(name, "content-disposition".utf8) {
      for parameter in ListField.split(value, at: 0x3B).dropFirst() {
        guard let equals = parameter.firstIndex(of: 0x3D) else { continue }
        guard let text = MultipartReader.text(parameter[(equals + 1)...]) else { throw .notUTF8 }
        if ASCII.equalIgnoringCase(parameter[..<equals], "name".utf8) { head.name = text }
        if ASCII.equalIgnoringCase(parameter[..<equals], "filename".utf8) { head.filename = text }
      }
    }
  }

  /// Those in which a part's bytes are its content.
  private static let plainEncodings = ["7bit", "8bit", "binary"]

  /// Browsers write `"` as %22, CR as %0D and LF as %0A in names and nothing else escaped (HTML, "multipart/form-data
  /// encoding algorithm"); a backslash is a character. Nil: it is not UTF-8.
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

  /// The next delimiter. Its first byte, CR, appears nowhere else in it, so a failed match never has to look back.
  private func find(from start: Int) -> Int? {
    var index = start
    search: while index + delimiter.count <= body.count {
      if body[index] != 0x0D {
        index += 1
        continue
      }
      for offset in 1..<delimiter.count where body[index + offset] != delimiter[offset] {
        index += offset
        continue search
      }
      return index
    }
    return nil
  }
}
