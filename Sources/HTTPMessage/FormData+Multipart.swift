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
