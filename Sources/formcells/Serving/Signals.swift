import Glibc

/// SIGTERM and SIGINT, taken by the main thread; every thread made later has them blocked.
struct Signals {
  private var set = sigset_t()

  /// How often the tick runs, in nanoseconds: logs are written and files looked at.
  private static let tickNanoseconds = 250_000_000

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Returns when one of them comes.
  func wait(everyTick tick: () -> Void) {
    while true {
      var set = set
      var timeout = timespec(tv_sec: 0, tv_nsec: Self.tickNanoseconds)
      if sigtimedwait(&set, nil, &timeout) > 0 { return }
      tick()
    }
  }
}
