/// A file of a multipart/form-data body (RFC 7578 §4.2). Name, file name and type are claims of the sender.
package struct FilePart: Sendable, Equatable {
  package var name: String
  package var filename: String
  package var contentType: String?
  package var bytes: [UInt8]

  package init(name: String, filename: String, contentType: String? = nil, bytes: [UInt8]) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
    self.bytes = bytes
  }
}
