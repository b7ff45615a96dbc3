package import Support

/// A submitted form: an ordered list of names and values, and of files.
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

  /// Its names and values where they stand, not decoded yet.
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
  package subscript(name: String) -> String? {
    sent.fields.first { sent.isText(name, at: $0.name) }.map { sent.string(at: $0.value) }
  }

  /// All values of that name in order.
  package func values(of name: String) -> [String] {
    sent.fields.filter { sent.isText(name, at: $0.name) }.map { sent.string(at: $0.value) }
  }

  /// The first file of that name.
  package func file(_ name: String) -> FilePart? { files.first { $0.name == name } }

  package mutating func append(_ name: String, _ value: String) { sent.append(name.utf8, value.utf8) }

  /// As every browser writes it.
  private static let urlEncodedType = "application/x-www-form-urlencoded"
  private static let multipartType = "multipart/form-data"
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
    let data = try decode(anyCharset: contentType, body: body, limits: limits)
    if let charset = data[charsetName], !charset.isEmpty, !MediaType.isUTF8(charset: charset) {
      throw .otherCharset(charset)
    }
    return data
  }

  private static func decode(
    anyCharset contentType: String?, body: [UInt8], limits: FormLimits
  ) throws(FormError) -> FormData {
    guard let contentType else {
      if body.isEmpty { return FormData() }
      throw .unsupportedMediaType(nil)
    }
    if contentType == urlEncodedType { return try FormData(urlEncoded: body, limits: limits) }
    let type = MediaType(contentType)
    if let charset = type?.otherCharset { throw .otherCharset(charset) }
    switch type?.essence {
    case urlEncodedType:
      return try FormData(urlEncoded: body, limits: limits)
    case multipartType:
      guard let boundary = type?.parameter("boundary") else { throw .invalidBoundary }
      return try FormData(multipart: body, boundary: Array(boundary.utf8), limits: limits)
    default:
      throw .unsupportedMediaType(contentType)
    }
  }
}
