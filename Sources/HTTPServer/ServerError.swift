/// Why a server does not start. `code` is an `errno` value.
public enum ServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A server starts once.
  case alreadyStarted
  /// The host is neither an address nor a name that resolves.
  case unknownHost(String)
  /// The address cannot be bound: in use (`EADDRINUSE`), not ours (`EADDRNOTAVAIL`), not allowed (`EACCES`).
  case cannotListen(host: String, port: UInt16, code: Int32)
  /// The kernel refused what a loop needs: a descriptor, a thread.
  case noResources(code: Int32)

  /// One line for people.
  public var description: String {
    switch self {
    case .alreadyStarted: "the server was started already"
    case .unknownHost(let host): "unknown host \(host)"
    case .cannotListen(let host, let port, let code):
      "cannot listen on \(host) port \(port): \(SystemError.text(code))"
    case .noResources(let code): "cannot start an event loop: \(SystemError.text(code))"
    }
  }
}
