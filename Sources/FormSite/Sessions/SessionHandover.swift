import Support

/// Hands sessions in memory over from a process to its successor.
extension Site {
  /// `false` if they are in a store that the successor reads itself.
  package var handsSessionsOver: Bool { remote == nil }

  /// - Parameter write: returns `false` if the successor reads no more.
  package func handOverSessions(_ write: ([UInt8]) -> Bool) -> SessionTransfer {
    sessions.exportAll(at: environment.uptime(), write)
  }

  /// - Parameter read: returns exactly this number of bytes; `nil` if fewer are left.
  package func takeOverSessions(_ read: (_ count: Int) -> [UInt8]?) -> SessionTransfer {
    sessions.importAll(at: environment.uptime(), read)
  }
}

/// How a hand-over of sessions ended.
package struct SessionTransfer: Sendable, Equatable {
  package internal(set) var count = 0
  /// `false` if the other process stopped halfway.
  package internal(set) var isWhole = false
}

/// All sessions as one stream of bytes, for the successor:
///
///     title                names the format
///     length, session      eight bytes, the lowest first, then this number of bytes; the session unused longest comes first
///     0                    eight bytes: the end; without them the stream is incomplete
extension SessionStore {
  private static let title = Array("formcells sessions 1\n".utf8)
  private static let chunkByteCount = 64 << 10

  /// - `write`: returns `false` if the other side reads no more.
  /// - Returns: how many sessions were written.
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

  /// Adds the sessions that `exportAll` wrote, within the limits of this store; those unused longest are dropped. From a stream
  /// that is cut off it keeps the sessions that arrived whole.
  /// - `read`: returns exactly this number of bytes; `nil` if fewer are left.
  /// - Returns: how many sessions were added.
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

  /// - Returns: `false` if it did not arrive whole.
  private func take(_ length: Int, at now: Int, read: (Int) -> [UInt8]?) -> Bool {
    guard length <= sessionByteLimit + HandedSession.headByteLimit else {
      // Larger than this store may hold: skip it and continue with the others.
      var rest = length
      while rest > 0, let part = read(min(rest, Self.chunkByteCount)) { rest -= part.count }
      return rest == 0
    }
    guard let content = read(length) else { return false }
    // If these bytes are not a session, the next ones still begin at the expected place.
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
  /// The network in which it began.
  let network: UInt64
  let idleSeconds: Int
  /// Whether it holds anything that its visitor entered or sent.
  let holdsWork: Bool

  /// The most bytes that it takes in addition to those of the session.
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
