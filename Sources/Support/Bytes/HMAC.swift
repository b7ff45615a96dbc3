extension SHA256 {
  /// HMAC-SHA-256 (RFC 2104): 32 bytes that nobody can make without the key.
  package static func authentication(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    let blockBytes = 64
    var block = key.count > blockBytes ? digest(of: key) : key
    block += repeatElement(0, count: blockBytes - block.count)
    let inner = digest(of: block.map { $0 ^ 0x36 } + message)
    return digest(of: block.map { $0 ^ 0x5C } + inner)
  }
}
