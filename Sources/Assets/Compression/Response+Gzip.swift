package import HTTPMessage

extension Response {
  /// Bytes from which on compressing pays: a smaller response goes in one packet either way.
  package static let gzipByteMinimum = 860

  /// Compressed, where that pays and the client takes it.
  /// - Parameter request: the fields of the request that this answers.
  package consuming func compressed(for request: Fields, by encoders: GzipPool) -> Response {
    guard body.count >= Response.gzipByteMinimum else { return self }
    let coding = coding ?? (isNegotiable ? ContentCoding(acceptedBy: request) : .identity)
    guard coding == .gzip else { return self }
    let model = model
    return gzipped { encoders.encode($0, like: model) }
  }

  /// Whether it says that it could have come in another content coding (RFC 9110 §12.5.5): then it may be compressed, but for
  /// what is so already.
  private var isNegotiable: Bool {
    fields.lists(.vary, FieldName.acceptEncoding.spelling) && !fields.contains(.contentEncoding)
  }

  /// With its body compressed by `encode`, which answers gzip.
  consuming func gzipped(_ encode: ([UInt8]) -> [UInt8]) -> Response {
    body = encode(body)
    fields.append(.contentEncoding, ContentCoding.gzip.rawValue)
    return self
  }
}
