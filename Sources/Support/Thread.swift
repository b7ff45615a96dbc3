import Glibc

/// A thread of the C library (pthread_create(3)). All signals are blocked in it: they are the process's business.
package struct Thread: Sendable {
  private let thread: pthread_t

  /// - Throws: `ThreadError` where the machine gives no thread; the work was not begun.
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

  /// Waits for its end, once.
  package func join() { pthread_join(thread, nil) }

  /// Instead of `join`: nobody waits for it.
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

/// Work that another thread does meanwhile: a second processor, where there is one, takes its share of what takes long.
package final class ThreadTask<Value: Sendable> {
  private let result = TaskResult<Value>()
  private var thread: Thread?

  /// Where the machine gives no thread, the work is done at once by the caller.
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
