extension CellFixture {
  private static func date(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "date-\(slug)", in: .date, features, members, value: value, steps: steps)
  }

  static let date: [CellFixture] = [
    date("An empty date", "empty", ["FO8"], #""label": "First Day""#),
    date("A date with helper text", "helper", ["TI11"], #""label": "First Day", "helper": "A working day""#),
    date("A filled date", "filled", ["FO8"], #""label": "First Day""#, value: #""2026-02-28""#),
    date("A required date", "required", ["TI3"], #""label": "First Day", "required": true"#),
    date(
      "A date that is missing", "error", ["TI8", "TI40", "TI42"],
      #""label": "First Day", "required": true, "helper": "A working day""#, steps: [.submit]),
    date(
      "A date before the first that is allowed", "early", ["TI40", "TI42"],
      #""label": "First Day", "minimum": "2026-02-01", "maximum": "2026-12-31""#,
      steps: [.enter("date-early", "2026-01-30"), .submit]),
    date(
      "A date that is none stays as it was typed", "wrong", ["TI40", "FO7"], #""label": "First Day""#,
      steps: [.enter("date-wrong", "31.13.2026"), .submit]),
    right(
      "A date that is right", in: .date, ["C16"],
      #""label": "First Day", "messages": { "success": "There is room." }"#, value: #""2026-02-28""#),
    date(
      "A read-only date", "read-only", ["TI45", "TI46", "TI47"],
      #""label": "First Day", "readOnly": true, "value": "2026-02-28""#),
    date(
      "A disabled date", "disabled", ["TI50", "TI51"], #""label": "First Day", "disabled": true, "value": "2026-02-28""#
    ),
  ]
}
