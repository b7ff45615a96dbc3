import Synchronization

/// A reference to an object that is replaced now and then and read all the time, without a lock.
///
/// A reader first counts itself beside the pointer, in one step with reading it, then retains the object, then takes its
/// count back. Whoever replaces the object finds the readers that are in between by that count, and has retained the object
/// once for each before they can see that the pointer is another one: such a reader gives that retain back instead.
package final class AtomicReference<Object: AnyObject & Sendable>: Sendable {
  /// The pointer, and how many readers are between reading and retaining it.
  private let state: Atomic<WordPair>
  /// One stores at a time: the object that is there stays alive meanwhile.
  private let storing = Lock(())

  package init(_ object: Object) {
    state = Atomic(WordPair(first: Self.retainedBits(of: object), second: 0))
  }

  deinit {
    Self.unmanaged(state.load(ordering: .acquiring).first).release()
  }

  package func load() -> Object {
    var seen = state.load(ordering: .relaxed)
    while true {
      let (exchanged, original) = state.weakCompareExchange(
        expected: seen, desired: WordPair(first: seen.first, second: seen.second &+ 1),
        ordering: .acquiringAndReleasing)
      if exchanged { break }
      seen = original
    }
    let unmanaged = Self.unmanaged(seen.first)
    let object = unmanaged.takeUnretainedValue()
    var current = WordPair(first: seen.first, second: seen.second &+ 1)
    while current.first == seen.first {
      let (exchanged, original) = state.weakCompareExchange(
        expected: current, desired: WordPair(first: current.first, second: current.second &- 1),
        ordering: .acquiringAndReleasing)
      if exchanged { return object }
      current = original
    }
    // Replaced in between: the retain that was made for this reader goes back.
    unmanaged.release()
    return object
  }

  /// - Parameter object: one that was never stored here before.
  package func store(_ object: Object) {
    let new = WordPair(first: Self.retainedBits(of: object), second: 0)
    storing.withLock { _ in
      var seen = state.load(ordering: .acquiring)
      let old = Self.unmanaged(seen.first)
      var retained: UInt = 0
      while true {
        for _ in retained..<max(retained, seen.second) { _ = old.retain() }
        retained = max(retained, seen.second)
        let (exchanged, original) = state.compareExchange(
          expected: seen, desired: new, ordering: .acquiringAndReleasing)
        if exchanged { break }
        seen = original
      }
      // Readers that were in between and have gone on by themselves, and the reference from here.
      for _ in seen.second...retained { old.release() }
    }
  }

  private static func retainedBits(of object: Object) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
  }

  private static func unmanaged(_ bits: UInt) -> Unmanaged<Object> {
    guard let pointer = UnsafeRawPointer(bitPattern: bits) else { preconditionFailure("there is always an object") }
    return Unmanaged.fromOpaque(pointer)
  }
}
