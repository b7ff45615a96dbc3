package import Support

/// A response, whole. The engine adds Date, Content-Length and Connection, and leaves the body out where the method or
/// the status says so.
public struct Response: Sendable, Equatable {
  /// Decides with `fields` and `body` all that the server sends.
  public var status: Status
  /// Without `Date`, `Content-Length` and `Connection`.
  public var fields: Fields
  /// The whole content; also in an answer to HEAD, of which the server sends none.
  public var body: [UInt8]
  /// A body that this one is much like; nil: none is known. It changes nothing of what the client reads.
  package var model: ModelBytes?
  /// The coding that it goes out in, where that is known already: of a page, which could have come in several.
  package var coding: ContentCoding?

  /// - Parameters: the properties of these names; left out, 200 without fields and content.
  public init(status: Status = .ok, fields: Fields = Fields(), body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A text with its media type.
  public init(status: Status = .ok, contentType: String, text: String) {
    self.init(status: status, contentType: contentType, body: Array(text.utf8))
  }

  /// Bytes with their media type.
  package init(status: Status = .ok, contentType: String, body: [UInt8]) {
    var fields = Fields()
    fields.append(.contentType, contentType)
    self.init(status: status, fields: fields, body: body)
  }

  public static func == (some: Response, other: Response) -> Bool {
    some.status == other.status && some.fields == other.fields && some.body == other.body
  }

  /// A redirect without content.
  /// - `fragment`: of the place in the page that it leads to.
  package static func redirect(to location: String, fragment: String? = nil, status: Status = .seeOther) -> Response {
    var fields = Fields()
    fields.append(.location, location, fragment == nil ? "" : "#", fragment ?? "")
    return Response(status: status, fields: fields)
  }
}
