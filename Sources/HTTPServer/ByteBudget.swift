import Synchronization

/// Bytes of memory that all loops share.
struct ByteBudget: ~Copyable, Sendable {
  let limit: Int
  private let taken = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var takenBytes: Int { taken.load(ordering: .relaxed) }

  /// False where fewer are left.
  func take(_ bytes: Int) -> Bool {
    let before = taken.wrappingAdd(bytes, ordering: .relaxed).oldValue
    if bytes <= limit - before { return true }
    give(bytes)
    return false
  }

  func give(_ bytes: Int) { taken.wrappingSubtract(bytes, ordering: .relaxed) }
}
