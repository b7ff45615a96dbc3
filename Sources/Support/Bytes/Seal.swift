/// Says of a text that it is this server's own: an HMAC-SHA-256 (RFC 2104), its first half, as Base64 for addresses (RFC 4648 §5).
package struct Seal: Sendable {
  /// Whether seals are made of such characters.
  package static func isLetter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }

  private let key: [UInt8]

  /// - Parameter key: for one purpose alone.
  package init(key: [UInt8]) { self.key = key }

  /// - Parameters:
  ///   - key: the server's, of which the key is derived.
  ///   - purpose: what is sealed; a seal of another purpose is none.
  package init(serverKey key: [UInt8], purpose: String) {
    self.key = SHA256.authentication(of: Array("formcells \(purpose)".utf8), key: key)
  }

  package func text(of text: String) -> String {
    let code = SHA256.authentication(of: Array(text.utf8), key: key)
    var seal: [UInt8] = []
    Base64.url.append(Array(code.prefix(16)), to: &seal)
    return String(decoding: seal, as: UTF8.self)
  }

  /// Compares in a time that does not depend on where they differ.
  /// - Parameter seal: as it came, from anyone.
  package func isValid(_ seal: String, of text: String) -> Bool {
    let (own, sent) = (Array(self.text(of: text).utf8), Array(seal.utf8))
    return own.count == sent.count && zip(own, sent).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
