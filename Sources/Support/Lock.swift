#if !THREAD_SANITIZER
public import Synchronization

/// A value behind a lock. All other code uses this one instead of mutexes.
///
/// It is a `Mutex`, which costs nothing more. Thread Sanitizer cannot see the kernel calls that a `Mutex` is made of and
/// would report everything that it guards; the build for that run takes a lock that it sees.
@frozen @usableFromInline
package struct Lock<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>

  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Waits for its turn. Not to be called again from inside.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }
}
#endif
