extension CellFixture {
  private static func boxes(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, "checkbox-group-\(slug)", in: .checkboxGroup, features, members, value: value, marking: marking,
      steps: steps)
  }

  private static let days = #"""
    "options": ["Monday", "Tuesday",
            { "value": "Saturday", "label": "Saturday", "description": "With a surcharge" }]
    """#

  static let checkboxGroup: [CellFixture] = [
    boxes("An empty checkbox group", "empty", ["GR1"], #""label": "Days", \#(days)"#),
    boxes(
      "A checkbox group with helper text", "helper", ["GR1", "TI11"],
      #""label": "Days", "helper": "On which you can come", \#(days)"#),
    boxes(
      "A filled checkbox group", "filled", ["GR1"], #""label": "Days", \#(days)"#, value: #"["Saturday", "Monday"]"#),
    boxes("A required checkbox group", "required", ["TI3"], #""label": "Days", "required": true, \#(days)"#),
    boxes(
      "An optional checkbox group is marked where optional ones are", "optional", ["C1"],
      #""label": "Days", "required": false, \#(days)"#, marking: "optional"),
    boxes(
      "A checkbox group in error", "error", ["TI8", "TI40", "TI42"],
      #""label": "Days", "required": true, "helper": "On which you can come", \#(days)"#, steps: [.submit]),
    boxes(
      "A checkbox group with too few values", "too-few", ["GR2"],
      #""label": "Days", "minimum": 2, \#(days)"#, value: #"["Monday"]"#, steps: [.submit]),
    boxes(
      "A checkbox group takes a custom text", "other", ["GR3"],
      #""label": "Days", "other": { "label": "Another day" }, \#(days)"#,
      value: #"["Monday", { "other": "1 May" }]"#),
    right(
      "A checkbox group that is right", in: .checkboxGroup, ["C16"],
      #""label": "Days", "messages": { "success": "There is room." }, \#(days)"#, value: #"["Monday"]"#),
    boxes(
      "A read-only checkbox group", "read-only", ["C20", "TI47"],
      #""label": "Days", "readOnly": true, "value": ["Monday", "Saturday"], \#(days)"#),
    boxes(
      "A disabled checkbox group", "disabled", ["TI51"], #""label": "Days", "disabled": true, \#(days)"#),
    boxes(
      "A checkbox group with an option that cannot be chosen", "disabled-option", ["GR1"],
      #""label": "Days", "options": ["Monday", { "value": "Tuesday", "label": "Tuesday", "disabled": true }]"#),
    boxes(
      "A checkbox group of chips", "chips", ["GR4"],
      #""label": "Days", "style": "chips", "other": {}, \#(days)"#, value: #"["Tuesday"]"#),
    boxes(
      "A checkbox group whose options stand side by side", "inline", ["GR5"],
      #""label": "Days", "inline": true, \#(days)"#, value: #"["Tuesday"]"#),
    boxes(
      "A checkbox group whose options stand in lists", "lists", ["GR8"], #""label": "Rooms", "other": {}, \#(floors)"#,
      value: #"["Lobby", "Library"]"#),
    boxes(
      "A checkbox group with lists in error", "lists-error", ["GR2", "GR8", "TI42"],
      #""label": "Rooms", "required": true, \#(floors)"#, steps: [.submit]),
    boxes(
      "Lists of chips", "lists-chips", ["GR4", "GR8"], #""label": "Rooms", "style": "chips", "other": {}, \#(floors)"#,
      value: #"["Workshop"]"#),
  ]
}
