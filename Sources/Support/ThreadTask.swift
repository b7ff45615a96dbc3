import Glibc

/// Work that another thread does meanwhile: a second processor, where there is one, takes its share of what takes long.
package final class ThreadTask<Value: Sendable> {
  private let result = MeanwhileResult<Value>()
  private var thread: pthread_t?

  /// Where the machine gives no thread, the work is done at once by the caller.
  package init(_ work: @escaping @Sendable () -> Value) {
    let result = self.result
    let body = Unmanaged.passRetained(ThreadBody { result.value.withLock { $0 = work() } })
    var thread = pthread_t()
    guard pthread_create(&thread, nil, threadMain, body.toOpaque()) != 0 else {
      self.thread = thread
      return
    }
    body.takeRetainedValue().run()
  }

  deinit { finish() }

  /// The result, once the work is done.
  package func value() -> Value {
    finish()
    guard let value = result.value.withLock({ $0 }) else { preconditionFailure("the thread ended before its work") }
    return value
  }

  private func finish() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}

private final class MeanwhileResult<Value: Sendable>: Sendable {
  let value = Lock<Value?>(nil)
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
  guard let argument else { return nil }
  let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
  // Signals are the process's business.
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, nil)
  body.run()
  return nil
}
