/// Reads the day, month or year of a date that is typed into three fields: digits of any script, also with what stands behind
/// them in a language (`31.`, `2月`), and months by their names.
package enum TypedDatePart {
  private static let byteLimit = 64
  /// Letters of an abbreviated month: "Jan", "avr".
  private static let abbreviationLength = 3

  /// ASCII digits; nil: it is no whole number.
  package static func digits(_ typed: String) -> String? {
    guard typed.utf8.count <= byteLimit else { return nil }
    var digits = ""
    var isOver = false
    for scalar in typed.unicodeScalars where !scalar.isTypedInvisibly {
      let scalar = scalar.inASCIIWidth
      if let digit = scalar.typedDigit, !isOver {
        digits.append(String(digit))
      } else if scalar.isTypedBlank {
        isOver = !digits.isEmpty
      } else if marks.contains(scalar), !digits.isEmpty {
        isOver = true
      } else {
        return nil
      }
    }
    return digits.isEmpty ? nil : digits
  }

  /// The number of a month that is typed as a name, or as the letters with which only one name begins.
  package static func month(named typed: String, in locale: LanguageTag) -> Int? {
    let name = folded(typed)
    guard !name.isEmpty, typed.utf8.count <= byteLimit else { return nil }
    for language in [locale, "en"] {
      let months = DateFormat.of(language).monthNames.map(folded)
      if let month = months.firstIndex(of: name) { return month + 1 }
      let found = name.count < abbreviationLength ? [] : months.indices.filter { months[$0].hasPrefix(name) }
      if found.count == 1 { return found[0] + 1 }
    }
    return nil
  }

  private static func folded(_ text: String) -> String {
    text.trimmed.lowercased().nfc.filter { $0 != "." && !$0.isWhitespace }
  }

  private static let marks: Set<Unicode.Scalar> = [".", "年", "月", "日", "년", "월", "일"]
}
