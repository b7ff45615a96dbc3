import FormCells
import Testing

@Suite("Values are validated") struct ValidationTests {
  static let today = CalendarDate(year: 2026, month: 1, day: 31)!
  private static func day(_ text: String) -> CalendarDate { CalendarDate(parsing: text)! }

  /// The problem of a value in a form with one cell. `keys` are the cell's keys besides its id and label.
  private func problem(_ keys: String, _ value: (Cell) -> CellValue) throws -> Problem? {
    let form = try form(#"{ "id": "x", "label": "X", \#(keys) }"#)
    return FormState(form: form, values: [value(form.cells[0])]).problems(today: Self.today).first?.problem
  }

  private func problem(_ keys: String, text: String) throws -> Problem? { try problem(keys) { _ in .text(text) } }

  static let texts: [(String, String, Problem?)] = [
    (#""type": "text""#, "", nil), (#""type": "text", "required": true"#, "", .missing),
    (#""type": "text", "required": true"#, " \u{3000}\t", .missing), (#""type": "text", "required": true"#, "a", nil),
    (#""type": "text", "maxLength": 3"#, "abcd", .tooLong(limit: 3, count: 4)),
    (#""type": "text", "maxLength": 3"#, "  abc ", nil),
    (#""type": "text", "maxLength": 2"#, "👩🏻‍🚀e\u{301}", nil),
    (#""type": "text", "maxLength": 1"#, "👩🏻‍🚀e\u{301}", .tooLong(limit: 1, count: 2)),
    (#""type": "text", "pattern": "[a-c]+""#, "abd", .pattern), (#""type": "text", "pattern": "[a-c]+""#, "abc", nil),
    (#""type": "text", "pattern": "[a-c]+""#, "", nil),
    (
      #""type": "text", "pattern": ".*""#, String(repeating: "a", count: 10_001), .tooLong(limit: 10_000, count: 10_001)
    ),
    (#""type": "text", "format": "email""#, "a.b+c@example.co.uk", nil),
    (#""type": "text", "format": "email""#, "a@localhost", nil),
    (#""type": "text", "format": "email""#, "a@", .format(.email)),
    (#""type": "text", "format": "email""#, "@b", .format(.email)),
    (#""type": "text", "format": "email""#, "a b@c", .formatCharacter(.email, " ")),
    (#""type": "text", "format": "email""#, "a@-b.c", .format(.email)),
    (#""type": "text", "format": "email""#, "a@b..c", .format(.email)),
    (#""type": "text", "format": "email""#, "a@b@c", .formatCharacter(.email, "@")),
    (#""type": "text", "format": "email""#, "ä@b.c", nil),
    (#""type": "text", "format": "url""#, "https://example.com", nil),
    (#""type": "text", "format": "url""#, "HTTP://a:8080/b?c#d", nil),
    (#""type": "text", "format": "url""#, "https://müller.de/ä", nil),
    (#""type": "text", "format": "url""#, "http://[::1]:80/", nil),
    (#""type": "text", "format": "url""#, "http://127.0.0.1", nil),
    (#""type": "text", "format": "url""#, "example.com", .missingScheme(address: "https://example.com")),
    (#""type": "text", "format": "url""#, "ftp://a", .scheme),
    (#""type": "text", "format": "url""#, "https://", .format(.url)),
    (#""type": "text", "format": "url""#, "https://a b", .formatCharacter(.url, " ")),
    (#""type": "text", "format": "url""#, "javascript:alert(1)", .scheme),
    (#""type": "text", "format": "url""#, "http://a:99999", .port),
    (#""type": "text", "format": "url""#, "https:/a", .format(.url)),
    (#""type": "text", "format": "tel""#, "+49 (0)30 / 123-456", nil),
    (#""type": "text", "format": "tel""#, "110", nil),
    (#""type": "text", "format": "tel""#, "12", .telephoneDigits(count: 2)),
    (#""type": "text", "format": "tel""#, "1+23456", .formatCharacter(.tel, "+")),
    (#""type": "text", "format": "tel""#, "call me", .formatCharacter(.tel, "c")),
    (#""type": "text", "format": "integer""#, "-12", nil),
    (#""type": "text", "format": "integer""#, "1.0", .notANumber),
    (#""type": "text", "format": "integer""#, "x", .notANumber),
    (#""type": "text", "format": "decimal""#, "1.0", nil),
    (#""type": "text", "format": "decimal""#, "1,0", .notANumber),
    (#""type": "text", "format": "decimal""#, "1111111111111111111111111111111", .tooManyDigits(limit: 30)),
    (#""type": "text", "format": "decimal", "minimum": 0.10, "maximum": 2"#, "0.1", nil),
    (#""type": "text", "format": "decimal", "minimum": 0.10, "maximum": 2"#, "0.0999", .belowMinimum("0.1")),
    (
      #""type": "text", "format": "decimal", "minimum": 0.10, "maximum": 2"#, "2.000000000000000000001",
      .aboveMaximum("2")
    ),
    (#""type": "password", "minLength": 3, "maxLength": 5"#, "ab", .tooShort(limit: 3, count: 2)),
    (#""type": "password", "minLength": 3, "maxLength": 5"#, "abcdef", .tooLong(limit: 5, count: 6)),
    (#""type": "password", "minLength": 3"#, "", nil), (#""type": "password", "required": true"#, " ", nil),
    (#""type": "password", "required": true"#, "", .missing),
    (#""type": "currency", "currency": "USD""#, "1234.50", nil),
    (#""type": "currency", "currency": "USD""#, "1.234", .tooManyDecimals(limit: 2)),
    (#""type": "currency", "currency": "JPY""#, "1.0", .tooManyDecimals(limit: 0)),
    (#""type": "currency", "currency": "KWD""#, "1.234", nil),
    (#""type": "currency", "currency": "USD""#, "$1", .notANumber),
    (#""type": "currency", "currency": "USD", "minimum": 1"#, "0.99", .belowMinimum("1")),
    (#""type": "currency", "currency": "USD", "maximum": 9.99"#, "10", .aboveMaximum("9.99")),
    (#""type": "currency", "currency": "USD", "required": true"#, "", .missing),
    (#""type": "note", "maxLength": 3"#, "a\r\nb", nil),
    (#""type": "note", "maxLength": 2"#, "a\r\nb", .tooLong(limit: 2, count: 3)),
    (#""type": "note", "required": true"#, "\r\n", .missing), (#""type": "date""#, "2026-02-30", .noSuchDay),
    (#""type": "date""#, "0026-01-31", .yearDigits(meant: 2026)),
    (#""type": "date""#, "0085-01-31", .yearDigits(meant: 1985)),
    (#""type": "date", "maximum": "2000-01-01""#, "0026-01-31", .yearDigits(meant: 1926)),
    (#""type": "date", "minimum": "2030-01-01""#, "0085-01-31", .yearDigits(meant: 2085)),
    (#""type": "date""#, "0202-01-31", .yearDigits(meant: 2026)),
    (#""type": "date""#, "20266-01-31", .yearDigits(meant: 2026)),
    (#""type": "date""#, "999-12-31", .yearDigits(meant: 2026)), (#""type": "date""#, "1000-01-01", nil),
    (#""type": "date""#, "0026-02-30", .noSuchDay),
    (#""type": "date""#, "", nil),
    (#""type": "date", "minimum": "today""#, "2026-01-31", nil),
    (#""type": "date", "minimum": "today""#, "2026-01-30", .beforeMinimum(today)),
    (#""type": "date", "minimum": "today+14d""#, "2026-02-14", nil),
    (#""type": "date", "minimum": "today+2w""#, "2026-02-13", .beforeMinimum(day("2026-02-14"))),
    (#""type": "date", "maximum": "today+1m""#, "2026-03-01", .afterMaximum(day("2026-02-28"))),
    (#""type": "date", "maximum": "today-18y""#, "2008-01-31", nil),
    (#""type": "date", "maximum": "today-18y""#, "2008-02-01", .afterMaximum(day("2008-01-31"))),
    (#""type": "date", "maximum": "today-9999m", "minimum": "1000-01-01""#, "1192-10-31", nil),
    (
      #""type": "date", "maximum": "2025-12-31""#, "2026-01-01",
      .afterMaximum(CalendarDate(year: 2025, month: 12, day: 31)!)
    ),
    (#""type": "date", "required": true"#, "", .missing),
    (#""type": "date-range""#, "2026-01-05\n2026-01-05", nil), (#""type": "date-range""#, "\n", nil),
    (#""type": "date-range", "required": true"#, "\n", .missing),
    (#""type": "date-range""#, "2026-01-05\n", .missingEnd(.to)),
    (#""type": "date-range""#, "\n2026-01-05", .missingEnd(.from)),
    (#""type": "date-range""#, "2026-01-05\n2026-01-04", .endsBeforeItBegins),
    (#""type": "date-range""#, "2026-02-30\n2026-03-01", .ofEnd(.from, .noSuchDay)),
    (#""type": "date-range", "minimum": "today""#, "2026-01-30\n2026-02-01", .ofEnd(.from, .beforeMinimum(today))),
    (#""type": "date-range", "minimumDays": 3"#, "2026-01-05\n2026-01-06", .tooFewDays(minimum: 3, count: 2)),
    (#""type": "date-range", "maximumDays": 31"#, "2026-01-31\n2026-03-03", .tooManyDays(maximum: 31, count: 32)),
    (#""type": "date", "parts": true"#, "1980-03-31", nil), (#""type": "date", "parts": true"#, "\n\n", nil),
    (#""type": "date", "parts": true, "required": true"#, "\n \n", .missing),
    (#""type": "date", "parts": true"#, "\n2\n", .missingParts([.day, .year])),
    (#""type": "date", "parts": true"#, "32\n1\n1980", .partRange(.day, 1...31)),
    (#""type": "date", "parts": true"#, "29\n2\n2026", .partRange(.day, 1...28)),
    (#""type": "date", "parts": true"#, "30\n2\n26", .partRange(.day, 1...29)),
    (#""type": "date", "parts": true"#, "31\n13\n1980", .partRange(.month, 1...12)),
    (#""type": "date", "parts": true"#, "first\n1\n1980", .partRange(.day, 1...31)),
    (#""type": "date", "parts": true, "maximum": "today""#, "31\n1\n80", .yearDigits(meant: 1980)),
    (#""type": "date", "parts": true"#, "1\n1\n1447", .otherCalendar),
  ]

  @Test("the first problem of a typed value is found", arguments: texts)
  func text(keys: String, text: String, expected: Problem?) throws {
    #expect(try problem(keys, text: text) == expected)
  }

  @Test("a switch that is required must be on") func switches() throws {
    #expect(try problem(#""type": "switch", "required": true"#) { _ in .flag(false) } == .missing)
    #expect(try problem(#""type": "switch", "required": true"#) { _ in .flag(true) } == nil)
    #expect(try problem(#""type": "switch""#) { _ in .flag(false) } == nil)
  }

  private func chosen(_ values: String...) -> (Cell) -> CellValue {
    { .selection(Selection(values: values, in: $0.optionSource!.current)) }
  }

  @Test(
    "the number and availability of chosen options are checked",
    arguments: [
      ("radio-group", #""required": true"#, [], .missing), ("radio-group", "", [], nil),
      ("radio-group", "", ["a"], nil),
      ("select", #""required": true"#, [], .missing), ("select", "", ["a", "b"], .tooMany(maximum: 1, count: 2)),
      ("select", #""selection": "multiple""#, ["a", "b"], nil), ("list-picker", #""required": true"#, [], .missing),
      ("list-picker", "", ["a", "b"], .tooMany(maximum: 1, count: 2)),
      ("list-picker", #""selection": "multiple", "minimum": 2"#, ["a"], .tooFew(minimum: 2, count: 1)),
      ("list-picker", #""selection": "multiple", "minimum": 2"#, [], nil),
      ("list-picker", #""selection": "multiple", "minimum": 2, "required": true"#, [], .missing),
      ("list-picker", #""selection": "multiple", "maximum": 1"#, ["a", "b"], .tooMany(maximum: 1, count: 2)),
      ("list-picker", "", ["off"], .disabledOptions(["off"])),
      ("list-picker", "", ["gone"], .noLongerAvailable([.init(value: "gone", label: "gone")])),
      (
        "list-picker", #""selection": "multiple""#, ["a", "gone"],
        .noLongerAvailable([.init(value: "gone", label: "gone")])
      ),
    ] as [(String, String, [String], Problem?)])
  func choices(type: String, keys: String, values: [String], expected: Problem?) throws {
    let options = #""options": ["a", "b", "c", { "value": "off", "label": "Off", "disabled": true }]"#
    let found = try problem(#""type": "\#(type)", \#(options)\#(keys.isEmpty ? "" : ", " + keys)"#) {
      .selection(Selection(values: values, in: $0.optionSource!.current))
    }
    #expect(found == expected)
  }

  @Test(
    "an order picker needs its minimum of selected criteria (C24)",
    arguments: [
      ("", 0, nil), (#", "required": true"#, 0, .missing), (#", "required": true"#, 1, nil),
      (#", "minimum": 2"#, 1, .tooFew(minimum: 2, count: 1)), (#", "minimum": 1"#, 0, .tooFew(minimum: 1, count: 0)),
      (#", "minimum": 2"#, 2, nil),
    ] as [(String, Int, Problem?)])
  func order(keys: String, selected: Int, expected: Problem?) throws {
    let criteria = #""criteria": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }]"#
    let found = try problem(#""type": "order-picker", \#(criteria)\#(keys)"#) { cell in
      guard case .order(var order) = cell.initial else { return cell.initial }
      for index in 0..<selected { order[index].isSelected = true }
      return .order(order)
    }
    #expect(found == expected)
  }

  @Test("a criterion that the picker does not have is a problem") func unknownCriterion() throws {
    let found = try problem(#""type": "order-picker", "criteria": [{ "id": "a", "label": "A" }]"#) { _ in
      .order([OrderedCriterion(id: "z", isSelected: true, direction: .ascending)])
    }
    #expect(found == .unknownOptions(["z"]))
  }

  @Test("hidden, disabled and read-only cells have no problems; the others come in order (TI50)") func order()
    throws
  {
    let form = try form(
      #"{ "id": "a", "type": "text", "label": "A", "required": true, "disabled": true }"#,
      #"{ "id": "b", "type": "text", "label": "B", "required": true, "readOnly": true }"#,
      #"{ "id": "s", "type": "switch", "label": "S" }"#,
      #"{ "id": "c", "type": "text", "label": "C", "required": true, "visibleWhen": { "cell": "s", "equals": true } }"#,
      #"{ "id": "d", "type": "text", "label": "D", "requiredWhen": { "cell": "s", "equals": true } }"#,
      #"{ "id": "e", "type": "text", "label": "E", "maxLength": 1 }"#)
    var values = form.initialValues
    values[5] = .text("ee")
    #expect(FormState(form: form, values: values).problems(today: Self.today).map(\.cell) == [5])
    values[2] = .flag(true)
    let problems = FormState(form: form, values: values).problems(today: Self.today)
    #expect(problems.map(\.cell) == [3, 4, 5])
    #expect(problems.map(\.problem) == [.missing, .missing, .tooLong(limit: 1, count: 2)])
  }

  @Test(
    "a text that would match its pattern in capitals has the problem of capitals",
    arguments: [
      ("[A-Z]{2}\\\\d{4}", "ab1234", Problem.capitals("AB1234")), ("[A-Z]{2}\\\\d{4}", "ab12", .pattern),
      ("EUR ?\\\\d+", "eur 12", .capitals("EUR 12")), ("\\\\p{Lu}+", "é", .capitals("É")),
      ("[A-Za-z]{2}", "a1", .pattern),
      (".{3}", "ab", .pattern), ("\\\\d{2}", "a", .pattern),
    ])
  func capitals(pattern: String, text: String, expected: Problem) throws {
    #expect(try problem("\"type\": \"text\", \"pattern\": \"\(pattern)\"", text: text) == expected)
  }

  @Test(
    "pattern and text are compared in NFC and without invisible characters",
    arguments: [
      ("[A-Za-zÀ-ÿ ]+", "Jose\u{301}"), ("[A-Za-zA\u{300}-y\u{308} ]+", "José"), ("[A-Z]{2}", "A\u{200B}B\u{2060}"),
      ("\\\\p{L}+", "می\u{200C}خواهم"),
    ])
  func composed(pattern: String, text: String) throws {
    let cell = try form("{ \"id\": \"x\", \"type\": \"text\", \"label\": \"X\", \"pattern\": \"\(pattern)\" }").cells[0]
    #expect(cell.problem(with: .text(cell.normalised(text)), isRequired: true, today: nil) == nil)
  }

  @Test(
    "a text is normalized according to its kind of cell",
    arguments: [
      ("text", " a \r\n b ", "a   b"), ("note", " a\r\nb\rc\n ", " a\nb\nc\n "), ("password", " a\r\n", " a\r\n"),
      ("date", " 2026-01-01 ", "2026-01-01"), ("text", "a b", "a b"), ("text", "\u{A0}a\u{2009}", "a"),
      ("text", "", ""), ("text", " ", ""), ("text", "é", "é"), ("note", "a\rb", "a\nb"),
    ])
  func normalised(type: String, text: String, kept: String) throws {
    #expect(try form(#"{ "id": "x", "type": "\#(type)", "label": "X" }"#).cells[0].normalised(text) == kept)
  }

  @Test(
    "characters are counted as people count them (TI53)",
    arguments: [
      ("👩🏻‍🚀", 1), ("e\u{301}", 1), ("🇩🇪🇫🇷", 2), ("한", 1), ("\u{1112}\u{1161}\u{11AB}", 1), ("a\r\nb", 3), ("नमस्ते", 3),
      ("👍🏽", 1), ("ﷺ", 1), ("ខ្មែរខ្មែរ", 4), ("မြန်မာ", 3), ("ꦗꦮ", 2), ("ᬩᬮᬶ", 2), ("กำ", 1), ("क्‌ष", 2), ("one\ntwo", 7),
      ("\u{1}\t ", 2),
    ])
  func graphemes(text: String, count: Int) throws {
    let limit = #""type": "note", "maxLength": \#(count)"#
    #expect(try problem(limit, text: text) == nil)
    #expect(try problem(limit, text: text + "x") == .tooLong(limit: count, count: count + 1))
    let cell = try form("{ \"id\": \"x\", \(limit), \"label\": \"X\" }").cells[0]
    #expect(cell.characterCount(of: text) == count)
  }
}
