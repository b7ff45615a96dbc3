#if Valkey
import Glibc
import Testing

/// Debian's redis-server, which speaks Valkey's protocol. It runs on a free port and ends with the test.
final class RedisServer {
  private(set) var port: UInt16 = 0
  private var process: pid_t = 0
  private let options: [String]

  init(options: [String] = []) throws {
    self.options = options
    // Another program may take a free port before the server does.
    for _ in 0..<8 {
      port = try Self.freePort()
      try start()
      if isServing() { return }
    }
    throw NotServing()
  }

  private struct NotServing: Error {}

  deinit { kill() }

  /// Waits until the server accepts connections.
  /// - Returns: false if it has ended.
  private func isServing() -> Bool {
    while waitpid(process, nil, WNOHANG) == 0 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      if Self.attach(descriptor, port, connect) { return true }
      usleep(10_000)
    }
    process = 0
    return false
  }

  /// Starts the server on the same port as before. Clients must try until it answers.
  func start() throws {
    let words =
      ["redis-server", "--bind", "127.0.0.1", "--port", String(port), "--save", "", "--logfile", "/dev/null"] + options
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    try #require(posix_spawnp(&process, "redis-server", nil, nil, &arguments, environ) == 0)
  }

  /// Stops the process: connections stay open, but nothing is answered.
  func freeze() { Glibc.kill(process, SIGSTOP) }
  func goOn() { Glibc.kill(process, SIGCONT) }

  func kill() {
    guard process > 0 else { return }
    Glibc.kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    process = 0
  }

  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try #require(Self.attach(descriptor, 0, bind))
    let isNamed = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
    }
    try #require(isNamed)
    return UInt16(bigEndian: address.sin_port)
  }

  /// Binds or connects to a port of this machine.
  private static func attach(
    _ descriptor: Int32, _ port: UInt16, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
#endif
