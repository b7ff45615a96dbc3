import Gzip
package import HTTPCore
import Support

/// Bytes that do not change while the process runs, such as a file under `Public`. They are compressed when they are first
/// requested, and then kept in each content coding.
package struct Asset: Sendable {
  private struct Variant: Sendable {
    var response: Response
    let tag: EntityTag

    init(_ response: Response, tag: EntityTag) {
      self.response = response
      self.tag = tag
      self.response.fields[.eTag] = tag.description
    }
  }

  private struct Variants: Sendable {
    let identity: Variant
    /// `nil` if compressing makes the content no smaller: then there is nothing to choose.
    let gzip: Variant?
  }

  private let variants: Lazy<Variants>

  /// Bytes of the header fields that a coded response has in addition to those of a plain one.
  private static let codingByteCount = 60

  /// A file whose name changes with its content: caches may keep it for ever.
  /// - `hash`: a hash of the bytes, for entity tags.
  init(_ bytes: [UInt8], type: AssetType, hash: String) {
    var response = Response(contentType: type.mediaType, body: bytes)
    response.fields[.cacheControl] = "public, max-age=31536000, immutable"
    response.fields[.xContentTypeOptions] = "nosniff"
    self.init(response, hash: hash, isText: type.isText)
  }

  /// A text with a fixed address: a client that has it asks each time whether it is still current.
  package init(text response: Response) {
    var response = response
    response.fields[.cacheControl] = "no-cache"
    self.init(response, hash: ByteHash.hex(of: response.body), isText: true)
  }

  /// - Parameter isText: false if the bytes are not worth compressing.
  private init(_ response: Response, hash: String, isText: Bool) {
    variants = Lazy {
      var response = response
      let compressed = isText ? gzip(response.body, effort: .file) : response.body
      guard compressed.count + Self.codingByteCount < response.body.count else {
        return Variants(identity: Variant(response, tag: EntityTag(hash)), gzip: nil)
      }
      response.fields[.vary] = FieldName.acceptEncoding.spelling
      // Other bytes need another tag (RFC 9110 §8.8.3.3).
      return Variants(
        identity: Variant(response, tag: EntityTag(hash)),
        gzip: Variant(response.with(gzip: compressed), tag: EntityTag("\(hash)-gzip")))
    }
  }

  /// The asset; 412 if the client requires other bytes (RFC 9110 §13.1.1), 304 if it already has these (§13.1.2).
  package func response(to fields: Fields) -> Response {
    let variants = variants.value
    let variant = variants.gzip.flatMap { ContentCoding(acceptedBy: fields) == .gzip ? $0 : nil } ?? variants.identity
    if let condition = Self.condition(.ifMatch, fields: fields), !variant.tag.isNamed(byIfMatch: condition) {
      return Response(status: .preconditionFailed)
    }
    guard let condition = Self.condition(.ifNoneMatch, fields: fields), variant.tag.isNamed(byIfNoneMatch: condition)
    else {
      return variant.response
    }
    var response = Response(status: .notModified)
    for name in [FieldName.eTag, .cacheControl, .vary] { response.fields[name] = variant.response.fields[name] }
    return response
  }

  /// The value of a list field, joined if it has several lines.
  private static func condition(_ name: FieldName, fields: Fields) -> String? {
    fields.contains(name) ? fields.values(of: name).joined(separator: ",") : nil
  }
}

/// The kind of file that an asset is, judged by its extension.
struct AssetType: Equatable {
  /// The media type for the Content-Type field.
  let mediaType: String
  /// Whether compressing makes it smaller: pictures and web fonts are already compressed.
  let isText: Bool

  var isImage: Bool { mediaType.hasPrefix("image/") }

  private init(_ mediaType: String, isText: Bool = false) {
    self.mediaType = mediaType
    self.isText = isText
  }

  init(of file: String) {
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    self =
      switch file[dot...].lowercased() {
      case ".css": AssetType("text/css; charset=utf-8", isText: true)
      case ".mjs", ".js": AssetType("text/javascript; charset=utf-8", isText: true)
      case ".svg": AssetType("image/svg+xml", isText: true)
      case ".txt": AssetType("text/plain; charset=utf-8", isText: true)
      case ".json", ".webmanifest": AssetType("application/json", isText: true)
      case ".png": AssetType("image/png")
      case ".jpg", ".jpeg": AssetType("image/jpeg")
      case ".webp": AssetType("image/webp")
      case ".gif": AssetType("image/gif")
      case ".avif": AssetType("image/avif")
      case ".ico": AssetType("image/x-icon")
      case ".woff2": AssetType("font/woff2")
      case ".woff": AssetType("font/woff")
      case ".ttf": AssetType("font/ttf", isText: true)
      case ".otf": AssetType("font/otf", isText: true)
      default: AssetType("application/octet-stream")
      }
  }
}

extension Response {
  /// Bytes from which compressing is worthwhile: a smaller response fits into one packet anyway.
  package static let gzipByteMinimum = 860

  /// The response, compressed if that is worthwhile.
  /// - Parameter request: the fields of the request.
  package consuming func compressed(for request: Fields) -> Response {
    guard body.count >= Response.gzipByteMinimum, ContentCoding(acceptedBy: request) == .gzip, isNegotiable else {
      return self
    }
    return with(gzip: gzip(body, effort: isFirstPage ? .firstPage : .page))
  }

  /// Whether it says that another content coding was possible (RFC 9110 §12.5.5): then it may be compressed, unless it already is.
  private var isNegotiable: Bool {
    fields.lists(.vary, token: FieldName.acceptEncoding.spelling) && !fields.contains(.contentEncoding)
  }

  /// The response with its body in gzip.
  /// - `body`: the compressed body.
  consuming func with(gzip body: [UInt8]) -> Response {
    self.body = body
    fields.append(.contentEncoding, ContentCoding.gzip.rawValue)
    return self
  }
}
