/// Reads the day, month or year of a date that is typed into three fields: digits of any script, also with what a language writes
/// after them (`31.`, `1st`, `2月`), and months by their names.
package enum TypedDatePart {
  private static let byteLimit = 64

  /// The number in ASCII digits; `nil` if the text is not a whole number.
  package static func digits(_ typed: String) -> String? {
    guard typed.utf8.count <= byteLimit else { return nil }
    var digits = ""
    var isOver = false
    var ordinal = ""
    for scalar in typed.unicodeScalars where !scalar.isTypedInvisibly {
      let scalar = scalar.inASCIIWidth
      if let digit = scalar.typedDigit, !isOver {
        digits.append(String(digit))
      } else if scalar.isTypedBlank {
        isOver = !digits.isEmpty
      } else if marks.contains(scalar), !digits.isEmpty {
        isOver = true
      } else if !digits.isEmpty {
        isOver = true
        ordinal += scalar.compatible
      } else {
        return nil
      }
    }
    return digits.isEmpty || !ordinal.isEmpty && !MonthNames.ordinals.contains(ordinal) ? nil : digits
  }

  /// The number of a month that is typed as a name, or as letters with which only one name begins.
  package static func month(named typed: String, in locale: LanguageTag) -> Int? {
    for language in MonthNames.languages(of: locale) {
      if let month = DateFormat.of(language).monthNames.month(typed) { return month }
    }
    return nil
  }

  private static let marks: Set<Unicode.Scalar> = [".", "年", "月", "日", "号", "號", "년", "월", "일"]
}
