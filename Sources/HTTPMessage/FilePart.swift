/// A file of a multipart/form-data body (RFC 7578 §4.2). Name, file name and type are claims of the sender.
public struct FilePart: Sendable, Equatable {
  public var name: String
  public var filename: String
  public var contentType: String?
  public var bytes: [UInt8]

  public init(name: String, filename: String, contentType: String? = nil, bytes: [UInt8]) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
    self.bytes = bytes
  }
}
