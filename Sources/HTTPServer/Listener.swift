import Glibc

/// A listening socket, non-blocking.
struct Listener {
  let descriptor: Int32
  let port: UInt16

  /// `shared`: other loops listen on the same port (SO_REUSEPORT), and the kernel deals connections out.
  init(_ address: Address, port: UInt16, host: String, backlog: Int32, shared: Bool) throws(ServerError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw .noResources(code: errno) }
    var one: Int32 = 1
    var zero: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
    if shared { _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &one, size) }
    // Accepted sockets inherit it, which saves a call for each.
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
    if address.family == AF_INET6 {
      _ = setsockopt(descriptor, Int32(IPPROTO_IPV6), Int32(IPV6_V6ONLY), &zero, size)
    }
    guard address.bind(descriptor, port: port) == 0, listen(descriptor, backlog) == 0 else {
      let code = errno
      _ = Glibc.close(descriptor)
      throw .cannotListen(host: host, port: port, code: code)
    }
    self.port = port == 0 ? Address.localPort(descriptor) : port
  }

  private init(inherited descriptor: Int32) {
    self.descriptor = descriptor
    port = Address.localPort(descriptor)
  }

  /// The sockets of another process, each for a loop; where there are more loops, some share one.
  static func inherited(_ descriptors: [Int32], count: Int) throws(ServerError) -> [Listener] {
    var listeners = descriptors.map { Listener(inherited: $0) }
    while listeners.count < count {
      let shared = fcntl(descriptors[listeners.count % descriptors.count], F_DUPFD_CLOEXEC, 0)
      guard shared >= 0 else {
        let code = errno
        for listener in listeners { listener.close() }
        throw .noResources(code: code)
      }
      listeners.append(Listener(inherited: shared))
    }
    return listeners
  }

  func close() { _ = Glibc.close(descriptor) }
}
