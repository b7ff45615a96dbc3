import Glibc

/// A thread of the C library (pthread_create(3)). It blocks all signals, which other threads of the process handle.
package struct Thread: Sendable {
  private let thread: pthread_t

  /// - Throws: `ThreadError` if the thread cannot be started; the work was not begun.
  package init(_ work: @escaping @Sendable () -> Void) throws(ThreadError) {
    var thread = pthread_t()
    let body = Unmanaged.passRetained(ThreadBody(work))
    let code = pthread_create(&thread, nil, threadMain, body.toOpaque())
    guard code == 0 else {
      body.release()
      throw ThreadError(code: code)
    }
    self.thread = thread
  }

  /// Waits for its end. Call it once.
  package func join() { pthread_join(thread, nil) }

  /// Instead of `join`, if nobody waits for its end.
  package func detach() { pthread_detach(thread) }
}

/// Why no thread was started.
package struct ThreadError: Error {
  /// The error number.
  package let code: Int32
}

private final class ThreadBody: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

private let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
  guard let argument else { return nil }
  let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, nil)
  body.work()
  return nil
}

/// Work that another thread does in the meantime, on a second processor if there is one.
package final class ThreadTask<Value: Sendable> {
  private let result = TaskResult<Value>()
  private var thread: Thread?

  /// If no thread can be started, the caller does the work at once.
  package init(_ work: @escaping @Sendable () -> Value) {
    let body: @Sendable () -> Void = { [result] in
      let value = work()
      result.value.withLock { $0 = value }
    }
    do { thread = try Thread(body) } catch { body() }
  }

  deinit { finish() }

  /// The result, once the work is done.
  package func value() -> Value {
    finish()
    guard let value = result.value.withLock({ $0 }) else { preconditionFailure("the thread ended before its work") }
    return value
  }

  private func finish() {
    thread?.join()
    thread = nil
  }
}

private final class TaskResult<Value: Sendable>: Sendable {
  let value = Lock<Value?>(nil)
}
