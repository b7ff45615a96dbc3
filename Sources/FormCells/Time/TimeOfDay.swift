import Localization

/// A time of day in whole minutes, 00:00 to 23:59.
package struct TimeOfDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Since midnight.
  package let minutes: Int

  static let midnight = TimeOfDay(checked: 0)
  static let last = TimeOfDay(checked: 24 * 60 - 1)

  private init(checked minutes: Int) { self.minutes = minutes }

  /// Nil before 00:00 and after 23:59.
  init?(minutes: Int) {
    guard 0..<24 * 60 ~= minutes else { return nil }
    self.minutes = minutes
  }

  /// Exactly `HH:MM` (HTML's valid time string without seconds).
  package init?(parsing text: String) {
    guard text.utf8.count == 5, text.utf8.dropFirst(2).first == UInt8(ascii: ":") else { return nil }
    self.init(text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false))
  }

  /// As people type it (`TimeReading`).
  init?(typed text: String) {
    guard let minutes = TimeReading.minutes(typed: text) else { return nil }
    self.init(minutes: minutes)
  }

  /// - Parameter parts: hour and minute, of one or two digits and of two.
  private init?(_ parts: [some Collection<UInt8>]) {
    guard parts.count == 2, 1...2 ~= parts[0].count, parts[1].count == 2,
      parts.joined().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    guard numbers[0] < 24, numbers[1] < 60 else { return nil }
    minutes = numbers[0] * 60 + numbers[1]
  }

  /// `HH:MM`
  package var description: String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(minutes / 60)):\(padded(minutes % 60))"
  }

  package static func < (a: TimeOfDay, b: TimeOfDay) -> Bool { a.minutes < b.minutes }
}
