extension CellFixture {
  private static func text(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "text-\(slug)", in: .text, features: features, members: members, value: value, marking: marking,
      steps: steps)
  }

  static let text: [CellFixture] = [
    text(
      "An empty text field", slug: "empty", features: ["TI1", "TI9", "TI10", "TI14", "TI16"],
      members: #""label": "Full Name""#),
    text(
      "A text field with a placeholder", slug: "placeholder", features: ["TI37"],
      members: #""label": "Full Name", "placeholder": "Ada Lovelace""#),
    text(
      "A text field with helper text", slug: "helper", features: ["TI11"],
      members: #""label": "Full Name", "helper": "As printed on the badge""#),
    text(
      "A text field with a scan action", slug: "scan", features: ["TI18", "TI19", "TI20", "TI23"],
      members: #""label": "Serial Number", "scan": true, "helper": "Type it, or scan the code on the plate""#,
      value: #""SN-4711""#),
    text(
      "A read-only text field has no scan action", slug: "scan-read-only", features: ["TI18", "TI45"],
      members: #""label": "Serial Number", "scan": true, "readOnly": true, "value": "SN-4711""#),
    text(
      "A prefix and a suffix are not part of what is typed", slug: "affixes",
      features: ["TI11", "TI10"],
      members: #""label": "Web Address", "prefix": "https://", "suffix": ".example.com", "helper": "Small letters""#,
      value: #""shop""#),
    text(
      "A prefix beside an error and a counter", slug: "affix-error", features: ["TI42", "TI13"],
      members: #""label": "Serial Number", "prefix": "SN", "required": true, "maxLength": 12"#, steps: [.submit]),
    text(
      "A whole number with its thousands set apart", slug: "grouped", features: ["TI10"],
      members: #""label": "Revolutions", "format": "integer", "minimum": 0"#, value: #""1234567""#),
    text(
      "A decimal number with its unit", slug: "decimal", features: ["TI10", "TI11"],
      members: #""label": "Weight", "format": "decimal", "suffix": "kg""#, value: #""-1234.50""#),
    text(
      "A filled text field", slug: "filled", features: ["TI1", "TI10"], members: #""label": "Full Name""#,
      value: #""Grace Hopper""#),
    text(
      "A value with markup is shown as it was typed", slug: "markup", features: ["FO7"],
      members: #""label": "Full Name""#,
      value: #""A & <b>\"x\"</b>""#),
    text(
      "A long value is longer than the field", slug: "long", features: ["TI16", "TI17"],
      members: #""label": "Full Name""#,
      value: #""Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios Cipriano""#),
    text(
      "A required text field", slug: "required", features: ["TI3", "TI4", "C1", "FO2"],
      members: #""label": "Full Name", "required": true"#),
    text(
      "An optional text field is marked where optional ones are", slug: "optional", features: ["SE35", "C1"],
      members: #""label": "Middle Name", "required": false"#, marking: "optional"),
    text(
      "An error takes the helper's place", slug: "error", features: ["TI8", "TI40", "TI41", "TI42", "AX15", "C2"],
      members: #""label": "Full Name", "required": true, "helper": "As printed on the badge""#, steps: [.submit]),
    text(
      "An error below a helper that is kept", slug: "error-kept", features: ["C2", "TI42"],
      members:
        #""label": "Full Name", "required": true, "helper": "As printed on the badge", "helperOnError": "keep""#,
      steps: [.submit]),
    text(
      "An error in the form's own words", slug: "error-own", features: ["TI42", "FO5"],
      members: #"""
        "label": "Badge Number", "pattern": "[A-Z]{2}[0-9]{4}", "helper": "It is below the photo",
            "messages": { "invalid": "Enter two capital letters and four digits, such as AB1234." }
        """#, steps: [.enter("text-error-own", "1234"), .submit]),
    right(
      "A success message", in: .text, features: ["C16"],
      members: #""label": "Badge Number", "messages": { "success": "The badge is known." }"#, value: #""AB1234""#),
    text(
      "Text that is not an email address", slug: "email", features: ["TI40"],
      members: #""label": "Email", "format": "email""#,
      steps: [.enter("text-email", "nobody"), .submit]),
    text(
      "A number above its maximum", slug: "number", features: ["TI40"],
      members: #""label": "Days", "format": "integer", "minimum": 1, "maximum": 30"#,
      steps: [.enter("text-number", "31"), .submit]),
    text(
      "A read-only text field", slug: "read-only", features: ["TI45", "TI46", "TI47", "TI48", "C20"],
      members: #""label": "Cost Centre", "readOnly": true, "value": "CC-4711""#),
    text(
      "A read-only text field with helper text", slug: "read-only-helper", features: ["TI47", "C12"],
      members: #""label": "Cost Centre", "readOnly": true, "value": "CC-4711", "helper": "From payroll.""#),
    text(
      "A disabled text field", slug: "disabled", features: ["TI50", "TI51"],
      members: #""label": "Delegate", "disabled": true, "helper": "Nobody can be named now""#),
    text(
      "A counter below its limit", slug: "counter", features: ["TI13"],
      members: #""label": "Summary", "maxLength": 20"#,
      value: #""Conveyor stops""#),
    text(
      "Typing beyond the limit is an error until it is shortened", slug: "counter-over",
      features: ["TI52", "TI53", "TI54", "TI55", "C13", "AX15"],
      members: #""label": "Summary", "maxLength": 12, "helper": "In a few words""#,
      steps: [.enter("text-counter-over", "Conveyor stops"), .submit]),
    text(
      "Input that stops at the limit, below it", slug: "stop", features: ["TI56"],
      members: #""label": "Code", "maxLength": 4, "overflow": "stop", "helper": "Four characters""#, value: #""12""#),
    text(
      "Input that stops at the limit, at it", slug: "stop-reached", features: ["TI56", "TI57"],
      members: #""label": "Code", "maxLength": 4, "overflow": "stop", "helper": "Four characters""#, value: #""1234""#),
    text(
      "A limit without a counter", slug: "no-counter", features: ["TI13"],
      members: #""label": "Summary", "maxLength": 12, "counter": false"#, value: #""Short""#),
    text(
      "A counter counts what people see as one character", slug: "graphemes", features: ["TI13"],
      members: #""label": "Reaction", "maxLength": 4"#, value: #""👩🏻‍🚀é""#),
  ]
}

extension CellFixture {
  private static func note(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "note-\(slug)", in: .note, features: features, members: members, value: value, marking: marking,
      steps: steps)
  }

  private static let eightLines = #""1\n2\n3\n4\n5\n6\n7\n8""#

  static let note: [CellFixture] = [
    note(
      "An empty note shows three lines", slug: "empty", features: ["TI32", "TI33", "TI34", "C14"],
      members: #""label": "Description""#),
    note(
      "A note with placeholder and helper text", slug: "helper", features: ["TI11", "TI37"],
      members:
        #""label": "Description", "placeholder": "The belt squeaks at low speed", "helper": "What you saw and heard""#),
    note(
      "A note of two lines", slug: "filled", features: ["TI32"], members: #""label": "Description""#,
      value: #""The belt squeaks.\nIt did not yesterday.""#),
    note(
      "A note of five lines has grown", slug: "grown", features: ["TI35", "C14"], members: #""label": "Description""#,
      value: #""1\n2\n3\n4\n5""#),
    note(
      "A note of eight lines scrolls inside after six", slug: "scrolling", features: ["TI36", "C14"],
      members: #""label": "Description""#,
      value: eightLines),
    note(
      "A note with a height of its own", slug: "lines", features: ["C14"],
      members: #""label": "Description", "minLines": 1, "maxLines": 2"#, value: #""1\n2\n3""#),
    note("A required note", slug: "required", features: ["TI3"], members: #""label": "Description", "required": true"#),
    note(
      "An optional note is marked where optional ones are", slug: "optional", features: ["SE35"],
      members: #""label": "Description", "required": false"#, marking: "optional"),
    note(
      "A note in error", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Description", "required": true, "helper": "What you saw and heard""#, steps: [.submit]),
    note(
      "A note in error beside its helper", slug: "error-kept", features: ["TI40", "C2"],
      members:
        #""label": "Description", "required": true, "helper": "What you saw and heard", "helperOnError": "keep""#,
      steps: [.submit]),
    right(
      "A note marked as correct", in: .note, features: ["C16"],
      members: #""label": "Description", "messages": { "success": "Thank you." }"#, value: #""It squeaks.""#),
    note(
      "A read-only note shows all its lines", slug: "read-only", features: ["TI45", "TI46", "TI47", "TI49"],
      members: #""label": "Description", "readOnly": true, "value": \#(eightLines)"#),
    note(
      "A disabled note", slug: "disabled", features: ["TI50", "TI51"],
      members: #""label": "Description", "disabled": true, "value": "It squeaks.""#),
    note(
      "A note with a counter", slug: "counter", features: ["TI13"],
      members: #""label": "Description", "maxLength": 40"#,
      value: #""It squeaks.\nLoud.""#),
    note(
      "A note beyond its limit", slug: "counter-over", features: ["TI52", "TI53", "TI54", "TI55"],
      members: #""label": "Description", "maxLength": 10"#,
      steps: [.enter("note-counter-over", "It squeaks.\nLoud."), .submit]),
    note(
      "A note whose input stops at the limit", slug: "stop-reached", features: ["TI56", "TI57"],
      members: #""label": "Description", "maxLength": 5, "overflow": "stop""#, value: #""12\n45""#),
  ]
}

extension CellFixture {
  private static func password(
    _ sentence: String, slug: String, features: [String], members: String, marking: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "password-\(slug)", in: .password, features: features, members: members, marking: marking,
      steps: steps)
  }

  static let password: [CellFixture] = [
    password("An empty password", slug: "empty", features: ["TI25"], members: #""label": "Password""#),
    password(
      "A password with placeholder and helper text", slug: "helper", features: ["TI11", "TI37"],
      members:
        #""label": "Password", "placeholder": "Eight characters", "helper": "Eight characters or more", "minLength": 8"#
    ),
    password(
      "A password that was entered is not shown", slug: "entered", features: ["TI25", "FO7"],
      members: #""label": "Password""#,
      steps: [.enter("password-entered", "correct horse")]),
    password(
      "A required password", slug: "required", features: ["TI3"], members: #""label": "Password", "required": true"#),
    password(
      "An optional password is marked where optional ones are", slug: "optional", features: ["SE35"],
      members: #""label": "Password", "required": false"#, marking: "optional"),
    password(
      "A password that is missing", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Password", "required": true, "helper": "Eight characters or more""#, steps: [.submit]),
    password(
      "A password that is too short", slug: "short", features: ["TI40", "TI42"],
      members: #""label": "Password", "minLength": 8"#,
      steps: [.enter("password-short", "horse"), .submit]),
    right(
      "A password marked as correct", in: .password, features: ["C16"],
      members: #""label": "Password", "messages": { "success": "Long enough." }"#,
      steps: [.enter("password-success", "correct horse")]),
    password(
      "A read-only password", slug: "read-only", features: ["TI46", "TI47"],
      members: #""label": "Password", "readOnly": true"#),
    password(
      "A disabled password", slug: "disabled", features: ["TI51"], members: #""label": "Password", "disabled": true"#),
  ]
}
