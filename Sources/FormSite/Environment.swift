package import FormController
import Glibc

/// What a site reads from outside: clocks, random numbers and the reader of codes. They are values, so that tests can replace
/// them.
public struct Environment: Sendable {
  package var now: @Sendable () -> Timestamp
  /// Seconds of a monotonic clock.
  package var uptime: @Sendable () -> Int
  /// 128 random bits.
  package var random: @Sendable () -> (UInt64, UInt64)
  /// `nil` if there is none; then no cell offers to scan.
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

extension Environment {
  /// The machine's clocks, the kernel's random numbers, and `zbarimg` if it is on the search path at first use.
  public static let system = Environment(
    now: {
      let time = read(CLOCK_REALTIME)
      return Timestamp(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
    },
    uptime: { read(CLOCK_MONOTONIC_COARSE).tv_sec },
    random: {
      // On Linux the standard library's generator reads from the kernel (getrandom(2)).
      var generator = SystemRandomNumberGenerator()
      return (generator.next(), generator.next())
    },
    codeReader: getenv("PATH").flatMap { Zbarimg.find(in: String(cString: $0)) }?.reader)

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
