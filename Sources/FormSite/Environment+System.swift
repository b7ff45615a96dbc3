import FormController
import Glibc

extension Environment {
  /// The machine's clocks, the kernel's entropy, and `zbarimg` where it is on the search path at first use.
  public static let system = Environment(
    now: {
      let time = read(CLOCK_REALTIME)
      return Timestamp(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
    },
    uptime: { read(CLOCK_MONOTONIC_COARSE).tv_sec },
    random: {
      // The standard library's generator reads the kernel's entropy on Linux (getrandom(2)).
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
