import Dispatch
import FormSite
import Glibc
import Support

/// SIGTERM, SIGINT and SIGHUP (a closed terminal), handled by the main thread; they are blocked in every thread that is created later.
struct Signals {
  private var set = sigset_t()

  /// The interval in milliseconds at which logs are written and files checked.
  private static let tickMilliseconds = 250

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    // `nohup` makes the process ignore it: then the server outlives its terminal.
    if !Self.isIgnored(SIGHUP) { sigaddset(&set, SIGHUP) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    // SIG_IGN is 1 cast to a handler; a handler in Swift cannot be compared.
    return withUnsafeBytes(of: &action) { $0.load(as: UInt.self) } == 1
  }

  /// Allows the signals to end the process again.
  func release() {
    var set = set
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Wakes `wait` from another thread.
  static func raise() { kill(getpid(), SIGTERM) }

  /// Returns when one of the signals arrives, or the time has run out.
  /// - `milliseconds`: `nil`: without limit.
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

/// How the server divides its descriptors between files of submissions, connections, and a reserve for everything else. Without this,
/// one use could leave none for the others.
struct DescriptorBudget: CustomStringConvertible {
  /// The number of simultaneous connections; each takes one descriptor.
  let connections: Int
  /// The number of forms whose files stay open; each takes two descriptors.
  let openForms: Int
  private let limit: Int

  private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  /// Enough for 10,000 connections.
  private static let wantedLimit: rlim_t = 1 << 16
  /// For reading definitions and option files, pipes to programs, remote stores, and metrics.
  private static let reserve = 64
  /// A listening socket, a queue and its wake-up, and a spare descriptor for when all others are used up.
  private static let loopDescriptors = 4
  /// Connections to the metrics server, taken from the reserve.
  static let metricsConnections = 16

  /// Raises the soft limit, which is usually 1,024 for the sake of old programs, to the hard one (getrlimit(2)).
  static func raiseLimit() {
    var limits = rlimit()
    guard getrlimit(openFiles, &limits) == 0, limits.rlim_cur < min(limits.rlim_max, wantedLimit) else { return }
    limits.rlim_cur = min(limits.rlim_max, wantedLimit)
    // If this is refused, the budget is based on the current limit.
    _ = setrlimit(openFiles, &limits)
  }

  /// Divides the descriptors that are left now, after those of the forms were opened.
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

  /// A line for the log if the limit reduces the number of connections.
  var description: String {
    "this process may open \(limit) files and connections (LimitNOFILE=, ulimit -n): it accepts \(connections) connections at once"
  }
}

/// Starts libdispatch's timers. libdispatch opens descriptors for them when the first one is set, and ends the process if none is left.
/// So a server without free descriptors would end at a timer that is set when a disk fails.
struct DispatchTimers {
  private let hasFired = DispatchSemaphore(value: 0)

  /// Sets a first timer.
  init() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { [hasFired] in hasFired.signal() }
  }

  /// Waits until that timer has fired.
  func wait() { hasFired.wait() }
}
