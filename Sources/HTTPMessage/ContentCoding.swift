import Support

/// A content coding that a response may be sent in (RFC 9110 §8.4.1).
package enum ContentCoding: String, Sendable {
  case identity
  case gzip

  /// The coding for a client that sent these fields (RFC 9110 §12.5.3): gzip where Accept-Encoding takes it and does not prefer
  /// identity. A client that takes neither gets identity, as if nothing were negotiated (§12.4.1).
  package init(acceptedBy fields: Fields) {
    guard let first = fields.firstIndex(of: .acceptEncoding) else {
      self = .identity
      return
    }
    let names = fields.bytes[fields.entries[first].value]
    // Without weights, as browsers write it, naming gzip is enough.
    if !names.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "*") }),
      !fields.repeats(.acceptEncoding, behind: first)
    {
      self = ListField.tokens(names, contain: "gzip", or: "x-gzip") ? .gzip : .identity
      return
    }
    let accepted = AcceptList(fields.values(of: .acceptEncoding).joined(separator: ","))
    let gzip = accepted.quality(of: "gzip", or: "x-gzip") ?? 0
    // Identity needs no mention to be taken, but then nobody asks for it.
    let identity = accepted.quality(of: "identity") ?? 0
    self = gzip > 0 && gzip >= identity ? .gzip : .identity
  }
}
