import Glibc

/// The system calls on a connection's descriptor; they retry after EINTR and return outcomes as values.
enum Socket {
  enum Outcome: Equatable {
    case bytes(Int)
    /// The peer will send nothing more.
    case end
    /// Nothing can be read or written now.
    case wouldBlock
    /// The connection is broken: ECONNRESET, EPIPE, ETIMEDOUT, …
    case broken(Int32)
  }

  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      case let code: return .broken(code)
      }
    }
  }

  /// Writes both parts of the output by one call, without copying.
  static func write(_ descriptor: Int32, output: SocketOutput) -> Outcome {
    output.run.withUnsafeBytes { run in
      output.content.withUnsafeBytes { content in
        let skippedRun = min(output.written, run.count)
        let skippedContent = output.written - skippedRun
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
          var count = 0
          for (part, skipped) in [(run, skippedRun), (content, skippedContent)] where part.count > skipped {
            parts[count] = iovec(
              iov_base: UnsafeMutableRawPointer(mutating: part.baseAddress?.advanced(by: skipped)),
              iov_len: part.count - skipped)
            count += 1
          }
          return send(descriptor, parts: parts.baseAddress, count: count)
        }
      }
    }
  }

  /// Makes closing reset the connection, so that unsent octets do not stay in the kernel for a peer that does not read them.
  static func forgetUnsent(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private static func send(_ descriptor: Int32, parts: UnsafeMutablePointer<iovec>?, count: Int) -> Outcome {
    var message = msghdr()
    message.msg_iov = parts
    message.msg_iovlen = count
    while true {
      // With a single part, this call costs the kernel less.
      let sent =
        if count == 1, let part = parts?.pointee {
          Glibc.send(descriptor, part.iov_base, part.iov_len, Int32(MSG_NOSIGNAL))
        } else {
          sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
        }
      if sent >= 0 { return .bytes(sent) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      case let code: return .broken(code)
      }
    }
  }
}

/// A listening socket, non-blocking.
struct Listener {
  let descriptor: Int32
  let port: UInt16

  /// - `shared`: other loops listen on the same port (SO_REUSEPORT), and the kernel distributes the connections.
  init(_ address: Address, port: UInt16, host: String, backlog: Int32, shared: Bool) throws(ServerError) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw .noResources(code: errno) }
    var one: Int32 = 1
    var zero: Int32 = 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
    if shared { _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &one, size) }
    // Accepted sockets inherit this option, which saves a call for each.
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

  /// The inherited sockets of another process, one for each loop; if there are more loops, some share a socket.
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

/// The system's texts for its error numbers.
enum SystemError {
  static func text(_ code: Int32) -> String {
    // glibc's `strerror` has a separate buffer for each thread since 2.32.
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
