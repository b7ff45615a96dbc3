extension CellFixture {
  private static func note(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "note-\(slug)", in: .note, features, members, value: value, marking: marking, steps: steps)
  }

  private static let eightLines = #""1\n2\n3\n4\n5\n6\n7\n8""#

  static let note: [CellFixture] = [
    note("An empty note shows three lines", "empty", ["TI32", "TI33", "TI34", "C14"], #""label": "Description""#),
    note(
      "A note with placeholder and helper text", "helper", ["TI11", "TI37"],
      #""label": "Description", "placeholder": "The belt squeaks at low speed", "helper": "What you saw and heard""#),
    note(
      "A note of two lines", "filled", ["TI32"], #""label": "Description""#,
      value: #""The belt squeaks.\nIt did not yesterday.""#),
    note(
      "A note of five lines has grown", "grown", ["TI35", "C14"], #""label": "Description""#,
      value: #""1\n2\n3\n4\n5""#),
    note(
      "A note of eight lines scrolls inside after six", "scrolling", ["TI36", "C14"], #""label": "Description""#,
      value: eightLines),
    note(
      "A note with a height of its own", "lines", ["C14"],
      #""label": "Description", "minLines": 1, "maxLines": 2"#, value: #""1\n2\n3""#),
    note("A required note", "required", ["TI3"], #""label": "Description", "required": true"#),
    note(
      "An optional note is marked where optional ones are", "optional", ["SE35"],
      #""label": "Description", "required": false"#, marking: "optional"),
    note(
      "A note in error", "error", ["TI8", "TI40", "TI42"],
      #""label": "Description", "required": true, "helper": "What you saw and heard""#, steps: [.submit]),
    note(
      "A note in error beside its helper", "error-kept", ["TI40", "C2"],
      #""label": "Description", "required": true, "helper": "What you saw and heard", "helperOnError": "keep""#,
      steps: [.submit]),
    right(
      "A note that is right", in: .note, ["C16"],
      #""label": "Description", "messages": { "success": "Thank you." }"#, value: #""It squeaks.""#),
    note(
      "A read-only note shows all its lines", "read-only", ["TI45", "TI46", "TI47", "TI49"],
      #""label": "Description", "readOnly": true, "value": \#(eightLines)"#),
    note(
      "A disabled note", "disabled", ["TI50", "TI51"],
      #""label": "Description", "disabled": true, "value": "It squeaks.""#),
    note(
      "A note with a counter", "counter", ["TI13"], #""label": "Description", "maxLength": 40"#,
      value: #""It squeaks.\nLoud.""#),
    note(
      "A note beyond its limit", "counter-over", ["TI52", "TI53", "TI54", "TI55"],
      #""label": "Description", "maxLength": 10"#, steps: [.enter("note-counter-over", "It squeaks.\nLoud."), .submit]),
    note(
      "A note whose input stops at the limit", "stop-reached", ["TI56", "TI57"],
      #""label": "Description", "maxLength": 5, "overflow": "stop""#, value: #""12\n45""#),
  ]
}
