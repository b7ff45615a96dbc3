/// Standard output for much, in few writes.
struct BufferedOutput {
  /// Bytes held between two writes.
  private static let bufferByteLimit = 1 << 16
  private var bytes: [UInt8] = []

  /// - Parameter body: appends.
  /// - Throws: what `body` throws; a `Failure` where the bytes cannot be written.
  mutating func write<Refusal: Error>(_ body: (inout [UInt8]) throws(Refusal) -> Void) throws {
    try body(&bytes)
    if bytes.count >= Self.bufferByteLimit { try flush() }
  }

  mutating func flush() throws(Failure) {
    try Terminal.print(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
