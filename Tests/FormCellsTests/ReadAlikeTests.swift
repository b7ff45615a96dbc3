import FormCells
import Support
import Testing

/// A text is read the same from a page, from a program's form field, and from its JSON.
@Suite("A text is read the same from a page, a form field and JSON") struct ReadAlikeTests {
  private enum Outcome: Equatable, CustomStringConvertible {
    case recorded(String)
    case refused(Problem)

    var description: String {
      switch self {
      case .recorded(let text): text
      case .refused(let problem): "\(problem)"
      }
    }
  }

  private func cell(_ members: String) throws -> Form { try form(#"{ "id": "x", "label": "X", \#(members) }"#) }

  private func outcome(_ value: CellValue?, _ form: Form, _ numbers: NumberFormat) throws -> Outcome {
    let formState = FormState(form: form, values: [try #require(value)])
    let today = try #require(CalendarDate(year: 2026, month: 1, day: 31))
    if let found = formState.problem(of: 0, today: today, numbers: numbers) { return .refused(found.problem) }
    switch form.cells[0].json(of: formState.values[0]) {
    case .string(let text), .number(let text): return .recorded(text)
    case let other: return .recorded(other.map { String(decoding: $0.compactBytes, as: UTF8.self) } ?? "")
    }
  }

  /// How a text is read from a page, from a program's form field, and from JSON.
  private func outcomes(_ typed: String, _ members: String, _ locale: String) throws -> [Outcome] {
    let form = try cell(members)
    let numbers = NumberFormat.of(LanguageTag(stringLiteral: locale))
    let sent = JSONValue.object([.init("values", ["x": .string(typed)])])
    return [
      try outcome(form.cells[0].value(posted: typed, numbers: numbers), form, numbers),
      try outcome(form.cells[0].value(plain: [typed], numbers: numbers), form, numbers),
      try outcome(form.inputs(sentAs: sent.compactBytes, numbers: numbers).inputs.first?.value, form, numbers),
    ]
  }

  @Test(
    "a whole number with `maxLength` or `pattern` is a code and keeps its leading zeros",
    arguments: [
      (#""maxLength": 5"#, "01234", "01234"), (#""maxLength": 5"#, "٠١٢٣٤", "01234"),
      (#""maxLength": 5"#, "００１", "001"),
      (#""maxLength": 5"#, " 00000 ", "00000"), (#""maxLength": 5"#, "\u{200E}01234\u{200E}", "01234"),
      (#""maxLength": 3"#, "\u{2212}05", "-05"), (#""pattern": "[0-9]{5}""#, "00123", "00123"),
      (#""pattern": "[0-9]{3}", "prefix": "No.""#, "No. 007", "007"),
      (#""maxLength": 4, "suffix": "€""#, "0100 €", "0100"),
    ])
  func code(_ members: String, _ typed: String, _ recorded: String) throws {
    for locale in ["en-US", "de-DE", "ar-EG", "hi-IN"] {
      let members = #""type": "text", "format": "integer", \#(members)"#
      #expect(try outcomes(typed, members, locale) == Array(repeating: .recorded(recorded), count: 3), "\(locale)")
      let shown = try cell(members).cells[0].shown(recorded, in: .of(LanguageTag(stringLiteral: locale)))
      #expect(shown == recorded, "on the page")
    }
  }

  @Test(
    "a code that is too long, or has other characters than digits, is refused",
    arguments: [
      ("012345", Problem.tooLong(limit: 5, count: 6)), ("000001", .tooLong(limit: 5, count: 6)), ("1,234", .notANumber),
      ("1.234", .notANumber), ("1 234", .notANumber), ("12.0", .notANumber), ("12a", .notANumber),
    ])
  func noCode(_ typed: String, _ problem: Problem) throws {
    for locale in ["en-US", "de-DE"] {
      let found = try outcomes(typed, #""type": "text", "format": "integer", "maxLength": 5"#, locale)
      #expect(found == Array(repeating: .refused(problem), count: 3), "\(locale)")
    }
  }

  @Test(
    "numbers are recorded in plain digits, and prefixes and suffixes are removed",
    arguments: [
      ("en-US", #""format": "integer""#, "007", "7"), ("en-US", #""format": "integer""#, "+5", "5"),
      ("en-US", #""format": "integer""#, "-0", "0"), ("en-US", #""format": "integer""#, "1.0", "1"),
      ("en-US", #""format": "integer""#, "1,234", "1234"), ("de-DE", #""format": "integer""#, "1.234.567", "1234567"),
      ("ar-EG", #""format": "integer""#, "٣", "3"), ("en-US", #""format": "decimal""#, "00.50", "0.50"),
      ("en-US", #""format": "decimal""#, ".5", "0.5"), ("de-DE", #""format": "decimal""#, "0,5", "0.5"),
      ("en-US", #""format": "decimal", "maxLength": 6"#, "012.50", "12.50"),
      ("en-US", #""format": "decimal", "suffix": "kg""#, "5 kg", "5"), ("en-US", #""prefix": "SN""#, "SN123", "123"),
      ("en-US", #""prefix": "https://", "suffix": ".example.com""#, "https://shop.example.com", "shop"),
      ("en-US", #""prefix": "SN", "pattern": "[0-9]{3}""#, "sn 123", "123"),
      ("en-US", #""format": "tel""#, "030 123456.", "030 123456"),
      ("en-US", #""format": "email""#, "a@b.org.", "a@b.org"),
    ])
  func alike(_ locale: String, _ members: String, _ typed: String, _ recorded: String) throws {
    let found = try outcomes(typed, #""type": "text", \#(members)"#, locale)
    #expect(found == Array(repeating: .recorded(recorded), count: 3))
  }

  @Test("a host's value and a definition's default are recorded in the same plain form")
  func given() throws {
    let form = try cell(#""type": "text", "format": "integer", "value": "007""#)
    #expect(form.cells[0].initial == .text("7"))
    let given = form.hostValues(initial: ["x": "+05"], readOnly: [:])
    #expect(given.values.values[0] == .text("5") && given.faults.isEmpty)
    let code = try cell(#""type": "text", "format": "integer", "maxLength": 3, "value": "007""#)
    #expect(code.cells[0].initial == .text("007"))
  }

  @Test(
    "a program's number that has two meanings in the language is refused as ambiguous",
    arguments: [
      ("de-DE", #""type": "number", "decimals": 3"#, "1.234", ["1234", "1.234"]),
      ("de-DE", #""type": "number", "decimals": 3"#, "-1.234", ["-1234", "-1.234"]),
      ("fr-FR", #""type": "number", "decimals": 3"#, "1.234", ["1234", "1.234"]),
      ("es-ES", #""type": "text", "format": "decimal""#, "12.500", ["12500", "12.500"]),
      ("de-DE", #""type": "number", "decimals": 3"#, "1.5", nil),
      ("de-DE", #""type": "number", "decimals": 3"#, "1,234", nil),
      ("de-DE", #""type": "number", "decimals": 3"#, "0.234", nil),
      ("en-US", #""type": "number", "decimals": 3"#, "1.234", nil),
      ("de-DE", #""type": "currency", "currency": "KWD""#, "1.234", ["1234", "1.234"]),
      ("de-DE", #""type": "currency", "currency": "EUR""#, "1234.50", nil),
    ] as [(String, String, String, [String]?)])
  func programs(_ locale: String, _ members: String, _ typed: String, _ readings: [String]?) throws {
    let form = try cell(members)
    let numbers = NumberFormat.of(LanguageTag(stringLiteral: locale))
    let found = try outcome(form.cells[0].value(plain: [typed], numbers: numbers), form, numbers)
    if let readings {
      guard case .refused(.ambiguous(let found)) = found else {
        Issue.record("\(found)")
        return
      }
      #expect(try found.map { try DecimalNumber(parsing: $0) } == readings.map { try DecimalNumber(parsing: $0) })
      // A page shows it as it was sent.
      let kept = form.cells[0].value(plain: [typed], numbers: numbers)
      #expect(kept.map { form.cells[0].shown($0.text, in: numbers) } == typed)
    } else {
      guard case .recorded = found else {
        Issue.record("\(found)")
        return
      }
    }
  }

  @Test("a decimal number in JSON has a decimal point in every language")
  func exactInJSON() throws {
    for locale in ["de-DE", "fr-FR", "en-US"] {
      let found = try outcomes("1.234", #""type": "text", "format": "decimal""#, locale)
      #expect(found[2] == .recorded("1.234"), "\(locale)")
    }
  }

  @Test(
    "a year of another calendar is refused in languages that use it; other languages keep old years",
    arguments: [
      ("fa-IR", "۱۴۰۴/۱۱/۱۱", nil), ("fa-IR", "1404-11-11", nil), ("ar-EG", "١٤٤٧-٠٨-١٢", nil),
      ("ar", "12.8.1447", nil),
      ("th-TH", "2569-01-31", nil), ("he-IL", "5786-01-31", nil), ("fa-IR", "۲۰۲۶/۰۱/۳۱", "2026-01-31"),
      ("ar-EG", "1600-01-01", "1600-01-01"), ("en-US", "1404-11-11", "1404-11-11"),
      ("de-DE", "11.11.1404", "1404-11-11"),
      ("en-US", "2569-01-31", "2569-01-31"), ("th-TH", "31/01/2026", "2026-01-31"),
    ] as [(String, String, String?)])
  func calendars(_ locale: String, _ typed: String, _ day: String?) throws {
    let form = try cell(#""type": "date""#)
    let numbers = NumberFormat.of(LanguageTag(stringLiteral: locale))
    let value = form.cells[0].value(posted: typed, numbers: numbers)
    #expect(try outcome(value, form, numbers) == day.map(Outcome.recorded) ?? .refused(.otherCalendar))
    // Shown and posted again, it is the same.
    let again = value.flatMap {
      form.cells[0].value(posted: form.cells[0].shown($0.text, in: numbers), numbers: numbers)
    }
    #expect(again == value)
  }

  @Test(
    "an amount with too many digits is refused with the number of digits allowed",
    arguments: [
      ("EUR", "12345678901234567890", Problem.tooManyWholeDigits(limit: 18)),
      ("EUR", "1234567890123456789", .tooManyWholeDigits(limit: 18)), ("EUR", "123456789012345678", nil),
      ("EUR", String(repeating: "1", count: 40), .tooManyWholeDigits(limit: 18)),
      ("KWD", "123456789012345678", .tooManyWholeDigits(limit: 17)), ("KWD", "12345678901234567", nil),
      ("JPY", "123456789012345678901", .tooManyDigits(limit: 20)), ("JPY", "12345678901234567890", nil),
    ] as [(String, String, Problem?)])
  func digits(_ currency: String, _ typed: String, _ problem: Problem?) throws {
    let form = try cell(#""type": "currency", "currency": "\#(currency)""#)
    let found = try outcome(form.cells[0].value(posted: typed, numbers: .of("en-US")), form, .of("en-US"))
    if let problem { #expect(found == .refused(problem)) } else { #expect("\(found)".contains("\(typed)")) }
  }
}
