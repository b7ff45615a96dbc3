import Glibc

/// The thread of one loop.
struct LoopThread: @unchecked Sendable {
  private let thread: pthread_t

  init(_ loop: EventLoop) throws(ServerError) {
    var thread = pthread_t()
    let unmanaged = Unmanaged.passRetained(loop)
    let code = pthread_create(&thread, nil, LoopThread.main, unmanaged.toOpaque())
    guard code == 0 else {
      unmanaged.release()
      throw .noResources(code: code)
    }
    self.thread = thread
  }

  func join() { pthread_join(thread, nil) }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    guard let argument else { return nil }
    // Signals are the process's business, not a loop's: an interrupted call here would only be repeated.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
}
