import CEpoll
import Glibc
public import HTTPCore
import Support
import Synchronization

/// An HTTP/1.1 server: one event loop a core, each with its own listening socket on the same port.
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
  ///   - onExchange: told of every answer, on a loop's thread: it must not wait.
  ///   - screen: the answer to a request that hangs on its head alone, asked where the content has not come whole: then
  ///     nobody waits for it. Nil: the content counts.
  ///   - receive: who takes the content of a request while it comes, by its head; asked where the content has not come whole.
  ///     Nil: it stays in memory.
  ///   - respond: the site. Called on a loop's thread; what it does without waiting is answered without leaving it, and
  ///     what would block has to suspend instead.
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
  /// - Parameter inherited: listening sockets of the process before this one, by which it goes on without a gap; they are this
  ///   server's from now on. There are at least as many loops as sockets.
  public func start(inheriting inherited: [Int32] = []) throws(ServerError) {
    // A write to a closed socket is an error value here, not the process's end.
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

  /// The listening sockets, to be handed over to another process; none once it drains.
  package var listeningDescriptors: [Int32] { state.withLock { $0.listening } }

  /// Open connections over all loops.
  public var connectionCount: Int { service.connections.load(ordering: .relaxed) }

  /// Bytes of memory that are set aside for requests not answered yet.
  package var heldBytes: Int { service.held.takenBytes }

  /// Counts of all that was turned away since the start.
  package var refusals: Refusals { service.counts.values }

  /// Stops accepting, closes idle connections, finishes what is in flight with `Connection: close`. Blocks until that is
  /// done or the time is over; what is left then is cut off. Not to be called from a handler.
  /// - `handsOver`: another process has the listening sockets too: it accepts who waits in their queues.
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
        // Those that run end by themselves; the others never began.
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
    // SO_REUSEPORT would let a second server of the same user listen beside the first, unnoticed. One bind without it
    // finds that out.
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

  /// Cores that this process may use.
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
