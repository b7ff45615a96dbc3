import Glibc
import Support

/// A request as the site sees it (RFC 9110 §3.4): whole, with its body in memory.
public struct Request: Sendable {
  /// GET, HEAD or POST; the site answers all others with 405.
  public var method: Method
  /// As received, percent-encoded; begins with "/" (absolute-form is reduced to origin-form), or is "*" (`OPTIONS *`).
  public var path: String
  /// The query after "?", raw; `nil` if there was no "?".
  public var query: String?
  /// The fields as received, such as Cookie and `Accept-Language`.
  public var fields: Fields
  /// The content, transfer coding removed.
  public var body: [UInt8]
  /// The visitor's address as text ("127.0.0.1"), which may come from a trusted proxy (`believeProxy`); "" if unknown.
  public var peer: String
  /// "https" if the target, or a trusted proxy, says so; else "http".
  public var scheme: String
  /// The Host field; or the authority of an absolute-form target, which takes precedence (RFC 9112 §3.2.2); or what a trusted proxy
  /// says.
  public var host: String?
  /// The beginning of the path that a trusted proxy says it has removed: the browser's addresses have it.
  public var strippedPrefix = MountPath.root
  /// The request's id in the log, shown on error pages; `nil` if it has none.
  public var id: String?
  /// The form that was read from the content as it arrived (`ContentReceiver`); `nil` if it is to be read from `body`.
  package var receivedForm: ReceivedForm?
  /// Whether an answer may have a `Response.stream` in place of its content.
  package var takesStream = false
}

/// Takes the content of one request block by block, so that it is never in memory as a whole. If the connection ends early, the
/// receiver is released, with everything it holds.
public protocol ContentReceiver: Sendable {
  /// Bytes of content that are read; a longer request is answered with 413.
  var byteLimit: Int { get }

  /// Takes the next bytes. The connection is not read until this returns: it may wait for a disk, but not block its thread.
  /// - Returns: bytes of memory that the receiver holds now.
  func receive(_ block: [UInt8]) async -> Int

  /// Called once the content is whole.
  /// - Parameter request: the request, without its content.
  /// - Returns: the request for the site.
  func finish(_ request: Request) async -> Request
}

/// A form that was read as it arrived, or why it could not be read.
package final class ReceivedForm: Sendable {
  package let result: Result<FormData, FormError>

  package init(_ result: Result<FormData, FormError>) { self.result = result }
}

// In an extension, so that the type keeps the compiler's memberwise initialiser, which copies nothing.
extension Request {
  /// - Parameters: the properties of these names; an adapter for a server gives all of them.
  public init(
    method: Method = .get, path: String = "/", query: String? = nil, fields: Fields = Fields(), body: [UInt8] = [],
    peer: String = "", scheme: String = "http", host: String? = nil
  ) {
    self.init(
      method: method, path: path, query: query, fields: fields, body: body, peer: peer, scheme: scheme, host: host,
      strippedPrefix: .root, id: nil)
  }

  /// `path` and `query` as one request target.
  package var target: String { query.map { path + "?" + $0 } ?? path }

  /// The query's names and values, decoded like a form's; none if there was no "?".
  package var queryItems: Query { Query(query ?? "") }

  /// The cookies of all Cookie fields.
  public var cookies: Cookies { Cookies(in: fields) }

  /// The content as a form: the one read as it arrived, or the body decoded by its Content-Type. A site asks for `contentRefusal`
  /// first.
  package func form(limits: FormLimits = FormLimits()) throws(FormError) -> FormData {
    if let receivedForm { return try receivedForm.result.get() }
    if isUsualForm { return try FormData(urlEncoded: body, limits: limits).inUTF8() }
    return try FormData.decode(contentType: fields[.contentType], body: body, limits: limits)
  }

  /// Whether the Content-Type says that the content is JSON (RFC 8259 §11).
  package var isJSON: Bool {
    !isUsualForm && fields[.contentType].flatMap { MediaType($0) }?.essence == Self.jsonType
  }

  /// Whether the content is a form, with the type in the spelling that every browser sends.
  private var isUsualForm: Bool { fields.has(.contentType, "application/x-www-form-urlencoded") }

  /// Whether the answer is wanted as JSON rather than as a page (RFC 9110 §12.5.1).
  package var prefersJSON: Bool {
    guard let accept = fields[.accept] else { return false }
    return AcceptList(accept).accepted.first { $0 == Self.jsonType || $0 == "text/html" } == Self.jsonType
  }

  /// Whether it was sent by a program, which reads JSON rather than pages.
  package var isOfProgram: Bool { isJSON || prefersJSON }

  package static let jsonType = "application/json"

  /// Why the content is not read, judged by its fields: it is not a form, or it has a coding (RFC 9110 §8.4) or character encoding
  /// that no browser sends.
  /// - Parameter takingJSON: whether JSON is accepted too.
  package func contentRefusal(takingJSON: Bool) -> FormError? {
    if isUsualForm, !fields.contains(.contentEncoding) { return nil }
    guard let type = fields[.contentType] else { return nil }
    if fields.repeats(.contentType), !fields.values(of: .contentType).allSatisfy({ $0 == type }) {
      return .contentTypeRepeated
    }
    if let coding = fields[.contentEncoding], coding.asciiLowercased != "identity" {
      return .unsupportedMediaType("\(type), \(coding)")
    }
    guard FormData.isForm(type) || takingJSON && isJSON else { return .unsupportedMediaType(type) }
    return MediaType(type)?.otherCharset.map { .otherCharset($0) }
  }
}

/// A request method (RFC 9110 §9): a case-sensitive token. Any token is a valid method, also without a constant here.
public struct Method: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The token, such as `GET`.
  public let rawValue: String

  /// - Parameter rawValue: the token, in the case in which it is sent.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { self.rawValue = value }

  public var description: String { rawValue }

  /// Asks for a page or a file.
  public static let get = Method("GET")
  /// Asks for what GET would answer, without the content.
  public static let head = Method("HEAD")
  /// Sends the content of a form.
  public static let post = Method("POST")
  package static let put = Method("PUT")
  package static let patch = Method("PATCH")
  package static let delete = Method("DELETE")
  package static let options = Method("OPTIONS")
  package static let trace = Method("TRACE")
  package static let connect = Method("CONNECT")
}

/// A request's query, encoded like a form (URL Standard §5.1): names and values, looked up in the text without decoding all of it.
package struct Query: Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The first value of that name, decoded; `nil` if the query has none.
  /// - Parameter name: ASCII.
  package subscript(name: StaticString) -> String? {
    if text.isEmpty { return nil }
    return text.withBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end = bytes.next(UInt8(ascii: "&"), in: start..<bytes.count)
        let equals = bytes.next(UInt8(ascii: "="), in: start..<end)
        if end > start, Self.isName(UnsafeBufferPointer(rebasing: bytes[start..<equals]), name: name) {
          let value = min(equals &+ 1, end)..<end
          return PercentEncoding.decode(form: UnsafeBufferPointer(rebasing: bytes[value]))
        }
        start = end &+ 1
      }
      return nil
    }
  }

  /// The pairs whose name begins with a prefix, with the prefix removed; decoded, in their order.
  package func items(beginning prefix: String) -> [FormData.Pair] {
    guard !text.isEmpty, let data = try? FormData(urlEncoded: text.utf8) else { return [] }
    return data.sent.fields.compactMap { field in
      let name = data.sent.string(at: field.name)
      guard name.hasPrefix(prefix) else { return nil }
      return FormData.Pair(name: String(name.dropFirst(prefix.count)), value: data.sent.string(at: field.value))
    }
  }

  private static func isName(_ sent: UnsafeBufferPointer<UInt8>, name: StaticString) -> Bool {
    // No name is longer than its encoded form.
    guard sent.count >= name.utf8CodeUnitCount, let bytes = sent.baseAddress else { return false }
    if sent.count == name.utf8CodeUnitCount { return memcmp(bytes, name.utf8Start, sent.count) == 0 }
    guard sent.next(UInt8(ascii: "%"), in: sent.indices) < sent.count else { return false }
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return PercentEncoding.decode(form: sent).utf8.elementsEqual(name)
  }
}

/// The field `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07): a program's name for what it posts. Posts with the
/// same name are the same post, sent again.
package struct IdempotencyKey: Sendable, Equatable {
  /// 1 to 255 bytes of visible ASCII and blanks.
  package let text: String

  package static let byteLimit = 255

  /// The field is not a valid key.
  package struct Fault: Error {}

  /// The key of a request; `nil` if it has none.
  /// - Throws: if the field is repeated, empty or too long, or has other characters.
  package init?(_ fields: borrowing Fields) throws(Fault) {
    guard let value = fields[.idempotencyKey] else { return nil }
    // RFC 9651 writes a string in quotes; most programs send it without.
    let bytes = ListField.unquoted(Array(value.utf8).trimmingBlanks)
    guard !fields.repeats(.idempotencyKey), 1...Self.byteLimit ~= bytes.count, bytes.allSatisfy({ 0x20...0x7E ~= $0 })
    else { throw Fault() }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
