import Glibc
import HTTPCore
import Testing

@Suite("Dates")
struct HTTPDateTests {
  @Test(
    "seconds are formatted as an IMF-fixdate",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ] as [(Int64, String)])
  func format(_ seconds: Int64, _ text: String) { #expect(HTTPDate.format(seconds) == text) }

  @Test("every day of four centuries is formatted as by the C library")
  func days() {
    for day in -36_524..<109_573 {
      let seconds = day * 86_400 + 45_296
      if HTTPDate.format(Int64(seconds)) != Self.written(seconds) {
        Issue.record("day \(day)")
        return
      }
    }
  }

  /// The date as the C library writes it. A Swift program has the locale "C" unless it sets another one.
  private static func written(_ seconds: Int) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) {
        strftime($0.baseAddress!, $0.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
