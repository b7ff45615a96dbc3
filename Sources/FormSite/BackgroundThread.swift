import Glibc

/// A thread that runs one piece of work behind all others and ends with it.
enum BackgroundThread {
  /// Its place in the processor's queue, from 0 (as all threads) to 19 (behind all). At 10 it gets a tenth of what each of them
  /// gets where all processors are busy: its work takes long then, and is done.
  private static let niceness: Int32 = 10

  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Where the machine gives no thread, the work is done at once by the caller, who then waits.
  static func start(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    guard pthread_create(&thread, &attributes, main, work.toOpaque()) != 0 else { return }
    work.release()
    body()
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    guard let argument else { return nil }
    let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    // On Linux the priority is the thread's own; 0 means the calling one.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, BackgroundThread.niceness)
    work.body()
    return nil
  }
}

extension BackgroundThread {
  /// Lets others go first in the midst of work. Who does so gives up the rest of its own turn: where all processors are busy it
  /// would wait for seconds in all, so that it goes on without when some time has passed.
  struct Courtesy {
    private static let millisecondLimit = 20
    private let end = ContinuousClock.now + .milliseconds(Self.millisecondLimit)

    func giveWay() {
      if ContinuousClock.now < end { sched_yield() }
    }
  }
}
