import FormController
public import FormSite
import Synchronization

/// The outside of a site whose pages are the same at each run: a clock that stands until a test turns it, and names that are
/// counted instead of drawn.
public final class PinnedEnvironment: Sendable {
  private let seconds: Atomic<Int>
  private let elapsed = Atomic(0)
  private let names: Atomic<UInt64>

  /// - Parameters:
  ///   - seconds: since 1970-01-01T00:00:00Z; left out: 2026-01-31, noon in UTC.
  ///   - seed: another one for each of several servers, so that they draw other names.
  public init(seconds: Int = 1_769_860_800, seed: UInt32 = 0) {
    self.seconds = Atomic(seconds)
    names = Atomic(UInt64(seed) << 32)
  }

  /// Turns the clock on; a session unused for as long as the configuration says is gone.
  public func advance(bySeconds count: Int) {
    seconds.wrappingAdd(count, ordering: .relaxed)
    elapsed.wrappingAdd(count, ordering: .relaxed)
  }

  /// For `Site.init`. No cell offers to scan.
  public func environment() -> Environment { environment(codeReader: nil) }

  package func environment(codeReader: CodeReader?) -> Environment {
    Environment(
      now: { Timestamp(seconds: self.seconds.load(ordering: .relaxed)) },
      uptime: { self.elapsed.load(ordering: .relaxed) },
      random: { (0x5EED, self.names.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15) },
      codeReader: codeReader)
  }
}
