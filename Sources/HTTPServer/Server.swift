import CEpoll
import Glibc
public import HTTPCore
import Support
import Synchronization

/// An HTTP/1.1 server: one event loop per core, each with its own listening socket on the same port.
public final class Server: Sendable {
  private let configuration: ServerConfiguration
  private let service: Service
  private let state = Lock(State())

  private struct State {
    var port: UInt16 = 0
    var loops: [EventLoop] = []
    var listening: [Int32] = []
    var threads: [Thread] = []
    var isStarted = false
  }

  /// - Parameters:
  ///   - configuration: where it listens, and its limits.
  ///   - onExchange: called for every answer, on a loop's thread: it must not wait.
  ///   - screen: answers a request that can be refused by its head alone, so that nobody waits for its content. Called when the
  ///     content has not fully arrived. `nil`: the content decides.
  ///   - receive: chooses a receiver by a request's head, to take the content as it arrives. Called when the content has not fully
  ///     arrived. `nil`: the content stays in memory.
  ///   - respond: the site. Called on a loop's thread; if it does not wait, its answer is sent without leaving that thread. Instead
  ///     of blocking it has to suspend.
  public init(
    _ configuration: ServerConfiguration, onExchange: (@Sendable (Exchange) -> Void)? = nil,
    screen: (@Sendable (Request) -> Response?)? = nil,
    receive: (@Sendable (Request) -> (any ContentReceiver)?)? = nil,
    respond: @escaping @Sendable (Request) async -> Response
  ) {
    self.configuration = configuration
    service = Service(configuration, onExchange: onExchange, screen: screen, receive: receive, respond: respond)
  }

  /// Binds, listens and starts the loops; returns when connections are being accepted.
  /// - Parameter inherited: listening sockets of the previous process, so that service continues without a gap. The server owns them
  ///   from now on. It runs at least as many loops as there are sockets.
  public func start(inheriting inherited: [Int32] = []) throws(ServerError) {
    // With this, a write to a closed socket returns an error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    let result = state.withLock { state -> Result<Void, ServerError> in
      if state.isStarted { return .failure(.alreadyStarted) }
      do throws(ServerError) {
        try launch(&state, inherited: inherited)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// The bound port; 0 before `start`.
  public var port: Int { state.withLock { Int($0.port) } }

  /// The listening sockets, for handing them over to another process; none once the server drains.
  package var listeningDescriptors: [Int32] { state.withLock { $0.listening } }

  /// Open connections over all loops.
  public var connectionCount: Int { service.connections.load(ordering: .relaxed) }

  /// Bytes of memory that are reserved for requests not answered yet.
  package var heldBytes: Int { service.held.takenBytes }

  /// Counts of everything refused since the start.
  package var refusals: Refusals { service.counts.values }

  /// Stops accepting, closes idle connections and finishes requests in progress with `Connection: close`. Blocks until that is
  /// done or the time has run out; what is left then is cut off. Must not be called from a handler.
  /// - `handsOver`: another process has the listening sockets too, and accepts the connections that wait in their queues.
  public func drain(within limit: Duration = .seconds(10), handsOver: Bool = false) {
    let (loops, threads) = state.withLock { state in
      defer { (state.loops, state.threads, state.listening) = ([], [], []) }
      return (state.loops, state.threads)
    }
    let deadline = Instant.now() + Interval(limit)
    for loop in loops { loop.drain(until: deadline, handsOver: handsOver) }
    for thread in threads { thread.join() }
  }

  private func launch(_ state: inout State, inherited: [Int32]) throws(ServerError) {
    let count = configuration.loopCount
    let listeners = inherited.isEmpty ? try listen(count) : try Listener.inherited(inherited, count: count)
    var loops: [EventLoop] = []
    for listener in listeners {
      do throws(ServerError) {
        loops.append(EventLoop(service: service, queue: try EpollQueue(), listener: listener))
      } catch {
        for loop in loops { loop.queue.close() }
        for listener in listeners { listener.close() }
        throw error
      }
    }
    var threads: [Thread] = []
    for loop in loops {
      do throws(ThreadError) {
        threads.append(try Thread { loop.run() })
      } catch {
        // The running loops end by themselves; the others never began.
        for loop in loops[..<threads.count] { loop.drain(until: .now()) }
        for thread in threads { thread.join() }
        for loop in loops[threads.count...] {
          loop.listener?.close()
          loop.queue.close()
        }
        throw .noResources(code: error.code)
      }
    }
    state.port = listeners[0].port
    state.loops = loops
    state.listening = listeners.map(\.descriptor)
    state.threads = threads
    state.isStarted = true
  }

  private func listen(_ count: Int) throws(ServerError) -> [Listener] {
    let (host, backlog) = (configuration.host, configuration.backlog)
    let address = try Address(host: host)
    // SO_REUSEPORT would let a second server of the same user listen on the same port unnoticed. One bind without it detects that.
    var port = configuration.port
    if count > 1 && port != 0 {
      try Listener(address, port: port, host: host, backlog: backlog, shared: false).close()
    }
    var listeners: [Listener] = []
    for _ in 0..<count {
      do throws(ServerError) {
        listeners.append(try Listener(address, port: port, host: host, backlog: backlog, shared: count > 1))
      } catch {
        for listener in listeners { listener.close() }
        throw error
      }
      port = listeners[0].port
    }
    return listeners
  }

  /// The number of cores that this process may use.
  static var coreCount: Int {
    var set = cpu_set_t()
    guard sched_getaffinity(0, UInt(MemoryLayout<cpu_set_t>.size), &set) == 0 else {
      return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }
    return max(1, withUnsafeBytes(of: &set) { $0.reduce(0) { $0 + $1.nonzeroBitCount } })
  }
}

/// Why a server does not start. `code` is an `errno` value.
public enum ServerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The server was started before; it can be started only once.
  case alreadyStarted
  /// The host is neither an address nor a name that resolves.
  case unknownHost(String)
  /// The address cannot be bound: in use (`EADDRINUSE`), not ours (`EADDRNOTAVAIL`), not allowed (`EACCES`).
  case cannotListen(host: String, port: UInt16, code: Int32)
  /// The kernel refused a resource that a loop needs: a descriptor or a thread.
  case noResources(code: Int32)

  /// One line of text.
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
