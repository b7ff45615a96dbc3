extension CellFixture {
  private static func radio(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "radio-group-\(slug)", in: .radioGroup, features, members, value: value, marking: marking,
      steps: steps)
  }

  private static let shifts = #"""
    "options": ["Early", "Late",
            { "value": "Night", "label": "Night", "description": "With a surcharge" }]
    """#

  static let radioGroup: [CellFixture] = [
    radio("An empty radio group", "empty", ["FO8"], #""label": "Shift", \#(shifts)"#),
    radio(
      "A radio group with helper text", "helper", ["FO8", "TI11"],
      #""label": "Shift", "helper": "Of the first day", \#(shifts)"#),
    radio("A filled radio group", "filled", ["FO8"], #""label": "Shift", \#(shifts)"#, value: #""Late""#),
    radio(
      "A radio group with a text of one's own", "other", ["FO8"],
      #""label": "Shift", "other": { "label": "Another time" }, \#(shifts)"#, value: #"{ "other": "Weekends" }"#),
    radio(
      "A radio group whose text of one's own is too long", "other-error", ["FO8", "TI42"],
      #""label": "Shift", "required": true, "other": { "maxLength": 5 }, \#(shifts)"#,
      value: #"{ "other": "Weekends" }"#, steps: [.submit]),
    radio("A required radio group", "required", ["TI3"], #""label": "Shift", "required": true, \#(shifts)"#),
    radio(
      "A radio group in error", "error", ["TI8", "TI40", "TI42"],
      #""label": "Shift", "required": true, "helper": "Of the first day", \#(shifts)"#, steps: [.submit]),
    right(
      "A radio group that is right", in: .radioGroup, ["C16"],
      #""label": "Shift", "messages": { "success": "There is room." }, \#(shifts)"#, value: #""Late""#),
    radio(
      "A read-only radio group", "read-only", ["C20", "TI47"],
      #""label": "Shift", "readOnly": true, "value": "Late", \#(shifts)"#),
    radio("A disabled radio group", "disabled", ["TI51"], #""label": "Shift", "disabled": true, \#(shifts)"#),
    radio(
      "A radio group with an option that cannot be chosen", "disabled-option", ["FO8"],
      #""label": "Shift", "options": ["Early", { "value": "Late", "label": "Late", "disabled": true }]"#),
  ]
}
