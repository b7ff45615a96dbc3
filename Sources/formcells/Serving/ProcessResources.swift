import Dispatch
import FormSite
import Glibc
import Support

/// SIGTERM, SIGINT and SIGHUP (a closed terminal), taken by the main thread; every thread made later has them blocked.
struct Signals {
  private var set = sigset_t()

  /// The interval of the tick in milliseconds: logs are written and files checked.
  private static let tickMilliseconds = 250

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    // `nohup` ignores it: the server outlives its terminal.
    if !Self.isIgnored(SIGHUP) { sigaddset(&set, SIGHUP) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    // SIG_IGN is 1 cast to a handler; a handler in Swift cannot be compared.
    return withUnsafeBytes(of: &action) { $0.load(as: UInt.self) } == 1
  }

  /// Lets the signals end the process again.
  func release() {
    var set = set
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Wakes `wait` from another thread.
  static func raise() { kill(getpid(), SIGTERM) }

  /// Returns when one of them comes, or the time is over.
  /// - `milliseconds`: nil: without end.
  func wait(milliseconds: Int? = nil, everyTick tick: () -> Void) {
    var rest = milliseconds ?? .max
    while rest > 0 {
      var set = set
      let pause = min(rest, Self.tickMilliseconds)
      var timeout = timespec(tv_sec: 0, tv_nsec: pause * 1_000_000)
      if sigtimedwait(&set, nil, &timeout) > 0 { return }
      tick()
      if milliseconds != nil { rest -= pause }
    }
  }
}

/// How the server divides its descriptors: for files of submissions, for connections, and a reserve for everything else. Without it,
/// one use could leave none to the others.
struct DescriptorBudget: CustomStringConvertible {
  /// Simultaneous connections; each takes one.
  let connections: Int
  /// Forms whose files stay open; each takes two.
  let openForms: Int
  private let limit: Int

  private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  /// Enough for 10,000 connections.
  private static let wantedLimit: rlim_t = 1 << 16
  /// For reading definitions and option files, pipes to programs, remote stores, and metrics.
  private static let reserve = 64
  /// A listening socket, a queue and its wake-up, and a spare one for when all are used up.
  private static let loopDescriptors = 4
  /// Of the reserve.
  static let metricsConnections = 16

  /// Raises the soft limit, which is usually 1,024 for old programs, to the hard one (getrlimit(2)).
  static func raiseLimit() {
    var limits = rlimit()
    guard getrlimit(openFiles, &limits) == 0, limits.rlim_cur < min(limits.rlim_max, wantedLimit) else { return }
    limits.rlim_cur = min(limits.rlim_max, wantedLimit)
    // If that is refused, the budget is made from the current limit.
    _ = setrlimit(openFiles, &limits)
  }

  /// Divides the descriptors that are left now, after the forms have opened theirs.
  /// - `loops`: event loops that are not started yet.
  init(loops: Int) {
    var limits = rlimit()
    limit = getrlimit(Self.openFiles, &limits) == 0 ? Int(clamping: limits.rlim_cur) : 1024
    let openCount = (try? FolderContent(of: "/proc/self/fd"))?.entries.count ?? 0
    let left = max(0, limit - openCount - loops * Self.loopDescriptors)
    let reserve = min(Self.reserve, left / 2)
    openForms = max(1, min(SubmissionFiles.openFormLimit, left / 16))
    connections = max(1, left - reserve - 2 * openForms)
  }

  /// For the log, if it limits the connections.
  var description: String {
    "this process may open \(limit) files and connections (LimitNOFILE=, ulimit -n): it takes \(connections) connections at once"
  }
}

/// Starts libdispatch's timers. It opens descriptors for them when the first one is set, and ends the process if none is left. So a
/// timer that is set when a disk fails would end a server without free descriptors.
struct DispatchTimers {
  private let hasFired = DispatchSemaphore(value: 0)

  /// Sets a first one.
  init() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { [hasFired] in hasFired.signal() }
  }

  /// Returns when the first one has fired.
  func wait() { hasFired.wait() }
}
