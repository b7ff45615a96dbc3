import FormCells
import Support
import Testing

@Suite("Times of day") struct TimeTests {
  private static let today = CalendarDate(year: 2026, month: 1, day: 31)!

  private func cell(_ keys: String = "") throws -> Cell {
    try form(#"{ "id": "t", "type": "time", "label": "T"\#(keys.isEmpty ? "" : ", " + keys) }"#).cells[0]
  }

  @Test(
    "what is typed becomes HH:MM, and what is not a time stays as it was typed",
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
    "a time is read as people write it, and what could be another is not",
    arguments: [
      ("fr-FR", "9h30", "09:30"), ("fr-FR", "21 h 15", "21:15"), ("fr-FR", "9h", "09:00"), ("pt-BR", "14h05", "14:05"),
      ("de-DE", "9:30 Uhr", "09:30"), ("de-DE", "9.30 Uhr", "09:30"), ("de-DE", "9 Uhr 30", "09:30"),
      ("de-DE", "21 Uhr", "21:00"), ("nl-NL", "9.30 uur", "09:30"), ("ar-EG", "٩:٣٠ م", "21:30"),
      ("ar", "٩:٣٠ ص", "09:30"), ("ar", "٩:٣٠ مساءً", "21:30"), ("en-US", "9pm", "21:00"), ("en-US", "12 a.m.", "00:00"),
      ("en-US", "9:30 p.m.", "21:30"), ("en-GB", "9.30am", "09:30"), ("en-CA", "9.30 P. M.", "21:30"),
      ("es-MX", "9:30 p. m.", "21:30"), ("es-ES", "21:30 h", "21:30"), ("ko-KR", "오후 9:30", "21:30"),
      ("ko-KR", "오후 9시 30분", "21:30"), ("ja-JP", "午後9時30分", "21:30"),
      ("ja-JP", "午前0時30分", "00:30"), ("ja-JP", "午後0時", "12:00"),
      ("ja-JP", "9時5分", "09:05"),
      ("zh-CN", "下午9:30", "21:30"), ("zh-CN", "9点30分", "09:30"), ("tr-TR", "ÖS 9:30", "21:30"),
      ("el", "9:30 μ.μ.", "21:30"),
      ("he-IL", "9:30 אחה״צ", "21:30"), ("hi-IN", "9:30 बजे", "09:30"), ("en-US", "9:30:00 pm", "21:30"),
      // Nothing says what is meant.
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
  ]

  @Test("a time is bounded and on a step", arguments: problems)
  func problem(_ keys: String, _ text: String, _ expected: Problem?) throws {
    let cell = try cell(keys)
    #expect(cell.problem(with: .text(text), isRequired: cell.isRequired, today: Self.today) == expected)
  }

  @Test(
    "a definition that cannot be meant is refused",
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
        "refused-default .value: the cell would refuse this value: it is between two steps; the nearest is 09:00 or 09:15"
      ),
      (
        #""value": "07:00", "minimum": "08:00""#,
        "refused-default .value: the cell would refuse this value: it is before 08:00"
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

  @Test("it is submitted as HH:MM or null, and read again")
  func submitted() throws {
    let cell = try cell()
    #expect(cell.json(of: .text("09:30")) == "09:30")
    #expect(cell.json(of: .text("")) == .null)
    let form = try form(#"{ "id": "t", "type": "time", "label": "T" }"#)
    #expect(try form.values(decoding: Array(#"{ "t": "23:59" }"#.utf8), path: "v.json") == [.text("23:59")])
    #expect(try form.values(decoding: Array(#"{ "t": null }"#.utf8), path: "v.json") == [.text("")])
  }

  @Test("conditions compare it")
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
