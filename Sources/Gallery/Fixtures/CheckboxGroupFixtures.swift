extension CellFixture {
  private static func boxes(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    marking: String? = nil, steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "checkbox-group-\(slug)", in: .checkboxGroup, features: features, members: members, value: value,
      marking: marking,
      steps: steps)
  }

  private static let days = #"""
    "options": ["Monday", "Tuesday",
            { "value": "Saturday", "label": "Saturday", "description": "With a surcharge" }]
    """#

  static let checkboxGroup: [CellFixture] = [
    boxes("An empty checkbox group", slug: "empty", features: ["GR1"], members: #""label": "Days", \#(days)"#),
    boxes(
      "A checkbox group with helper text", slug: "helper", features: ["GR1", "TI11"],
      members: #""label": "Days", "helper": "On which you can come", \#(days)"#),
    boxes(
      "A filled checkbox group", slug: "filled", features: ["GR1"], members: #""label": "Days", \#(days)"#,
      value: #"["Saturday", "Monday"]"#),
    boxes(
      "A required checkbox group", slug: "required", features: ["TI3"],
      members: #""label": "Days", "required": true, \#(days)"#),
    boxes(
      "An optional checkbox group is marked where optional ones are", slug: "optional", features: ["C1"],
      members: #""label": "Days", "required": false, \#(days)"#, marking: "optional"),
    boxes(
      "A checkbox group in error", slug: "error", features: ["TI8", "TI40", "TI42"],
      members: #""label": "Days", "required": true, "helper": "On which you can come", \#(days)"#, steps: [.submit]),
    boxes(
      "A checkbox group with too few values", slug: "too-few", features: ["GR2"],
      members: #""label": "Days", "minimum": 2, \#(days)"#, value: #"["Monday"]"#, steps: [.submit]),
    boxes(
      "A checkbox group takes a custom text", slug: "other", features: ["GR3"],
      members: #""label": "Days", "other": { "label": "Another day" }, \#(days)"#,
      value: #"["Monday", { "other": "1 May" }]"#),
    right(
      "A checkbox group marked as correct", in: .checkboxGroup, features: ["C16"],
      members: #""label": "Days", "messages": { "success": "There is room." }, \#(days)"#, value: #"["Monday"]"#),
    boxes(
      "A read-only checkbox group", slug: "read-only", features: ["C20", "TI47"],
      members: #""label": "Days", "readOnly": true, "value": ["Monday", "Saturday"], \#(days)"#),
    boxes(
      "A disabled checkbox group", slug: "disabled", features: ["TI51"],
      members: #""label": "Days", "disabled": true, \#(days)"#),
    boxes(
      "A checkbox group with an option that cannot be chosen", slug: "disabled-option", features: ["GR1"],
      members: #""label": "Days", "options": ["Monday", { "value": "Tuesday", "label": "Tuesday", "disabled": true }]"#),
    boxes(
      "A checkbox group of chips", slug: "chips", features: ["GR4"],
      members: #""label": "Days", "style": "chips", "other": {}, \#(days)"#, value: #"["Tuesday"]"#),
    boxes(
      "A checkbox group whose options stand side by side", slug: "inline", features: ["GR5"],
      members: #""label": "Days", "inline": true, \#(days)"#, value: #"["Tuesday"]"#),
    boxes(
      "A checkbox group whose options stand in lists", slug: "lists", features: ["GR8"],
      members: #""label": "Rooms", "other": {}, \#(floors)"#,
      value: #"["Lobby", "Library"]"#),
    boxes(
      "A checkbox group with lists in error", slug: "lists-error", features: ["GR2", "GR8", "TI42"],
      members: #""label": "Rooms", "required": true, \#(floors)"#, steps: [.submit]),
    boxes(
      "Lists of chips", slug: "lists-chips", features: ["GR4", "GR8"],
      members: #""label": "Rooms", "style": "chips", "other": {}, \#(floors)"#,
      value: #"["Workshop"]"#),
  ]
}
