import Glibc
import HTTPMessage

/// The Date line (RFC 9110 §6.6.1), made once a second.
struct DateLine {
  private(set) var bytes: [UInt8] = []
  private var second: Int64 = .min

  mutating func refresh() {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    let now = Int64(time.tv_sec)
    guard now != second else { return }
    second = now
    bytes = Array("Date: \(HTTPDate.format(now))\r\n".utf8)
  }
}
