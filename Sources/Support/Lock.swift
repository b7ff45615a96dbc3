#if THREAD_SANITIZER
import Glibc
#else
public import Synchronization
#endif

#if THREAD_SANITIZER
/// A value behind a lock, like the one below, made of the C library's mutex, whose calls Thread Sanitizer can follow.
@usableFromInline
package struct Lock<Value>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  @usableFromInline
  package init(_ value: consuming sending Value) {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @usableFromInline
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
#else
/// A value behind a lock. All other code uses this type instead of mutexes.
///
/// It is a `Mutex` at no extra cost. Thread Sanitizer cannot see the kernel calls that a `Mutex` makes, and would report
/// everything that it guards. The build for Thread Sanitizer uses a lock that it can see.
@frozen @usableFromInline
package struct Lock<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>

  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Waits for the lock. Must not be called again from `body`.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }
}
#endif

/// An object that is replaced occasionally and read by many threads.
@usableFromInline
package final class AtomicReference<Object: AnyObject & Sendable>: Sendable {
  @usableFromInline let object: Lock<Object>

  package init(_ object: Object) { self.object = Lock(object) }

  @inlinable
  package func load() -> Object { object.withLock { $0 } }

  package func store(_ object: Object) {
    // The former object is released outside the lock, because that may take long.
    var former: Object?
    self.object.withLock { current in
      former = current
      current = object
    }
    _ = former
  }
}

/// A table of few keys that only grows. A value is made when it is first requested, and stays as long as the table.
///
/// A search compares every entry. The type is usable from inline because otherwise it would not be specialized in other
/// modules.
@usableFromInline
package final class AppendOnlyTable<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let entryLimit: Int
  @usableFromInline let entries = Lock<[(key: Key, value: Value)]>([])

  /// - Parameter entryLimit: the most entries: a few dozen.
  package init(entryLimit: Int) { self.entryLimit = entryLimit }

  /// The value of a key, which is made if there is none yet. `nil` if the key is new and the table is full.
  ///
  /// Threads that request a new key at the same time may each make a value; all of them get the one that is kept.
  @inlinable
  package func value(for key: Key, make: () -> Value) -> Value? {
    let (known, isFull) = entries.withLock { entries in
      (entries.first { $0.key == key }?.value, entries.count >= entryLimit)
    }
    if known != nil || isFull { return known }
    let made = make()
    return entries.withLock { entries in
      if let other = entries.first(where: { $0.key == key }) { return other.value }
      guard entries.count < entryLimit else { return nil }
      entries.append((key: key, value: made))
      return made
    }
  }
}

/// A value that is made when it is first requested, by one thread. Other threads that request it meanwhile wait.
package final class Lazy<Value: Sendable>: Sendable {
  private enum State {
    case toMake(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Lock<State>

  package init(_ make: @escaping @Sendable () -> Value) {
    state = Lock(.toMake(make))
  }

  /// Must not be used by the closure that makes the value.
  package var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .toMake(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }
}
