/// A content coding that a response may be sent in (RFC 9110 §8.4.1).
package enum ContentCoding: String, Sendable {
  case identity
  case gzip

  /// The coding for a client that sent these fields (RFC 9110 §12.5.3): gzip where Accept-Encoding takes it and does not prefer
  /// identity. A client that takes neither gets identity, as if nothing were negotiated (§12.4.1).
  package init(acceptedBy fields: Fields) {
    guard fields.contains(.acceptEncoding) else {
      self = .identity
      return
    }
    let text = fields.values(of: .acceptEncoding).joined(separator: ",")
    // Without weights, as browsers write it, naming gzip is enough.
    if !text.utf8.contains(UInt8(ascii: ";")), !text.utf8.contains(UInt8(ascii: "*")) {
      let names = text.utf8.split { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 }
      self = names.contains { ["gzip", "x-gzip"].contains(String(Substring($0)).lowercased()) } ? .gzip : .identity
      return
    }
    let accepted = AcceptList(text)
    let gzip = accepted.quality(of: "gzip", or: "x-gzip") ?? 0
    // Identity needs no mention to be taken, but then nobody asks for it.
    let identity = accepted.quality(of: "identity") ?? 0
    self = gzip > 0 && gzip >= identity ? .gzip : .identity
  }
}
