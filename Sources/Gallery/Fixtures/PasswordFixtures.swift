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
