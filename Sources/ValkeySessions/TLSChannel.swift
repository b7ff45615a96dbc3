#if Valkey
import Support

/// TLS over another channel. The server's certificate has to be trusted and to name the host. OpenSSL works only on
/// memory, so that the deadlines of the channel below also apply to the handshake.
final class TLSChannel: ByteChannel {
  /// Bytes read at once: the maximum of one record.
  private static let blockByteLimit = 1 << 14

  private let library: OpenSSL
  private let channel: any ByteChannel
  private let context: OpenSSL.Object
  private let session: OpenSSL.Object
  private let incoming: OpenSSL.Object
  private let outgoing: OpenSSL.Object

  /// - `authorities`: a file of trusted certificates; `nil`: those of the system.
  init(
    over channel: any ByteChannel, host: String, authorities: String?, by deadline: Deadline
  ) throws(ValkeyError) {
    let library = try OpenSSL.shared.get()
    guard let context = library.makeContext(library.method()), let session = library.makeSession(context),
      let incoming = library.makeBuffer(library.memory()), let outgoing = library.makeBuffer(library.memory())
    else { throw ValkeyError(.broken, description: "TLS: \(library.reason)") }
    (self.library, self.channel, self.context, self.session) = (library, channel, context, session)
    (self.incoming, self.outgoing) = (incoming, outgoing)
    // The session owns both from here on.
    library.setBuffers(session, incoming, outgoing)
    try trust(authorities)
    library.setVerification(session, OpenSSL.verifyPeer, nil)
    guard name(host) else { throw ValkeyError(.broken, description: "TLS: \(library.reason)") }
    library.setClient(session)
    _ = try drive(by: deadline) { library.handshake(session) }
  }

  deinit {
    library.freeSession(session)
    library.freeContext(context)
  }

  func send(_ bytes: [UInt8], by deadline: Deadline) throws(ValkeyError) {
    _ = try drive(by: deadline) {
      bytes.withUnsafeBytes { library.write(session, $0.baseAddress, Int32(clamping: $0.count)) }
    }
  }

  func receive(by deadline: Deadline) throws(ValkeyError) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockByteLimit)
    let count = try drive(by: deadline) {
      block.withUnsafeMutableBytes { library.read(session, $0.baseAddress, Int32(clamping: $0.count)) }
    }
    return Array(block.prefix(Int(count)))
  }

  private func trust(_ authorities: String?) throws(ValkeyError) {
    let isTrusted =
      if let authorities {
        library.trustFile(context, authorities, nil) == 1
      } else {
        library.trustSystem(context) == 1
      }
    guard isTrusted, library.requireTLS12(session) else {
      throw ValkeyError(.broken, description: "TLS: \(authorities ?? "the system's certificates"): \(library.reason)")
    }
  }

  /// Sets the name, or the address, for which the certificate must be valid.
  private func name(_ host: String) -> Bool {
    if library.expectAddress(library.expectations(session), host) == 1 { return true }
    return library.expectHost(session, host) == 1 && library.tell(host, to: session)
  }

  /// Repeats a step of OpenSSL until it is done, and carries bytes between OpenSSL and the channel below.
  private func drive(by deadline: Deadline, _ step: () -> Int32) throws(ValkeyError) -> Int32 {
    while true {
      library.clearErrors()
      let result = step()
      let code = library.error(session, result)
      try sendOutgoing(by: deadline)
      if result > 0 { return result }
      switch code {
      case OpenSSL.wantsWrite: continue
      case OpenSSL.wantsRead:
        let bytes = try channel.receive(by: deadline)
        guard library.put(incoming, bytes, Int32(clamping: bytes.count)) == bytes.count else {
          throw ValkeyError(.broken, description: "TLS: \(library.reason)")
        }
      case OpenSSL.isClosed: throw ValkeyError(.broken, description: "the connection was closed")
      default: throw ValkeyError(.broken, description: "TLS: \(library.distrust(session) ?? library.reason)")
      }
    }
  }

  private func sendOutgoing(by deadline: Deadline) throws(ValkeyError) {
    let length = library.pendingByteCount(outgoing)
    guard length > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: length)
    let count = library.take(outgoing, &bytes, Int32(clamping: length))
    try channel.send(Array(bytes.prefix(max(0, Int(count)))), by: deadline)
  }
}
#endif
