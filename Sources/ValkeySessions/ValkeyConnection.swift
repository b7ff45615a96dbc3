#if Valkey
import CHiredis
import Support

/// A connection to Valkey that is authenticated and ready. Its commands are sent by one write and answered in order.
final class ValkeyConnection {
  typealias Command = [[UInt8]]

  /// A key that a connection writes first: a server that accepts no writes (a replica, a full one) refuses it.
  private static let probe = "formcells:probe"

  private let channel: any ByteChannel
  private let reader: UnsafeMutablePointer<redisReader>

  init(to address: ValkeyAddress, by deadline: Deadline) throws(ValkeyError) {
    let tcp = try TCPChannel(host: address.host, port: address.port, by: deadline)
    channel =
      address.usesTLS
      ? try TLSChannel(over: tcp, host: address.host, authorities: address.authorities, by: deadline) : tcp
    guard let reader = redisReaderCreate() else {
      throw ValkeyError(.broken, description: "no memory for a reader of replies")
    }
    self.reader = reader
    var greeting: [Command] = []
    if let password = address.password {
      greeting.append(Self.command(["AUTH"] + [address.user, password].compactMap(\.self)))
    }
    if address.database > 0 { greeting.append(Self.command(["SELECT", String(address.database)])) }
    greeting.append(Self.command(["SET", Self.probe, "1", "EX", "60"]))
    for case .error(let reason) in try exchange(greeting, by: deadline) {
      throw ValkeyError(.refused, description: reason)
    }
  }

  deinit { redisReaderFree(reader) }

  static func command(_ words: [String]) -> Command { words.map { Array($0.utf8) } }

  /// Sends commands, and returns one answer for each.
  func exchange(_ commands: [Command], by deadline: Deadline) throws(ValkeyError) -> [ValkeyReply] {
    var bytes: [UInt8] = []
    for command in commands { Self.append(command, to: &bytes) }
    try channel.send(bytes, by: deadline)
    var replies: [ValkeyReply] = []
    while replies.count < commands.count {
      if let result = try nextReply() {
        replies.append(result)
        continue
      }
      let block = try channel.receive(by: deadline)
      guard block.withUnsafeBytes({ redisReaderFeed(reader, $0.baseAddress, $0.count) }) == REDIS_OK else {
        throw failure()
      }
    }
    return replies
  }

  /// `nil` if it has not fully arrived.
  private func nextReply() throws(ValkeyError) -> ValkeyReply? {
    var object: UnsafeMutableRawPointer?
    guard redisReaderGetReply(reader, &object) == REDIS_OK else { throw failure() }
    guard let object else { return nil }
    defer { freeReplyObject(object) }
    return ValkeyReply(object.assumingMemoryBound(to: redisReply.self).pointee)
  }

  private func failure() -> ValkeyError {
    ValkeyError(
      .broken,
      description: withUnsafeBytes(of: reader.pointee.errstr) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    )
  }

  /// Appends an array of strings in the format of the protocol (RESP).
  private static func append(_ command: Command, to bytes: inout [UInt8]) {
    bytes += "*\(command.count)\r\n".utf8
    for word in command {
      bytes += "$\(word.count)\r\n".utf8
      bytes += word
      bytes += "\r\n".utf8
    }
  }
}

/// An answer of Valkey, as a value.
enum ValkeyReply: Equatable, Sendable {
  case status(String)
  case error(String)
  case integer(Int)
  case bytes([UInt8])
  case array([ValkeyReply])
  case null

  init(_ result: redisReply) {
    switch result.type {
    case REDIS_REPLY_STATUS: self = .status(String(decoding: Self.bytes(of: result), as: UTF8.self))
    case REDIS_REPLY_ERROR: self = .error(String(decoding: Self.bytes(of: result), as: UTF8.self))
    case REDIS_REPLY_INTEGER: self = .integer(Int(result.integer))
    case REDIS_REPLY_STRING: self = .bytes(Self.bytes(of: result))
    case REDIS_REPLY_ARRAY:
      let elements = UnsafeBufferPointer(start: result.element, count: result.elements)
      self = .array(elements.map { $0.map { ValkeyReply($0.pointee) } ?? .null })
    default: self = .null
    }
  }

  private static func bytes(of result: redisReply) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: result.str, count: result.len))
  }
}

/// Why Valkey did not get a command, or did not carry it out.
public struct ValkeyError: Error, CustomStringConvertible {
  enum Kind {
    /// There is no connection, or it broke.
    case broken
    /// No answer came in time.
    case tookTooLong
    /// The server answered with an error.
    case refused
  }

  let kind: Kind
  public let description: String

  init(_ kind: Kind, description: String) {
    self.kind = kind
    self.description = description
  }
}
#endif
