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
#endif
