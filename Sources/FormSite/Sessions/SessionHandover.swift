import Support

/// Sessions in memory go from a process to its successor.
extension Site {
  /// False: they are in a store that a successor reads by itself.
  package var handsSessionsOver: Bool { remote == nil }

  /// - Parameter write: false: the successor takes no more.
  package func handOverSessions(_ write: ([UInt8]) -> Bool) -> SessionTransfer {
    sessions.exportAll(at: environment.uptime(), write)
  }

  /// - Parameter read: exactly so many bytes; nil: fewer are left.
  package func takeOverSessions(_ read: (_ count: Int) -> [UInt8]?) -> SessionTransfer {
    sessions.importAll(at: environment.uptime(), read)
  }
}

/// How a hand-over of sessions ended.
package struct SessionTransfer: Sendable, Equatable {
  package internal(set) var count = 0
  /// False: the other process stopped in the midst.
  package internal(set) var isWhole = false
}

/// All sessions as one stream of bytes, for the process that goes on with them:
///
///     title                says which form these bytes have
///     length, session      eight bytes, the lowest first, and so many; the session unused longest comes first
///     0                    eight bytes: the end; without them something is missing
extension SessionStore {
  private static let title = Array("formcells sessions 1\n".utf8)
  private static let chunkByteCount = 64 << 10

  /// - `write`: false: the other side takes no more.
  /// - Returns: the sessions that were written.
  func exportAll(at now: Int, _ write: ([UInt8]) -> Bool) -> SessionTransfer {
    var transfer = SessionTransfer()
    var chunk = Self.title
    var waiting = 0
    for session in handed(at: now).sorted(by: { $0.idleSeconds > $1.idleSeconds }) {
      let content = session.packed
      chunk += Self.bytes(ofLength: content.count)
      chunk += content
      waiting += 1
      guard chunk.count >= Self.chunkByteCount else { continue }
      guard write(chunk) else { return transfer }
      transfer.count += waiting
      waiting = 0
      chunk.removeAll(keepingCapacity: true)
    }
    guard write(chunk + Self.bytes(ofLength: 0)) else { return transfer }
    transfer.count += waiting
    transfer.isWhole = true
    return transfer
  }

  /// Takes in what `exportAll` wrote, within the limits of this store: those unused longest make room. Of a stream that is
  /// cut off it keeps the sessions that came whole.
  /// - `read`: exactly so many bytes; nil: fewer are left.
  /// - Returns: the sessions that are there now and were not before.
  func importAll(at now: Int, _ read: (_ count: Int) -> [UInt8]?) -> SessionTransfer {
    let before = figures.count
    var transfer = SessionTransfer()
    if read(Self.title.count) == Self.title {
      while let length = read(8).flatMap(Self.length) {
        transfer.isWhole = length == 0
        guard length > 0, take(length, at: now, read: read) else { break }
      }
    }
    transfer.count = figures.count - before
    return transfer
  }

  /// - Returns: false: it did not come whole.
  private func take(_ length: Int, at now: Int, read: (Int) -> [UInt8]?) -> Bool {
    guard length <= sessionByteLimit + HandedSession.headByteLimit else {
      // More than this store may hold: it is passed over, and the others go on.
      var rest = length
      while rest > 0, let part = read(min(rest, Self.chunkByteCount)) { rest -= part.count }
      return rest == 0
    }
    guard let content = read(length) else { return false }
    // Where these bytes are no session, those of the others are still where they should be.
    if let session = try? HandedSession(unpacking: content) { insert(session, at: now) }
    return true
  }

  private static func bytes(ofLength length: Int) -> [UInt8] {
    var writer = PackedWriter()
    writer.append(word: UInt64(length))
    return writer.bytes
  }

  private static func length(_ bytes: [UInt8]) -> Int? {
    var reader = PackedReader(bytes)
    do throws(PackingError) { return Int(exactly: try reader.word()) } catch { return nil }
  }
}

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
