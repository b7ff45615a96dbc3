public import Synchronization

/// A table of few keys that only grows: a value is made when it is first asked for, and stays as long as the table.
///
/// Nothing takes a lock. The entries form a list whose links are set once, so a search costs a comparison for each entry.
/// It is usable from inline, since nothing of it would be specialised in other modules otherwise.
@usableFromInline
package final class AppendOnlyTable<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  final class Entry: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let value: Value
    @usableFromInline let next = Link()

    @inlinable
    init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// Nothing, or an entry that it keeps from then on. An `AtomicLazyReference` finds its types at run time, at each load.
  @usableFromInline
  struct Link: ~Copyable, Sendable {
    @usableFromInline let entry = Atomic<Unmanaged<Entry>?>(nil)

    @inlinable
    init() {}

    deinit { entry.load(ordering: .acquiring)?.release() }

    @inlinable
    func load() -> Unmanaged<Entry>? { entry.load(ordering: .acquiring) }

    /// Links this entry where there is none, and answers the one that is there now.
    @usableFromInline
    func append(_ new: Entry) -> Entry {
      let kept = Unmanaged.passRetained(new)
      let (isNew, other) = entry.compareExchange(expected: nil, desired: kept, ordering: .acquiringAndReleasing)
      guard !isNew, let other else { return new }
      kept.release()
      return other.takeUnretainedValue()
    }
  }

  @usableFromInline let entryLimit: Int
  @usableFromInline let first = Link()

  /// - Parameter entryLimit: entries held at most. A few dozen: a search looks at all of them.
  package init(entryLimit: Int) {
    self.entryLimit = entryLimit
  }

  /// The value of a key, made now where there is none yet. Nil where the table is full of others.
  ///
  /// Threads that ask for a new key at the same time may each make a value; all of them get the one that is kept.
  @inlinable
  package func value(for key: Key, make: () -> Value) -> Value? {
    var last: Unmanaged<Entry>?
    var count = 0
    // Entries stay as long as the table: nothing is counted on the way.
    while let entry = following(last) {
      if entry._withUnsafeGuaranteedRef({ $0.key == key }) { return entry._withUnsafeGuaranteedRef { $0.value } }
      last = entry
      count += 1
    }
    guard count < entryLimit else { return nil }
    let made = Entry(key: key, value: make())
    while count < entryLimit {
      let entry = append(made, after: last?.takeUnretainedValue())
      if entry.key == key { return entry.value }
      // Another thread was faster with another key.
      last = .passUnretained(entry)
      count += 1
    }
    return nil
  }

  @inlinable
  func following(_ entry: Unmanaged<Entry>?) -> Unmanaged<Entry>? {
    if let entry { entry._withUnsafeGuaranteedRef { $0.next.load() } } else { first.load() }
  }

  /// The entry that stands there now, which may be another one.
  @usableFromInline
  func append(_ entry: Entry, after last: Entry?) -> Entry {
    if let last { last.next.append(entry) } else { first.append(entry) }
  }
}
