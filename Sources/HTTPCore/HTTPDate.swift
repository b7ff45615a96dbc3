import Support

/// Dates of HTTP fields (RFC 9110 §5.6.7) as seconds since 1970-01-01T00:00:00Z; no locale, no time zone but GMT.
package enum HTTPDate {
  private static let days: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`. Years are limited to 0 to 9999.
  package static func format(_ secondsSince1970: Int64) -> String {
    let seconds = min(max(secondsSince1970, -62_167_219_200), 253_402_300_799)
    let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    let time = seconds - day * 86_400
    let (year, month, dayOfMonth) = CivilDate.from(daysSince1970: day)
    var text: [UInt8] = []
    text.reserveCapacity(29)
    append(days[Int((day % 7 + 11) % 7)], to: &text)
    text += ", ".utf8
    appendDigits(dayOfMonth, count: 2, to: &text)
    text.append(0x20)
    append(months[Int(month - 1)], to: &text)
    text.append(0x20)
    appendDigits(year, count: 4, to: &text)
    text.append(0x20)
    appendDigits(time / 3600, count: 2, to: &text)
    text.append(0x3A)
    appendDigits(time / 60 % 60, count: 2, to: &text)
    text.append(0x3A)
    appendDigits(time % 60, count: 2, to: &text)
    text += " GMT".utf8
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private static func appendDigits(_ value: Int64, count: Int, to bytes: inout [UInt8]) {
    var divisor: Int64 = 1
    for _ in 1..<count { divisor *= 10 }
    while divisor > 0 {
      bytes.append(0x30 + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}
