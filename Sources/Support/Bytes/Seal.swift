/// Proves that a text comes from this server: the first half of an HMAC-SHA-256 (RFC 2104), as Base64 for URLs (RFC 4648 §5).
package struct Seal: Sendable {
  /// Whether a seal may contain this character.
  package static func isLetter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
  }

  private let key: [UInt8]

  /// - Parameter key: used for one purpose only.
  package init(key: [UInt8]) { self.key = key }

  /// - Parameters:
  ///   - key: the server's key, from which the key is derived.
  ///   - purpose: what is sealed; a seal is not valid for another purpose.
  package init(serverKey key: [UInt8], purpose: String) {
    self.key = SHA256.authentication(of: Array("formcells \(purpose)".utf8), key: key)
  }

  package func text(of text: String) -> String {
    let code = SHA256.authentication(of: Array(text.utf8), key: key)
    var seal: [UInt8] = []
    Base64.url.append(Array(code.prefix(16)), to: &seal)
    return String(decoding: seal, as: UTF8.self)
  }

  /// Compares in constant time, so that the time does not reveal where the seals differ.
  /// - Parameter seal: from an untrusted source.
  package func isValid(_ seal: String, of text: String) -> Bool {
    let (own, sent) = (Array(self.text(of: text).utf8), Array(seal.utf8))
    return own.count == sent.count && zip(own, sent).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
