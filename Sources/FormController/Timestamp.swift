package import FormCells
import Support

/// A wall-clock time. The controller has no clock; each request brings its time.
package struct Timestamp: Sendable, Equatable {
  /// Since 1970-01-01T00:00:00Z.
  package let seconds: Int
  /// Within the second.
  package let milliseconds: Int

  package init(seconds: Int, milliseconds: Int = 0) {
    self.seconds = seconds
    self.milliseconds = milliseconds
  }

  /// The day. If the clock shows a year without calendar dates, the last date.
  package func day(in zone: TimeZone) -> CalendarDate { zone.day(at: seconds) ?? .last }

  /// Reads what `iso8601` wrote; `nil` if the text is not a time. Milliseconds are ignored.
  package init?(iso8601: String) {
    let parts = iso8601.utf8.split(separator: UInt8(ascii: "T"))
    guard parts.count == 2, let day = CalendarDate(parsing: String(parts[0]) ?? ""), parts[1].last == UInt8(ascii: "Z")
    else { return nil }
    let units = parts[1].dropLast().split(separator: UInt8(ascii: ":")).map { Substring($0) }
    guard units.count == 3, let hour = Int(units[0]), let minute = Int(units[1]), 0...23 ~= hour, 0...59 ~= minute,
      let second = units[2].split(separator: ".").first.flatMap({ Int($0) }), 0...60 ~= second
    else { return nil }
    self.init(seconds: day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// RFC 3339 in UTC with milliseconds: `2026-01-31T12:00:00.000Z`.
  package var iso8601: String {
    guard let day = CalendarDate(unixSeconds: seconds) else { return "\(CalendarDate.last)T00:00:00.000Z" }
    let second = ((seconds % 86_400) + 86_400) % 86_400
    return String(upTo: 24) { writer in
      day.write(to: &writer)
      writer.append("T")
      writer.append(decimal: second / 3600, digits: 2)
      writer.append(":")
      writer.append(decimal: second / 60 % 60, digits: 2)
      writer.append(":")
      writer.append(decimal: second % 60, digits: 2)
      writer.append(".")
      writer.append(decimal: milliseconds, digits: 3)
      writer.append("Z")
    }
  }
}
