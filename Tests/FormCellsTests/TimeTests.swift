import FormCells
import Support
import Testing

@Suite("Times of day") struct TimeTests {
  private static let today = CalendarDate(year: 2026, month: 1, day: 31)!

  private func cell(_ keys: String = "") throws -> Cell {
    try form(#"{ "id": "t", "type": "time", "label": "T"\#(keys.isEmpty ? "" : ", " + keys) }"#).cells[0]
  }

  @Test(
    "a typed time becomes HH:MM, and a text that is no time stays as typed",
    arguments: [
      ("09:30", "09:30"), (" 9:30 ", "09:30"), ("9.30", "09:30"), ("09:30:00", "09:30"), ("00:00", "00:00"),
      ("23:59", "23:59"), ("9:30 PM", "21:30"), ("12:00am", "00:00"), ("12:15 pm", "12:15"), ("", ""),
      ("24:00", "24:00"), ("9:3", "9:3"), ("12:60", "12:60"), ("13:00 pm", "13:00 pm"), ("0:10 am", "0:10 am"),
      ("9", "9"), ("09:30:15", "09:30:15"), ("1:2:3:00", "1:2:3:00"), ("noon", "noon"), ("٠٩:٣٠", "09:30"),
      ("０９：３０", "09:30"), ("9:30\u{202F}PM", "21:30"),
    ])
  func posted(_ typed: String, _ kept: String) throws {
    #expect(try cell().value(posted: typed, numbers: .of("en-US")) == .text(kept))
  }

  @Test(
    "a time is read as people write it in their language, and an ambiguous one is not read",
    arguments: [
      ("fr-FR", "9h30", "09:30"), ("fr-FR", "21 h 15", "21:15"), ("fr-FR", "9h", "09:00"), ("pt-BR", "14h05", "14:05"),
      ("de-DE", "9:30 Uhr", "09:30"), ("de-DE", "9.30 Uhr", "09:30"), ("de-DE", "9 Uhr 30", "09:30"),
      ("de-DE", "21 Uhr", "21:00"), ("nl-NL", "9.30 uur", "09:30"), ("ar-EG", "٩:٣٠ م", "21:30"),
      ("ar", "٩:٣٠ ص", "09:30"), ("ar", "٩:٣٠ مساءً", "21:30"), ("en-US", "9pm", "21:00"), ("en-US", "12 a.m.", "00:00"),
      ("en-US", "9:30 p.m.", "21:30"), ("en-GB", "9.30am", "09:30"), ("en-CA", "9.30 P. M.", "21:30"),
      ("es-MX", "9:30 p. m.", "21:30"), ("es-ES", "21:30 h", "21:30"), ("ko-KR", "오후 9:30", "21:30"),
      ("ko-KR", "오후 9시 30분", "21:30"), ("ja-JP", "午後9時30分", "21:30"),
      ("ja-JP", "午前0時30分", "00:30"), ("ja-JP", "午後0時", "12:00"), ("ja-JP", "午後12時30分", "12:30"),
      ("ar", "١٢:٠٠ صباحًا", "00:00"),
      ("ar", "٩ صباحا", "09:00"), ("ar", "٩:٣٠ صباحاً", "09:30"),
      ("ja-JP", "9時5分", "09:05"),
      ("zh-CN", "下午9:30", "21:30"), ("zh-CN", "9点30分", "09:30"), ("tr-TR", "ÖS 9:30", "21:30"),
      ("el", "9:30 μ.μ.", "21:30"),
      ("he-IL", "9:30 אחה״צ", "21:30"), ("hi-IN", "9:30 बजे", "09:30"), ("en-US", "9:30:00 pm", "21:30"),
      ("de-DE", "um 9:30 Uhr", "09:30"), ("de-DE", "um 21 Uhr", "21:00"), ("en-US", "at 9:30 PM", "21:30"),
      ("fr-FR", "à 9h30", "09:30"), ("es-ES", "a las 9:30", "09:30"), ("it-IT", "ore 9.30", "09:30"),
      ("fi", "klo 9.30", "09:30"), ("fi", "klo 9", "09:00"), ("sv", "kl. 9.30", "09:30"), ("pl", "godz. 9:30", "09:30"),
      ("pl", "o godz. 21", "21:00"), ("ru", "9 ч", "09:00"), ("ru", "в 9 ч 5 мин", "09:05"), ("ru", "9 часов", "09:00"),
      ("cs", "9.30 hod.", "09:30"), ("zh-CN", "晚上9:30", "21:30"), ("zh-CN", "晚上9点", "21:00"),
      ("zh-CN", "晚上21:30", "21:30"), ("zh-CN", "凌晨2:30", "02:30"), ("zh-CN", "凌晨12:30", "00:30"),
      ("zh-CN", "中午12:30", "12:30"), ("zh-TW", "中午1點", "13:00"), ("zh-CN", "早上9:30", "09:30"),
      ("ja-JP", "夜9時", "21:00"), ("ko-KR", "저녁 7시", "19:00"), ("ko-KR", "밤 9시 30분", "21:30"),
      ("de-DE", "3 Uhr nachmittags", "15:00"), ("de-DE", "9:30 vorm.", "09:30"), ("de-DE", "9:30 Uhr abends", "21:30"),
      ("en-US", "2:30 in the afternoon", "14:30"), ("es-ES", "9:30 de la noche", "21:30"),
      ("pt-BR", "9:30 da manhã", "09:30"), ("pt-BR", "9h30 da noite", "21:30"), ("ru", "9 часов вечера", "21:00"),
      // Nothing tells which time is meant.
      ("ja-JP", "午前12時", nil), ("ja-JP", "午後12:00", nil), ("ar", "١٢ مساءً", nil), ("ar", "12:30 مساء", nil),
      ("en-US", "at 9", nil), ("zh-CN", "晚上12:30", nil), ("zh-CN", "早上14:30", nil), ("zh-CN", "晚上3:30", nil),
      ("zh-CN", "晚上9", "21:00"), ("zh-CN", "晚上下午9:30", nil), ("ko-KR", "밤 1시", nil), ("de-DE", "12:30 vorm.", nil),
      ("de-DE", "um", nil), ("de-DE", "9:30 um", nil), ("ru", "12 ночи", nil), ("en-US", "9:30 at night at", nil),
      ("de-DE", "24 Uhr", nil), ("de-DE", "um 24:00 Uhr", nil), ("en-US", "24:30", nil),
      ("en-US", "9", nil), ("fr-FR", "9h3", nil), ("en-US", "21pm", nil), ("en-US", "am 9:30 pm", nil),
      ("en-US", "9 30", nil), ("en-US", "0:30 am", nil),
      ("en-US", "1 2:30", nil), ("en-US", "9:30 sharp", nil), ("en-US", "9min", nil), ("en-US", "9:30-10:30", nil),
      ("de-DE", "halb 9", nil), ("de-DE", "25 Uhr", nil), ("ar", "٩:٣٠ س", nil), ("en-US", "pm", nil),
    ] as [(String, String, String?)])
  func written(_ locale: String, _ typed: String, _ kept: String?) throws {
    let numbers = NumberFormat.of(LanguageTag(stringLiteral: locale))
    #expect(try cell().value(posted: typed, numbers: numbers) == .text(kept ?? typed))
  }

  static let problems: [(String, String, Problem?)] = [
    ("", "", nil), ("\"required\": true", "", .missing), ("", "09:30", nil), ("", "9:30", .notATime),
    ("\"minimum\": \"08:00\"", "08:00", nil),
    ("\"minimum\": \"08:00\"", "07:59", .beforeTime(TimeOfDay(parsing: "08:00")!)),
    ("\"maximum\": \"18:00\"", "18:00", nil),
    ("\"maximum\": \"18:00\"", "18:01", .afterTime(TimeOfDay(parsing: "18:00")!)),
    ("\"step\": 15", "09:45", nil), ("\"step\": 15", "09:50", .betweenSteps(below: "09:45", above: "10:00")),
    ("\"step\": 15, \"minimum\": \"08:05\"", "09:50", nil),
    ("\"step\": 15, \"minimum\": \"08:05\"", "09:45", .betweenSteps(below: "09:35", above: "09:50")),
    (
      "\"step\": 20, \"minimum\": \"08:00\", \"maximum\": \"08:50\"", "08:45", .betweenSteps(below: "08:40", above: nil)
    ),
    ("\"step\": 7", "23:59", .betweenSteps(below: "23:55", above: nil)),
    ("", "24:00", .betweenSteps(below: "23:59", above: "00:00")),
    ("", "24.00 Uhr", .betweenSteps(below: "23:59", above: "00:00")),
    ("", "24 h", .betweenSteps(below: "23:59", above: "00:00")),
    ("\"step\": 15", "24:00", .betweenSteps(below: "00:00", above: nil)),
    ("\"minimum\": \"08:00\"", "24:00", .betweenSteps(below: "23:59", above: nil)),
    ("\"minimum\": \"08:00\", \"maximum\": \"18:00\"", "24:00", .notATime), ("", "24:01", .notATime),
    ("", "24", .notATime),
    ("", "24:00 pm", .notATime), ("", "25:00", .notATime),
  ]

  @Test("a time must be within its bounds and on a step", arguments: problems)
  func problem(_ keys: String, _ text: String, _ expected: Problem?) throws {
    let cell = try cell(keys)
    #expect(cell.problem(with: .text(text), isRequired: cell.isRequired, today: Self.today) == expected)
  }

  private func dayWithTime(_ keys: String = "") throws -> Cell {
    try form(#"{ "id": "t", "type": "date-time", "label": "T"\#(keys) }"#).cells[0]
  }

  @Test(
    "a day with a time is read with the words between them",
    arguments: [
      ("de", "1. Februar 2026 um 9:30 Uhr", "2026-02-01T09:30"),
      ("de", "1. Jänner 2026, um 21 Uhr", "2026-01-01T21:00"),
      ("en", "Feb 13, 2026 at 9:30 PM", "2026-02-13T21:30"), ("fr", "13/02/2026 à 9h30", "2026-02-13T09:30"),
      ("sv", "2026-02-01 kl. 9.30", "2026-02-01T09:30"), ("zh", "2026年2月1日晚上9:30", "2026-02-01T21:30"),
      ("zh", "2026年2月1号 21:30", "2026-02-01T21:30"), ("pl", "1.10.2026 r. godz. 9:30", "2026-10-01T09:30"),
      ("ru", "1 февраля 2026 г., 9 ч 30 мин", "2026-02-01T09:30"), ("de", "1. Februar 2026 um 9", nil),
      ("zh", "2026年2月1日晚上12:30", nil), ("de", "31.12.2026 24:00", nil),
    ] as [(String, String, String?)])
  func together(_ locale: String, _ typed: String, _ kept: String?) throws {
    let numbers = NumberFormat.of(LanguageTag(stringLiteral: locale))
    #expect(try dayWithTime().value(posted: typed, numbers: numbers) == .text(kept ?? typed))
  }

  @Test(
    "24:00 is refused, with the valid times next to it",
    arguments: [
      ("", "31.12.2026 24:00", Problem.betweenSteps(below: "2026-12-31T23:59", above: "2027-01-01T00:00")),
      ("", "2026-02-28T24:00", .betweenSteps(below: "2026-02-28T23:59", above: "2026-03-01T00:00")),
      (#", "step": 15"#, "2026-02-28 24:00:00", .betweenSteps(below: "2026-03-01T00:00", above: nil)),
      (#", "maximum": "2026-12-31T23:59""#, "31.12.2026 24:00", .betweenSteps(below: "2026-12-31T23:59", above: nil)),
      (#", "minimum": "2027-01-01T08:00""#, "31.12.2026 24:00", .notADateTime), ("", "31.12.2026 24:01", .notADateTime),
      // A time that has passed is not proposed.
      (#", "minimum": "now""#, "29.1.2026 24:00", .notADateTime),
      (#", "minimum": "now""#, "30.1.2026 24:00", .betweenSteps(below: "2026-01-31T00:00", above: nil)),
      (#", "minimum": "now""#, "31.1.2026 24:00", .betweenSteps(below: "2026-01-31T23:59", above: "2026-02-01T00:00")),
    ] as [(String, String, Problem)])
  func endOfDay(_ keys: String, _ typed: String, _ expected: Problem) throws {
    let form = try form(#"{ "id": "t", "type": "date-time", "label": "T"\#(keys) }"#)
    var state = FormState(form: form)
    state.setMoment(Moment(Self.today))
    state.reduce(.enter(cell: 0, .text(typed)))
    #expect(state.problems(today: Self.today).map(\.problem) == [expected])
  }

  @Test(
    "a time cell with mistakes in its definition is refused",
    arguments: [
      (#""minimum": "8:00""#, "bad-value .minimum: “8:00” is not a time; write HH:MM"),
      (#""maximum": "24:00""#, "bad-value .maximum: “24:00” is not a time; write HH:MM"),
      (#""step": 0"#, "bad-value .step: a whole number from 1 to 720 is expected, not 0"),
      (
        #""minimum": "09:00", "maximum": "08:59""#,
        "minimum-over-maximum .minimum: “minimum” 09:00 is over “maximum” 08:59"
      ),
      (
        #""minimum": "09:00", "maximum": "09:29", "step": 30"#,
        "bad-value .step: a step of 30 minutes reaches no time but 09:00"
      ),
      (#""minimum": "00:00""#, "no-effect .minimum: “minimum” has no effect: no time is before 00:00"),
      (#""maximum": "23:59""#, "no-effect .maximum: “maximum” has no effect: no time is after 23:59"),
      (#""value": "9:00""#, "bad-value .value: “9:00” is not a time; write HH:MM"),
      (#""value": 9"#, "wrong-type .value: this is a number; a time “HH:MM” or null is expected"),
      (
        #""value": "09:10", "step": 15"#,
        "refused-default .value: the cell would reject this value: it is between two steps; the nearest is 09:00 or 09:15"
      ),
      (
        #""value": "07:00", "minimum": "08:00""#,
        "refused-default .value: the cell would reject this value: it is before 08:00"
      ),
      (
        #""placeholder": "Now""#,
        "unknown-key .placeholder: the key “placeholder” is unknown here; it belongs to cells of "
      ),
    ])
  func refused(_ keys: String, _ message: String) {
    let found = mistakes(cell: #"{ "id": "t", "type": "time", "label": "T", \#(keys) }"#)
    #expect(found.count == 1 && found[0].hasPrefix(message), "\(found)")
  }

  @Test("a time is submitted as HH:MM or null, and read again")
  func submitted() throws {
    let cell = try cell()
    #expect(cell.json(of: .text("09:30")) == "09:30")
    #expect(cell.json(of: .text("")) == .null)
    let form = try form(#"{ "id": "t", "type": "time", "label": "T" }"#)
    #expect(try form.values(decoding: Array(#"{ "t": "23:59" }"#.utf8), path: "v.json") == [.text("23:59")])
    #expect(try form.values(decoding: Array(#"{ "t": null }"#.utf8), path: "v.json") == [.text("")])
  }

  @Test("conditions compare times")
  func conditions() throws {
    let form = try form(
      #"{ "id": "t", "type": "time", "label": "T" }"#,
      #"{ "id": "a", "type": "text", "label": "A", "visibleWhen": { "cell": "t", "equals": "09:30" } }"#,
      #"{ "id": "b", "type": "text", "label": "B", "visibleWhen": { "cell": "t", "filled": true } }"#)
    func visible(_ text: String) -> [Bool] {
      form.states(in: [.text(text), .text(""), .text("")]).map(\.isVisible)
    }
    #expect(visible("09:30") == [true, true, true])
    #expect(visible("09:31") == [true, false, true])
    #expect(visible("") == [true, false, false])
    let asked = #"{ "id": "a", "type": "text", "label": "A", "visibleWhen": { "cell": "t", "equals": "9:30" } }"#
    #expect(
      mistakes(cell: asked, others: #"{ "id": "t", "type": "time", "label": "T" }"#)
        == ["bad-value .visibleWhen.equals: “9:30” is not a time; write HH:MM"])
  }
}
