#if Valkey
import Glibc
import Support

/// A connection that carries bytes. An operation that does not finish in time fails, and then the channel must not be used again.
protocol ByteChannel {
  func send(_ bytes: [UInt8], by deadline: Deadline) throws(ValkeyError)
  /// Returns at least one byte.
  func receive(by deadline: Deadline) throws(ValkeyError) -> [UInt8]
}

/// A TCP connection.
final class TCPChannel: ByteChannel {
  /// Bytes read at once.
  private static let blockByteLimit = 1 << 16

  private let descriptor: Int32

  /// Tries each address of the host in turn.
  init(host: String, port: UInt16, by deadline: Deadline) throws(ValkeyError) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    guard code == 0 else { throw ValkeyError(.broken, description: "\(host): \(String(cString: gai_strerror(code)))") }
    defer { freeaddrinfo(found) }
    var reason = "\(host): no address"
    var next = found
    while let address = next {
      switch Self.connect(to: address.pointee, by: deadline) {
      case .success(let descriptor):
        self.descriptor = descriptor
        return
      case .failure(let error): reason = error.description
      }
      next = address.pointee.ai_next
    }
    throw ValkeyError(.broken, description: reason)
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8], by deadline: Deadline) throws(ValkeyError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, by: deadline)
      } else if errno != EINTR {
        throw Self.broken(errno)
      }
    }
  }

  func receive(by deadline: Deadline) throws(ValkeyError) -> [UInt8] {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.blockByteLimit) { buffer, length in
        count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        length = max(0, count)
      }
      if count > 0 { return bytes }
      guard count < 0 else { throw ValkeyError(.broken, description: "the connection was closed") }
      if errno == EAGAIN {
        try wait(for: POLLIN, by: deadline)
      } else if errno != EINTR {
        throw Self.broken(errno)
      }
    }
  }

  private func wait(for events: Int32, by deadline: Deadline) throws(ValkeyError) {
    guard deadline.wait(for: events, on: descriptor) else {
      throw ValkeyError(.tookTooLong, description: "no answer in time")
    }
  }

  private static func connect(to address: addrinfo, by deadline: Deadline) -> Result<Int32, ValkeyError> {
    let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.ai_family, address.ai_socktype | flags, address.ai_protocol)
    guard descriptor >= 0 else { return .failure(broken(errno)) }
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &one, socklen_t(MemoryLayout<Int32>.size))
    var code: Int32 = 0
    if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 { code = errno }
    if code == EINPROGRESS {
      guard deadline.wait(for: POLLOUT, on: descriptor) else {
        close(descriptor)
        return .failure(ValkeyError(.tookTooLong, description: "no connection in time"))
      }
      var length = socklen_t(MemoryLayout<Int32>.size)
      if getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) != 0 { code = errno }
    }
    guard code == 0 else {
      close(descriptor)
      return .failure(broken(code))
    }
    return .success(descriptor)
  }

  private static func broken(_ code: Int32) -> ValkeyError {
    ValkeyError(.broken, description: String(cString: strerror(code)))
  }
}
#endif
