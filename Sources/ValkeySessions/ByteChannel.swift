#if Valkey
import Support

/// A connection that carries bytes. Whatever does not happen in time fails, and then the channel is of no more use.
protocol ByteChannel {
  func send(_ bytes: [UInt8], by deadline: Deadline) throws(ValkeyError)
  /// At least one byte.
  func receive(by deadline: Deadline) throws(ValkeyError) -> [UInt8]
}
#endif
