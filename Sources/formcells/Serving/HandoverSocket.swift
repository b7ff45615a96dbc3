import Glibc

/// A Unix socket between two processes of the same user, for text messages with descriptors. Only this user can write its file, and
/// only a process that can write the file can connect.
struct HandoverSocket: ~Copyable {
  private let descriptor: Int32

  /// The maximum time between two messages, in seconds.
  private static let patienceSeconds = 10
  private static let messageByteLimit = 1024
  /// The kernel's limit for one message (SCM_MAX_FD).
  static let descriptorLimit = 253

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  init?(connectingTo path: String) {
    guard let socket = UnixSocket.connected(to: path, kind: SOCK_SEQPACKET) else { return nil }
    guard Self.limitPatience(socket) else {
      close(socket)
      return nil
    }
    descriptor = socket
  }

  /// Creates a listening socket. Only for the owner of the folder.
  init?(listeningAt path: String) {
    guard let socket = UnixSocket.listening(at: path, kind: SOCK_SEQPACKET) else { return nil }
    descriptor = socket
  }

  /// The next process that connects; `nil` if the socket failed.
  func accept() -> HandoverSocket? {
    while let socket = UnixSocket.accept(descriptor) {
      guard Self.limitPatience(socket) else {
        close(socket)
        continue
      }
      return HandoverSocket(descriptor: socket)
    }
    return nil
  }

  private static func limitPatience(_ socket: Int32) -> Bool {
    var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    return setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size)) == 0
  }

  /// - `descriptors`: the other process gets copies of them.
  func send(_ text: String, with descriptors: [Int32] = []) -> Bool {
    var bytes = Array(text.utf8)
    var control = Self.control(descriptors)
    return bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          if !descriptors.isEmpty {
            message.msg_control = control.baseAddress
            message.msg_controllen = control.count
          }
          return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) == part.pointee.iov_len
        }
      }
    }
  }

  /// The next message; `nil` if the other side has closed, or takes too long.
  func receive() -> (text: String, descriptors: [Int32])? {
    var bytes = [UInt8](repeating: 0, count: Self.messageByteLimit)
    var control = Self.control([Int32](repeating: -1, count: Self.descriptorLimit))
    var controlCount = 0
    let count = bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          let count = recvmsg(descriptor, &message, Int32(MSG_CMSG_CLOEXEC))
          controlCount = message.msg_controllen
          return count
        }
      }
    }
    guard count > 0 else { return nil }
    return (String(decoding: bytes[..<count], as: UTF8.self), Self.descriptors(in: control[..<controlCount]))
  }

  /// A control message (cmsg(3)): its length, its level, its kind, the descriptors.
  private static func control(_ descriptors: [Int32]) -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: headerSize + 4 * descriptors.count) { bytes += $0 }
    withUnsafeBytes(of: SOL_SOCKET) { bytes += $0 }
    withUnsafeBytes(of: Int32(SCM_RIGHTS)) { bytes += $0 }
    for descriptor in descriptors { withUnsafeBytes(of: descriptor) { bytes += $0 } }
    return bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
  }

  private static func descriptors(in control: ArraySlice<UInt8>) -> [Int32] {
    control.withUnsafeBytes { bytes in
      guard bytes.count >= headerSize else { return [] }
      let length = min(bytes.loadUnaligned(as: Int.self), bytes.count)
      return stride(from: headerSize, to: length - 3, by: 4).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self)
      }
    }
  }

  private static let headerSize = 16
}

/// Unix sockets of any kind. Only their user can write their files, and only a process that can write the file can connect.
enum UnixSocket {
  /// Creates a listening socket. Only for the owner of the folder: an existing file with this name is left from a process that has ended.
  static func listening(at path: String, kind: __socket_type = SOCK_STREAM) -> Int32? {
    unlink(path)
    guard let socket = make(path, kind: kind, attach: bind) else { return nil }
    guard chmod(path, 0o600) == 0, listen(socket, 4) == 0 else {
      close(socket)
      return nil
    }
    return socket
  }

  static func connected(to path: String, kind: __socket_type = SOCK_STREAM) -> Int32? {
    make(path, kind: kind, attach: connect)
  }

  /// The next process that connects; `nil` if the socket failed.
  static func accept(_ socket: Int32) -> Int32? {
    while true {
      let connection = acceptClosingOnExec(socket)
      if connection >= 0 { return connection }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  private static func acceptClosingOnExec(_ socket: Int32) -> Int32 {
    let connection = Glibc.accept(socket, nil, nil)
    if connection >= 0 { _ = fcntl(connection, F_SETFD, FD_CLOEXEC) }
    return connection
  }

  /// A socket that is bound or connected to a path. If the path is too long for an address, it is named by its folder's descriptor.
  private static func make(
    _ path: String, kind: __socket_type, attach: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32? {
    var address = sockaddr_un()
    let capacity = MemoryLayout.size(ofValue: address.sun_path) - 1
    var name = path
    var folder: Int32 = -1
    defer { if folder >= 0 { close(folder) } }
    if path.utf8.count > capacity, let slash = path.lastIndex(of: "/") {
      folder = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      name = "/proc/self/fd/\(folder)\(path[slash...])"
    }
    guard name.utf8.count <= capacity else { return nil }
    let socket = Glibc.socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
    let isAttached = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        attach(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if isAttached == 0 { return socket }
    close(socket)
    return nil
  }
}
