#if THREAD_SANITIZER
import Glibc
#else
public import Synchronization
#endif

#if THREAD_SANITIZER
/// A value behind a lock, as below, by the C library, whose calls Thread Sanitizer follows.
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

/// An object that is replaced now and then, and read by many threads.
@usableFromInline
package final class AtomicReference<Object: AnyObject & Sendable>: Sendable {
  @usableFromInline let object: Lock<Object>

  package init(_ object: Object) { self.object = Lock(object) }

  @inlinable
  package func load() -> Object { object.withLock { $0 } }

  package func store(_ object: Object) {
    // The one before is let go behind the lock: it may have much to let go.
    var former: Object?
    self.object.withLock { current in
      former = current
      current = object
    }
    _ = former
  }
}

/// A table of few keys that only grows: a value is made when it is first asked for, and stays as long as the table.
///
/// A search compares with each entry. It is usable from inline, since nothing of it would be specialised in other modules
/// otherwise.
@usableFromInline
package final class AppendOnlyTable<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let entryLimit: Int
  @usableFromInline let entries = Lock<[(key: Key, value: Value)]>([])

  /// - Parameter entryLimit: entries held at most: a few dozen.
  package init(entryLimit: Int) { self.entryLimit = entryLimit }

  /// The value of a key, made now where there is none yet. Nil where the table is full of others.
  ///
  /// Threads that ask for a new key at the same time may each make a value; all of them get the one that is kept.
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

/// A value that is made when it is first asked for, by one thread; others that ask at that time wait for it.
package final class Lazy<Value: Sendable>: Sendable {
  private enum State {
    case toMake(@Sendable () -> Value)
    case made(Value)
  }

  private let state: Lock<State>

  package init(_ make: @escaping @Sendable () -> Value) {
    state = Lock(.toMake(make))
  }

  /// Not to be asked for by what makes it.
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
