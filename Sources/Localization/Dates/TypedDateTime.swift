/// Reads a day with a time of day as people type both in one field: `2026-01-31 9:30`, `31.01.2026, 09.30 Uhr`, and as programs
/// write it: `2026-01-31T09:30:00`.
package enum TypedDateTime {
  private static let byteLimit = 128

  /// What was read: a day that may have a problem, and a time that has none. Nil: they are not found.
  package static func read(_ text: String) -> (day: DateReading, minute: Int)? {
    guard text.utf8.count <= byteLimit else { return nil }
    let scalars = text.unicodeScalars
    for place in scalars.indices where isSeparator(scalars[place]) {
      let rest = scalars.index(after: place)
      guard let minute = TimeReading.minutes(typed: String(scalars[rest...])) else { continue }
      let day = DateReading(String(scalars[..<place]).trimmed)
      if day != .none { return (day, minute) }
    }
    return nil
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isTypedBlank || [",", "،", "、", "T", "日", "일"].contains(scalar)
  }
}
