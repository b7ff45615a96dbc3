package import FormDesk

/// The outside of a site: the clocks, the entropy and the reader of codes. Values, so that tests give their own.
public struct Environment: Sendable {
  /// A time of the wall clock.
  package struct Time: Sendable, Equatable {
    /// Since 1970-01-01T00:00:00Z.
    package var seconds: Int
    /// Within the second.
    package var milliseconds: Int

    package init(seconds: Int, milliseconds: Int = 0) {
      self.seconds = seconds
      self.milliseconds = milliseconds
    }
  }

  package var now: @Sendable () -> Time
  /// Seconds of a clock that never jumps.
  package var uptime: @Sendable () -> Int
  /// 128 random bits.
  package var random: @Sendable () -> (UInt64, UInt64)
  /// Nil: there is none, and no cell offers to scan.
  package var codeReader: CodeReader?

  package init(
    now: @escaping @Sendable () -> Time, uptime: @escaping @Sendable () -> Int,
    random: @escaping @Sendable () -> (UInt64, UInt64), codeReader: CodeReader? = nil
  ) {
    self.codeReader = codeReader
    self.now = now
    self.uptime = uptime
    self.random = random
  }

  package func moment() -> Moment {
    let time = now()
    return Moment(seconds: time.seconds, milliseconds: time.milliseconds)
  }
}
