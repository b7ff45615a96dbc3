/// Reads a day with a time of day that people typed into one field: `2026-01-31 9:30`, `31.01.2026, 09.30 Uhr`,
/// `31 January 2026 at 9:30 AM`; also the form that programs write: `2026-01-31T09:30:00`.
package enum TypedDateTime {
  private static let byteLimit = 128

  /// A day, which may have a problem, and a time, which has none; `nil` if they are not found.
  /// - Parameter locale: for the names of months; `nil`: names are not read.
  package static func read(_ text: String, in locale: LanguageTag? = nil) -> (day: DateReading, minute: Int)? {
    read(text, in: locale, time: TimeReading.minutes(typed:))
  }

  /// The day of `31.12.2026 24:00`; `nil` for any other text.
  package static func dayEnding(at text: String) -> CalendarDate? {
    guard case (.day(let day), _)? = read(text, in: nil, time: { TimeReading.isEndOfDay(typed: $0) ? 0 : nil }) else {
      return nil
    }
    return day
  }

  private static func read(
    _ text: String, in locale: LanguageTag?, time minutes: (String) -> Int?
  ) -> (day: DateReading, minute: Int)? {
    guard text.utf8.count <= byteLimit else { return nil }
    let typed = Array(text.unicodeScalars)
    // Basque puts the time in brackets; East Asia puts the day of the week in brackets.
    let isTimeInBrackets = typed.indices.dropLast().contains { typed[$0] == "(" && typed[$0 + 1].typedDigit != nil }
    let scalars = isTimeInBrackets ? typed.map { $0 == "(" || $0 == ")" ? " " : $0 } : typed
    for place in scalars.indices where isSeparator(scalars[place]) {
      let (first, second) = (Self.text(scalars[..<place]), Self.text(scalars[(place + 1)...]))
      // Vietnamese puts the time first.
      for (typed, time) in [(first, second), (second, first)] {
        guard let minute = minutes(time) else { continue }
        let day = locale.map { DateReading(typed, in: $0) } ?? DateReading(typed)
        if day != .none { return (day, minute) }
      }
    }
    return nil
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars)).trimmed
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isTypedBlank || [",", "،", "、", "T", "日", "号", "號", "일"].contains(scalar)
  }
}
