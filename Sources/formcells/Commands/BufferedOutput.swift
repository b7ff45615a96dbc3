/// Standard output for much, in few writes.
struct BufferedOutput {
  /// Bytes held between two writes.
  private static let bufferByteLimit = 1 << 16
  private var bytes: [UInt8] = []

  mutating func write(_ more: [UInt8]) {
    bytes += more
    if bytes.count >= Self.bufferByteLimit { flush() }
  }

  mutating func flush() {
    Terminal.print(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
