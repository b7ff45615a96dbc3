import FormDesk

/// The outside of a site: the clocks, the entropy and the reader of codes. Values, so that tests give their own.
public struct Environment: Sendable {
  /// A time of the wall clock.
  public struct Time: Sendable, Equatable {
    /// Since 1970-01-01T00:00:00Z.
    public var seconds: Int
    /// Within the second.
    public var milliseconds: Int

    public init(seconds: Int, milliseconds: Int = 0) {
      self.seconds = seconds
      self.milliseconds = milliseconds
    }
  }

  public var now: @Sendable () -> Time
  /// Seconds of a clock that never jumps.
  public var uptime: @Sendable () -> Int
  /// 128 random bits.
  public var random: @Sendable () -> (UInt64, UInt64)
  /// Nil: there is none, and no cell offers to scan.
  public var codeReader: CodeReader?

  public init(
    now: @escaping @Sendable () -> Time, uptime: @escaping @Sendable () -> Int,
    random: @escaping @Sendable () -> (UInt64, UInt64), codeReader: CodeReader? = nil
  ) {
    self.codeReader = codeReader
    self.now = now
    self.uptime = uptime
    self.random = random
  }

  func moment() -> Moment {
    let time = now()
    return Moment(seconds: time.seconds, milliseconds: time.milliseconds)
  }
}
