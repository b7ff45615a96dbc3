#if Valkey
import CHiredis

/// An answer of Valkey, as a value.
enum ValkeyReply: Equatable, Sendable {
  case status(String)
  case error(String)
  case integer(Int)
  case bytes([UInt8])
  case array([ValkeyReply])
  case null

  init(_ reply: redisReply) {
    switch reply.type {
    case REDIS_REPLY_STATUS: self = .status(String(decoding: Self.bytes(of: reply), as: UTF8.self))
    case REDIS_REPLY_ERROR: self = .error(String(decoding: Self.bytes(of: reply), as: UTF8.self))
    case REDIS_REPLY_INTEGER: self = .integer(Int(reply.integer))
    case REDIS_REPLY_STRING: self = .bytes(Self.bytes(of: reply))
    case REDIS_REPLY_ARRAY:
      let elements = UnsafeBufferPointer(start: reply.element, count: reply.elements)
      self = .array(elements.map { $0.map { ValkeyReply($0.pointee) } ?? .null })
    default: self = .null
    }
  }

  private static func bytes(of reply: redisReply) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: reply.str, count: reply.len))
  }
}
#endif
