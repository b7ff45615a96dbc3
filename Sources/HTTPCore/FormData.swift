import Glibc
package import Support

/// A submitted form: an ordered list of names and values, and its files.
package struct FormData: Sendable, Equatable {
  /// One name with its value, decoded; control characters are kept as they came.
  package struct Pair: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The names and values as ranges of the received bytes, not decoded yet.
  package internal(set) var sent: SentTexts
  package var files: [FilePart]

  init(_ sent: SentTexts) {
    self.sent = sent
    files = []
  }

  package init(_ pairs: [Pair] = [], files: [FilePart] = []) {
    sent = SentTexts()
    self.files = files
    for pair in pairs { append(pair.name, pair.value) }
  }

  package static func == (a: FormData, b: FormData) -> Bool { a.pairs == b.pairs && a.files == b.files }

  package var pairs: [Pair] {
    sent.fields.map { Pair(name: sent.string(at: $0.name), value: sent.string(at: $0.value)) }
  }

  /// The first value of that name.
  package subscript(name: String) -> String? { sent.first(name) }

  /// All values of that name in order.
  package func values(of name: String) -> [String] {
    sent.fields.filter { sent.isText(name, at: $0.name) }.map { sent.string(at: $0.value) }
  }

  /// The first file of that name.
  package func file(_ name: String) -> FilePart? { files.first { $0.name == name } }

  package mutating func append(_ name: String, _ value: String) { sent.append(name.utf8, value: value.utf8) }

  /// The type in the spelling that every browser sends.
  private static let urlEncodedType = "application/x-www-form-urlencoded"
  static let multipartType = "multipart/form-data"
  /// The media types of forms.
  package static let types = [urlEncodedType, multipartType]

  /// Whether content of this type is a form.
  static func isForm(_ contentType: String) -> Bool {
    if contentType == urlEncodedType { return true }
    let essence = MediaType(contentType)?.essence
    return essence == urlEncodedType || essence == multipartType
  }

  /// The field in which a form names its character encoding (HTML, "constructing the entry list").
  private static let charsetName = "_charset_"

  /// Decodes a body by its media type: `application/x-www-form-urlencoded` or `multipart/form-data`, both in UTF-8. An empty
  /// body without a type is an empty form.
  package static func decode(
    contentType: String?, body: [UInt8], limits: FormLimits = FormLimits()
  ) throws(FormError) -> FormData {
    try decode(anyCharset: contentType, body: body, limits: limits).inUTF8()
  }

  /// Returns the form itself, or throws if it says that it is in another encoding.
  consuming func inUTF8() throws(FormError) -> FormData {
    if let charset = self[Self.charsetName], !charset.isEmpty, !MediaType.isUTF8(charset: charset) {
      throw .otherCharset(charset)
    }
    return self
  }

  private static func decode(
    anyCharset contentType: String?, body: [UInt8], limits: FormLimits
  ) throws(FormError) -> FormData {
    guard let contentType else {
      if body.isEmpty { return FormData() }
      throw .unsupportedMediaType(nil)
    }
    let type = MediaType(contentType)
    if let charset = type?.otherCharset { throw .otherCharset(charset) }
    switch type?.essence {
    case urlEncodedType:
      return try FormData(urlEncoded: body, limits: limits)
    case multipartType:
      var reader = try MultipartReader(contentType: contentType, limits: limits)
      try reader.feed(body)
      return try reader.finish()
    default:
      throw .unsupportedMediaType(contentType)
    }
  }
}

extension FormData {
  /// Reads `application/x-www-form-urlencoded` (URL Standard §5.1). Every sequence of bytes is a form, but it has to be UTF-8, and
  /// the number of pairs is limited.
  package init(urlEncoded bytes: some Sequence<UInt8>, limits: FormLimits = FormLimits()) throws(FormError) {
    let body = Array(bytes)
    guard body.withUnsafeBufferPointer(PercentEncoding.isUTF8) else { throw .notUTF8 }
    var fields: [SentTexts.Field] = []
    fields.reserveCapacity(Self.usualPairCount)
    let isWhole = body.withUnsafeBufferPointer { body in
      var start = 0
      while start < body.count {
        let end = body.next(0x26, in: start..<body.count)
        defer { start = end + 1 }
        guard end > start else { continue }
        guard fields.count < limits.pairLimit else { return false }
        // Most names have no escapes.
        var equals = start
        var isEncoded = false
        while equals < end, body[equals] != 0x3D {
          // "%" and "+", which mark escapes, are among the few characters up to 0x2B. No usual name has any of these.
          if body[equals] <= 0x2B { isEncoded = true }
          equals += 1
        }
        fields.append(
          SentTexts.Field(
            name: start..<equals, isNameEncoded: isEncoded, value: min(equals + 1, end)..<end))
      }
      return true
    }
    guard isWhole else { throw .tooManyPairs(limit: limits.pairLimit) }
    self.init(SentTexts(body, fields: fields))
  }

  /// The number of pairs in a form of usual size.
  private static let usualPairCount = 20

  /// The form as `application/x-www-form-urlencoded` (URL Standard §5.2); a file is represented by its file name.
  package var urlEncoded: [UInt8] {
    var bytes: [UInt8] = []
    for pair in pairs + files.map({ Pair(name: $0.name, value: $0.filename) }) {
      if !bytes.isEmpty { bytes.append(0x26) }
      PercentEncoding.append(form: pair.name, to: &bytes)
      bytes.append(0x3D)
      PercentEncoding.append(form: pair.value, to: &bytes)
    }
    return bytes
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The next place of this byte in a range; the range's end if there is none.
  func next(_ byte: UInt8, in range: Range<Int>) -> Int {
    guard let base = baseAddress, !range.isEmpty,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return range.upperBound }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }
}

/// Limits of form decoding. The size of a body that is in memory was limited before, when it was received.
package struct FormLimits: Sendable, Equatable {
  /// Pairs and parts. Each costs about 40 bytes of bookkeeping whatever its length, so that a body of "&a&a&a" would
  /// otherwise take twenty times its size; the largest "Select All" of a 1 MiB body stays below this limit.
  package var pairLimit: Int
  /// Bytes of the field lines of one multipart part: a name, a file name and a type.
  package var partHeadByteLimit: Int
  /// Bytes of a multipart body that stay in memory: the parts that are not files, and the field lines of all parts.
  package var fieldsByteLimit: Int
  /// Bytes of one file: a photo from a phone. A file beyond this limit or the next two is skipped, and its content says why.
  package var fileByteLimit: Int
  /// Files with content.
  package var fileCountLimit: Int
  /// Bytes of all files together.
  package var filesByteLimit: Int

  package init(
    pairLimit: Int = 100_000, partHeadByteLimit: Int = 8 << 10, fieldsByteLimit: Int = .max,
    fileByteLimit: Int = 32 << 20, fileCountLimit: Int = 100, filesByteLimit: Int = .max
  ) {
    self.pairLimit = pairLimit
    self.partHeadByteLimit = partHeadByteLimit
    self.fieldsByteLimit = fieldsByteLimit
    self.fileByteLimit = fileByteLimit
    self.fileCountLimit = fileCountLimit
    self.filesByteLimit = filesByteLimit
  }
}

/// Why a body is not a form.
package enum FormError: Error, Equatable, Sendable {
  /// The Content-Type is neither urlencoded nor multipart/form-data. Carries it as received.
  case unsupportedMediaType(String?)
  /// Content-Type fields that contradict each other: a proxy in front of the server may have read another one.
  case contentTypeRepeated
  /// The content, a part of it or the field `_charset_` names a character encoding other than UTF-8.
  case otherCharset(String)
  /// A part has a Content-Transfer-Encoding other than 7bit, 8bit and binary, which browsers never write (RFC 7578 §4.7).
  case encodedPart(String)
  /// Names or values that are not UTF-8.
  case notUTF8
  /// More pairs or parts than `FormLimits.pairLimit`.
  case tooManyPairs(limit: Int)
  /// A part's field lines exceed `FormLimits.partHeadByteLimit`.
  case partHeadTooLarge(limit: Int)
  /// The parts that are not files exceed `FormLimits.fieldsByteLimit`.
  case fieldsTooLarge(limit: Int)
  /// multipart/form-data without a usable boundary (RFC 2046 §5.1.1: 1 to 70 characters).
  case invalidBoundary
  /// The multipart body is cut short, or a part has no name; `offset` in bytes.
  case malformedPart(offset: Int)

  /// The status of the answer to it.
  package var status: Status {
    switch self {
    case .unsupportedMediaType, .otherCharset, .encodedPart: .unsupportedMediaType
    case .tooManyPairs, .partHeadTooLarge, .fieldsTooLarge: .contentTooLarge
    case .contentTypeRepeated, .notUTF8, .invalidBoundary, .malformedPart: .badRequest
    }
  }
}
