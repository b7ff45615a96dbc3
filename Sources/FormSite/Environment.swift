package import FormController

/// The outside of a site: the clocks, the entropy and the reader of codes. Values, so that tests give their own.
public struct Environment: Sendable {
  package var now: @Sendable () -> Timestamp
  /// Seconds of a clock that never jumps.
  package var uptime: @Sendable () -> Int
  /// 128 random bits.
  package var random: @Sendable () -> (UInt64, UInt64)
  /// Nil: there is none, and no cell offers to scan.
  package var codeReader: CodeReader?

  package init(
    now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Int,
    random: @escaping @Sendable () -> (UInt64, UInt64), codeReader: CodeReader? = nil
  ) {
    self.codeReader = codeReader
    self.now = now
    self.uptime = uptime
    self.random = random
  }
}
