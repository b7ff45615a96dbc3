public import HTTPMessage
import HTTPWire

/// Everything a server is told before it starts.
public struct ServerConfiguration: Sendable {
  /// An IPv4 or IPv6 address, or a name such as "localhost".
  public var host: String
  /// 0: any free one; `Server.port` says which.
  public var port: UInt16
  /// Event loops, each with a thread; 0: one for each core that this process may use.
  public var loops: Int
  public var limits: MessageLimits
  public var deadlines: Deadlines
  /// Connections over all loops. When they are reached, the one that idles longest goes; where none idles, new ones wait
  /// in the kernel's queue. Each costs a descriptor and some 2 KiB.
  public var connectionLimit: Int
  /// Connections that the kernel holds until they are accepted.
  public var backlog: Int32
  /// The answer to what no site sees: a request that is refused at the wire, and a site that does not answer in time.
  public var errorPage: @Sendable (Status) -> Response

  public init(
    host: String = "127.0.0.1", port: UInt16 = 8080, loops: Int = 0, limits: MessageLimits = MessageLimits(),
    deadlines: Deadlines = Deadlines(), connectionLimit: Int = 10_000, backlog: Int32 = 1024,
    errorPage: @escaping @Sendable (Status) -> Response = ServerConfiguration.plainErrorPage
  ) {
    self.host = host
    self.port = port
    self.loops = loops
    self.limits = limits
    self.deadlines = deadlines
    self.connectionLimit = connectionLimit
    self.backlog = backlog
    self.errorPage = errorPage
  }

  /// A few words of plain text: what happened, and what to do.
  public static let plainErrorPage: @Sendable (Status) -> Response = { ErrorAnswer.plain($0) }
}
