import HTTPMessage
import Testing

@Suite("Dates")
struct HTTPDateTests {
  @Test(
    "IMF-fixdate",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ] as [(Int64, String)])
  func format(_ seconds: Int64, _ text: String) {
    #expect(HTTPDate.format(seconds) == text)
    #expect(HTTPDate.parse(text) == seconds)
  }

  @Test("every day of four centuries survives writing and reading")
  func days() {
    for day in stride(from: Int64(-36_524), to: 109_573, by: 1) {
      let seconds = day * 86_400 + 45_296
      if HTTPDate.parse(HTTPDate.format(seconds)) != seconds {
        Issue.record("day \(day)")
        return
      }
    }
  }

  @Test("the two older formats")
  func older() {
    #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT") == 784_111_777)
    #expect(HTTPDate.parse("Sun Nov  6 08:49:37 1994") == 784_111_777)
    #expect(HTTPDate.parse("Sunday, 06-Nov-60 08:49:37 GMT", now: 1_767_225_600) == 2_866_956_577)
    #expect(HTTPDate.parse("Saturday, 06-Nov-93 08:49:37 GMT", now: 1_767_225_600) == 752_575_777)
  }

  @Test(
    "what is no date",
    arguments: [
      "", "now", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
    ])
  func invalid(_ text: String) { #expect(HTTPDate.parse(text) == nil) }
}
