import Glibc

/// One end of a stream of bytes between two processes, until a deadline. Closed with the object.
final class HandoverStream {
  let descriptor: Int32
  private let deadline: Int
  private var buffer: [UInt8] = []
  /// Bytes of the buffer that were read.
  private var position = 0

  private static let chunkByteCount = 64 << 10

  init(_ descriptor: Int32, milliseconds: Int) {
    self.descriptor = descriptor
    deadline = Self.now() + milliseconds
  }

  deinit { close(descriptor) }

  /// Both ends; nil: the process has too many descriptors.
  static func pair() -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return socketpair(AF_UNIX, kind, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// - Returns: false: the other side has gone, or the time is over.
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard isReady(for: POLLOUT) else { return false }
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 { rest = rest.dropFirst(count) } else if !Self.isPassing { return false }
    }
    return true
  }

  /// Exactly so many bytes. Nil: they do not come any more.
  func read(_ count: Int) -> [UInt8]? {
    while buffer.count - position < count {
      buffer.removeFirst(position)
      position = 0
      guard fill() else { return nil }
    }
    defer { position += count }
    return Array(buffer[position..<position + count])
  }

  private func fill() -> Bool {
    while isReady(for: POLLIN) {
      var chunk = [UInt8](repeating: 0, count: Self.chunkByteCount)
      let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        buffer += chunk.prefix(count)
        return true
      }
      if count == 0 || !Self.isPassing { return false }
    }
    return false
  }

  private static var isPassing: Bool { errno == EAGAIN || errno == EINTR }

  private func isReady(for event: Int32) -> Bool {
    while true {
      let rest = deadline - Self.now()
      guard rest > 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if poll(&entry, 1, Int32(clamping: rest)) > 0 { return true }
    }
  }

  /// Milliseconds of a clock that never jumps.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
