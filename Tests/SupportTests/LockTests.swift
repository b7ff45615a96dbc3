import Glibc
import Support
import Testing

@Suite("Locks")
struct LockTests {
  private final class Guarded: Sendable {
    let count = Lock(0)
  }

  @Test("a locked value is changed by one thread at a time")
  func counts() async {
    let value = Guarded()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<10_000 { value.count.withLock { $0 += 1 } } }
      }
    }
    #expect(value.count.withLock { $0 } == 80_000)
  }

  #if THREAD_SANITIZER
  private final class Unguarded: @unchecked Sendable {
    var count = 0
  }

  /// A planted race. A run of the sanitizer that does not find it would not find others either.
  @Test("a planted race changes a value without a lock", .enabled(if: getenv("PLANTED_RACE") != nil))
  func race() async {
    let value = Unguarded()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<10_000 { value.count += 1 } }
      }
    }
    #expect(value.count > 0)
  }
  #endif
}
