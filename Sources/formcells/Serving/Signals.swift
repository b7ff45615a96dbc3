import Glibc

/// SIGTERM, SIGINT and SIGHUP (a closed terminal), taken by the main thread; every thread made later has them blocked.
struct Signals {
  private var set = sigset_t()

  /// How often the tick runs, in milliseconds: logs are written and files looked at.
  private static let tickMilliseconds = 250

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    // `nohup` has it ignored: the server is to outlive its terminal.
    if !Self.isIgnored(SIGHUP) { sigaddset(&set, SIGHUP) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    // SIG_IGN is 1 cast to a handler; a handler in Swift cannot be compared.
    return withUnsafeBytes(of: &action) { $0.load(as: UInt.self) } == 1
  }

  /// They end the process again.
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
