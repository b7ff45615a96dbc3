package import HTTPMessage

/// One file under `Public`, ready to send in each content coding that it is kept in.
package struct Asset: Sendable {
  private struct Variant: Sendable {
    var response: Response
    let tag: EntityTag

    init(_ response: Response, _ tag: EntityTag) {
      self.response = response
      self.tag = tag
      self.response.fields[.eTag] = tag.description
    }
  }

  private let identity: Variant
  /// Nil where it would be no smaller: then there is nothing to choose.
  private let gzip: Variant?

  /// Bytes of the header fields that a coded response has besides those of a plain one.
  private static let codingByteCount = 60

  /// - Parameter hash: of the bytes, for entity tags.
  init(_ bytes: [UInt8], type: AssetType, hash: String, _ encoder: GzipEncoder) {
    var response = Response(contentType: type.mediaType, body: bytes)
    response.fields[.cacheControl] = "public, max-age=31536000, immutable"
    response.fields[.xContentTypeOptions] = "nosniff"
    let compressed = type.isText ? encoder.encode(bytes) : bytes
    guard compressed.count + Self.codingByteCount < bytes.count else {
      (identity, gzip) = (Variant(response, EntityTag(hash)), nil)
      return
    }
    response.fields[.vary] = FieldName.acceptEncoding.spelling
    identity = Variant(response, EntityTag(hash))
    // Other bytes, another tag (RFC 9110 §8.8.3.3).
    gzip = Variant(response.gzipped { _ in compressed }, EntityTag("\(hash)-gzip"))
  }

  /// The asset, or 304 Not Modified where the client has these bytes already (RFC 9110 §13.1.2).
  package func response(to fields: Fields) -> Response {
    let variant = gzip.flatMap { ContentCoding(acceptedBy: fields) == .gzip ? $0 : nil } ?? identity
    guard let condition = fields[.ifNoneMatch], variant.tag.isNamed(byIfNoneMatch: condition) else {
      return variant.response
    }
    var response = Response(status: .notModified)
    for name in [FieldName.eTag, .cacheControl, .vary] { response.fields[name] = variant.response.fields[name] }
    return response
  }
}
