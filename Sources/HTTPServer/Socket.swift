import Glibc

/// The system calls on a connection's descriptor, with EINTR dealt with and outcomes as values.
enum Socket {
  enum Outcome: Equatable {
    case bytes(Int)
    /// The peer sends nothing more.
    case end
    /// Nothing now.
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

  /// Writes both parts of the output by one call, nothing copied.
  static func write(_ descriptor: Int32, _ output: Output) -> Outcome {
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
          return send(descriptor, parts.baseAddress, count)
        }
      }
    }
  }

  /// Closing will reset the connection: unsent octets do not stay in the kernel for a peer that does not take them.
  static func forgetUnsent(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  private static func send(_ descriptor: Int32, _ parts: UnsafeMutablePointer<iovec>?, _ count: Int) -> Outcome {
    var message = msghdr()
    message.msg_iov = parts
    message.msg_iovlen = count
    while true {
      // One part costs the kernel less this way.
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
