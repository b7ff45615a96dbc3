import Support

/// A session on its way from one process to the next.
struct HandedSession: Sendable, Equatable {
  let id: Token
  /// A packed `Session`.
  let bytes: [UInt8]
  /// The network that it began in.
  let network: UInt64
  let idleSeconds: Int
  /// Whether it holds anything that its visitor entered or sent.
  let holdsWork: Bool

  /// Bytes that it takes at most besides those of the session.
  static let headByteLimit = 64

  init(id: Token, bytes: [UInt8], network: UInt64, idleSeconds: Int, holdsWork: Bool) {
    self.id = id
    self.bytes = bytes
    self.network = network
    self.idleSeconds = idleSeconds
    self.holdsWork = holdsWork
  }

  init(unpacking content: [UInt8]) throws(PackingError) {
    var reader = PackedReader(content)
    id = try reader.token()
    network = try reader.word()
    idleSeconds = try reader.number(upTo: Int(UInt32.max))
    holdsWork = try reader.number(upTo: 1) == 1
    bytes = try reader.bytes()
    guard reader.isAtEnd else { throw .malformed }
  }

  var packed: [UInt8] {
    var writer = PackedWriter()
    writer.append(id)
    writer.append(word: network)
    writer.append(idleSeconds)
    writer.append(byte: holdsWork ? 1 : 0)
    writer.append(bytes)
    return writer.bytes
  }
}
