import FormCells

/// What a site takes from outside: the clocks, the entropy and the reader of codes. Values, so that tests give their own.
public struct Environment: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, and milliseconds within the second.
  public struct Time: Sendable, Equatable {
    public var seconds: Int
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
  /// Nil: there is none, and no cell offers to scan (contract, `scan`).
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

  /// Today in UTC.
  func today() -> CalendarDate { CalendarDate(unixSeconds: now().seconds) ?? .distantFuture }
}

extension CalendarDate {
  /// Where the clock shows a year that no calendar date has.
  fileprivate static let distantFuture = CalendarDate(parsing: "9999-12-31")!
}
