import Glibc

/// A blocking TCP client that sends exactly what the test wrote.
final class Client {
  private(set) var descriptor: Int32
  private var buffered: [UInt8] = []

  enum Failure: Error { case cannotConnect(Int32), notConnected, noAnswer, broken(Int32) }

  /// A response as it was sent.
  struct Answer: Equatable {
    var status: Int
    /// The names are in lower case.
    var fields: [String: String]
    var body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// A server that hangs must fail the test, not hang it; no passing test waits this long.
  private static let patienceSeconds = 20

  /// - Parameter from: the last number of the client's address, 127.0.0.…
  init(port: Int, from: UInt8 = 1, receiveBufferBytes: Int32 = 0) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: Client.patienceSeconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    if receiveBufferBytes > 0 {
      var size = receiveBufferBytes
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    // Even little data is sent at once.
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    guard with(from, 0, bind) == 0, with(1, UInt16(port), connect) == 0 else { throw Failure.cannotConnect(errno) }
  }

  /// Calls `body` with the address 127.0.0.`number`.
  private func with(
    _ number: UInt8, _ port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (0x7F00_0000 | UInt32(number)).bigEndian
    return withUnsafeBytes(of: &address) {
      body(
        descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Ends the sending direction; the client can still read.
  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure.broken(errno)
      }
      sent += count
    }
  }

  /// The next response, which may be an interim one.
  func answer(isHead: Bool = false) throws -> Answer {
    var end = headEnd()
    while end == nil {
      guard try fill() else { throw Failure.noAnswer }
      end = headEnd()
    }
    let head = String(decoding: buffered[..<(end ?? 0)], as: UTF8.self)
    buffered.removeSubrange(..<((end ?? 0) + 4))
    var lines = head.replacing("\r\n", with: "\n").split(separator: "\n")[...]
    let status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
    var fields: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[parts[0].lowercased()] = String(parts.count > 1 ? parts[1].drop { $0 == " " } : "")
    }
    let length = isHead || status < 200 ? 0 : Int(fields["content-length"] ?? "") ?? 0
    while buffered.count < length {
      guard try fill() else { throw Failure.noAnswer }
    }
    let body = Array(buffered[..<length])
    buffered.removeSubrange(..<length)
    return Answer(status: status, fields: fields, body: body)
  }

  func exchange(_ request: String, isHead: Bool = false) throws -> Answer {
    try send(request)
    return try answer(isHead: isHead)
  }

  /// Whether the server has closed the connection with nothing left to read. Blocks until this is known.
  func isClosed() throws -> Bool { try buffered.isEmpty && !fill() }

  /// Reads at most this number of octets and discards them.
  /// - Returns: the number read; 0 at the end.
  func discard(_ count: Int) throws -> Int {
    var buffer = [UInt8](repeating: 0, count: count)
    let read = recv(descriptor, &buffer, count, 0)
    if read < 0 { throw Failure.broken(errno) }
    return read
  }

  private func headEnd() -> Int? {
    guard buffered.count >= 4 else { return nil }
    return (0...(buffered.count - 4)).first { buffered[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }
  }

  private func fill() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        buffered += buffer[..<count]
        return true
      }
      if count == 0 { return false }
      if errno != EINTR { throw Failure.broken(errno) }
    }
  }
}

extension Client {
  /// Whether something can be read without waiting.
  func hasAnswer() throws -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Blocks without reading until the server has ended the connection.
  func waitUntilReset() throws {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    guard poll(&entry, 1, 20_000) > 0 else { throw Failure.noAnswer }
  }
}
