import FormCells
import Glibc

extension Environment {
  /// The machine's clocks, the kernel's entropy, and `zbarimg` where it is on the search path at first use.
  public static let system = Environment(
    now: {
      let time = read(CLOCK_REALTIME)
      return Time(seconds: time.tv_sec, milliseconds: time.tv_nsec / 1_000_000)
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

extension Environment.Time {
  /// RFC 3339 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`.
  var timestamp: String {
    guard let day = CalendarDate(unixSeconds: seconds) else { return "9999-12-31T00:00:00.000Z" }
    let second = ((seconds % 86_400) + 86_400) % 86_400
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
    return "\(day)T\(time).\(padded(milliseconds, 3))Z"
  }
}
