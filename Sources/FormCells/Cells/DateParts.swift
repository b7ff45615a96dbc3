package import Localization

/// Day, month and year of a date as they are typed into three fields.
package struct DateParts: Sendable {
  package typealias Part = DateFormat.DayPart

  /// The fields' names, in the order of their lines.
  static let names = Part.allCases.map(\.rawValue)

  private let texts: [String]

  /// `nil` if the text is not that of three fields.
  package init?(lines text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == Part.allCases.count else { return nil }
    texts = lines.map(String.init)
  }

  package init(_ date: CalendarDate) { texts = [date.day, date.month, date.year].map(String.init) }

  /// The text of a field, as typed.
  package subscript(part: Part) -> String { texts[Part.allCases.firstIndex(of: part) ?? 0] }

  /// The lines again, with the name of a month replaced by its number.
  func lines(in locale: LanguageTag) -> String {
    Part.allCases.map { part in
      let text = TextReading.code.read(self[part])
      guard part == .month, let month = TypedDatePart.month(named: text, in: locale) else { return text }
      return String(month)
    }.joined(separator: "\n")
  }

  /// A whole date that was pasted into one of the fields; `nil` if there is none.
  private var pasted: CalendarDate? {
    let filled = texts.filter { !$0.isBlank }
    guard filled.count == 1, case .day(let date) = DateReading(filled[0]) else { return nil }
    return date
  }

  /// - Parameter year: returns the year that is meant by fewer or more than four digits.
  func date(year: (String) -> Int) -> Result<CalendarDate, Problem> {
    if let pasted { return .success(pasted) }
    let missing = Part.allCases.filter { self[$0].isBlank }
    guard missing.isEmpty else { return .failure(.missingParts(missing)) }
    guard let month = TypedDatePart.digits(self[.month]).flatMap({ Int($0) }), 1...12 ~= month else {
      return .failure(.partRange(.month, 1...12))
    }
    let digits = TypedDatePart.digits(self[.year])
    let typedYear = digits.flatMap { $0.count == 4 ? Int($0) : nil }.flatMap {
      $0 < CalendarDate.firstTypedYear ? nil : $0
    }
    // A leap year is assumed, so that 29 February is a day while the year is not known.
    let last = CalendarDate.days(in: month, of: typedYear ?? 2000)
    guard let day = TypedDatePart.digits(self[.day]).flatMap({ Int($0) }), 1...last ~= day else {
      return .failure(.partRange(.day, 1...last))
    }
    guard let typedYear, let date = CalendarDate(year: typedYear, month: month, day: day) else {
      return .failure(.yearDigits(meant: year(digits ?? "")))
    }
    return .success(date)
  }
}

extension Problem {
  /// The fields of a date that need correction; empty for all of them.
  package var wrongParts: Set<DateParts.Part> {
    switch self {
    case .missingParts(let parts): Set(parts)
    case .partRange(let part, _): [part]
    case .yearDigits, .otherCalendar: [.year]
    default: []
    }
  }
}
