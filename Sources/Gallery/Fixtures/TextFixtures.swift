extension CellFixture {
  private static func text(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "text-\(slug)", in: .text, features, members, value: value, marking: marking, steps: steps)
  }

  static let text: [CellFixture] = [
    text("An empty text field", "empty", ["TI1", "TI9", "TI10", "TI14", "TI16"], #""label": "Full Name""#),
    text(
      "A text field with a placeholder", "placeholder", ["TI37"],
      #""label": "Full Name", "placeholder": "Ada Lovelace""#),
    text(
      "A text field with helper text", "helper", ["TI11"],
      #""label": "Full Name", "helper": "As it stands on the badge""#),
    text(
      "A text field with a scan action", "scan", ["TI18", "TI19", "TI20", "TI23"],
      #""label": "Serial Number", "scan": true, "helper": "Type it, or scan the code on the plate""#,
      value: #""SN-4711""#),
    text(
      "A read-only text field has no scan action", "scan-read-only", ["TI18", "TI45"],
      #""label": "Serial Number", "scan": true, "readOnly": true, "value": "SN-4711""#),
    text(
      "What stands before and behind a field is not a part of what is typed", "affixes", ["TI11", "TI10"],
      #""label": "Web Address", "prefix": "https://", "suffix": ".example.com", "helper": "Small letters""#,
      value: #""shop""#),
    text(
      "A prefix beside an error and a counter", "affix-error", ["TI42", "TI13"],
      #""label": "Serial Number", "prefix": "SN", "required": true, "maxLength": 12"#, steps: [.submit]),
    text(
      "A whole number with its thousands set apart", "grouped", ["TI10"],
      #""label": "Revolutions", "format": "integer", "minimum": 0"#, value: #""1234567""#),
    text(
      "A decimal number with its unit", "decimal", ["TI10", "TI11"],
      #""label": "Weight", "format": "decimal", "suffix": "kg""#, value: #""-1234.50""#),
    text("A filled text field", "filled", ["TI1", "TI10"], #""label": "Full Name""#, value: #""Grace Hopper""#),
    text(
      "A value with markup is shown as it was typed", "markup", ["FO7"], #""label": "Full Name""#,
      value: #""A & <b>\"x\"</b>""#),
    text(
      "A long value is longer than the field", "long", ["TI16", "TI17"], #""label": "Full Name""#,
      value: #""Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios Cipriano""#),
    text(
      "A required text field", "required", ["TI3", "TI4", "C1", "FO2"], #""label": "Full Name", "required": true"#),
    text(
      "An optional text field is marked where optional ones are", "optional", ["SE35", "C1"],
      #""label": "Middle Name", "required": false"#, marking: "optional"),
    text(
      "An error takes the helper's place", "error", ["TI8", "TI40", "TI41", "TI42", "AX15", "C2"],
      #""label": "Full Name", "required": true, "helper": "As it stands on the badge""#, steps: [.submit]),
    text(
      "An error below a helper that is kept", "error-kept", ["C2", "TI42"],
      #""label": "Full Name", "required": true, "helper": "As it stands on the badge", "helperOnError": "keep""#,
      steps: [.submit]),
    text(
      "An error in the form's own words", "error-own", ["TI42", "FO5"],
      #"""
      "label": "Badge Number", "pattern": "[A-Z]{2}[0-9]{4}", "helper": "It stands below the photo",
          "messages": { "invalid": "Enter two capital letters and four digits, such as AB1234." }
      """#, steps: [.enter("text-error-own", "1234"), .submit]),
    right(
      "A success message", in: .text, ["C16"],
      #""label": "Badge Number", "messages": { "success": "The badge is known." }"#, value: #""AB1234""#),
    text(
      "An email address that is none", "email", ["TI40"], #""label": "Email", "format": "email""#,
      steps: [.enter("text-email", "nobody"), .submit]),
    text(
      "A number above its maximum", "number", ["TI40"],
      #""label": "Days", "format": "integer", "minimum": 1, "maximum": 30"#,
      steps: [.enter("text-number", "31"), .submit]),
    text(
      "A read-only text field", "read-only", ["TI45", "TI46", "TI47", "TI48", "C20"],
      #""label": "Cost Centre", "readOnly": true, "value": "CC-4711""#),
    text(
      "A read-only text field with helper text", "read-only-helper", ["TI47", "C12"],
      #""label": "Cost Centre", "readOnly": true, "value": "CC-4711", "helper": "From payroll.""#),
    text(
      "A disabled text field", "disabled", ["TI50", "TI51"],
      #""label": "Delegate", "disabled": true, "helper": "Nobody can be named now""#),
    text(
      "A counter below its limit", "counter", ["TI13"], #""label": "Summary", "maxLength": 20"#,
      value: #""Conveyor stops""#),
    text(
      "Typing beyond the limit is an error until it is shortened", "counter-over",
      ["TI52", "TI53", "TI54", "TI55", "C13", "AX15"],
      #""label": "Summary", "maxLength": 12, "helper": "In a few words""#,
      steps: [.enter("text-counter-over", "Conveyor stops"), .submit]),
    text(
      "Input that stops at the limit, below it", "stop", ["TI56"],
      #""label": "Code", "maxLength": 4, "overflow": "stop", "helper": "Four characters""#, value: #""12""#),
    text(
      "Input that stops at the limit, at it", "stop-reached", ["TI56", "TI57"],
      #""label": "Code", "maxLength": 4, "overflow": "stop", "helper": "Four characters""#, value: #""1234""#),
    text(
      "A limit without a counter", "no-counter", ["TI13"],
      #""label": "Summary", "maxLength": 12, "counter": false"#, value: #""Short""#),
    text(
      "A counter counts what people see as one character", "graphemes", ["TI13"],
      #""label": "Reaction", "maxLength": 4"#, value: #""👩🏻‍🚀é""#),
  ]
}

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

extension CellFixture {
  private static func password(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, marking: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "password-\(slug)", in: .password, features, members, marking: marking, steps: steps)
  }

  static let password: [CellFixture] = [
    password("An empty password", "empty", ["TI25"], #""label": "Password""#),
    password(
      "A password with placeholder and helper text", "helper", ["TI11", "TI37"],
      #""label": "Password", "placeholder": "Eight characters", "helper": "Eight characters or more", "minLength": 8"#),
    password(
      "A password that was entered is not shown", "entered", ["TI25", "FO7"], #""label": "Password""#,
      steps: [.enter("password-entered", "correct horse")]),
    password("A required password", "required", ["TI3"], #""label": "Password", "required": true"#),
    password(
      "An optional password is marked where optional ones are", "optional", ["SE35"],
      #""label": "Password", "required": false"#, marking: "optional"),
    password(
      "A password that is missing", "error", ["TI8", "TI40", "TI42"],
      #""label": "Password", "required": true, "helper": "Eight characters or more""#, steps: [.submit]),
    password(
      "A password that is too short", "short", ["TI40", "TI42"], #""label": "Password", "minLength": 8"#,
      steps: [.enter("password-short", "horse"), .submit]),
    right(
      "A password that is right", in: .password, ["C16"],
      #""label": "Password", "messages": { "success": "Long enough." }"#,
      steps: [.enter("password-success", "correct horse")]),
    password("A read-only password", "read-only", ["TI46", "TI47"], #""label": "Password", "readOnly": true"#),
    password("A disabled password", "disabled", ["TI51"], #""label": "Password", "disabled": true"#),
  ]
}
