/// A response, whole. The engine adds Date, Content-Length and Connection, and leaves the body out where the method or
/// the status says so.
public struct Response: Sendable, Equatable {
  public var status: Status
  public var fields: Fields
  public var body: [UInt8]

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

  /// A redirect without content.
  package static func redirect(to location: String, status: Status = .seeOther) -> Response {
    var fields = Fields()
    fields.append(.location, location)
    return Response(status: status, fields: fields)
  }
}
