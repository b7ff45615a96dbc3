extension CellFixture {
  private static func `switch`(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "switch-\(slug)", in: .switch, features, members, value: value, steps: steps)
  }

  static let `switch`: [CellFixture] = [
    `switch`("A switch that is off", "off", ["FO8"], #""label": "Urgent""#),
    `switch`("A switch that is on", "on", ["FO8"], #""label": "Urgent""#, value: "true"),
    `switch`(
      "A switch with words of its own", "words", ["FO8", "FO9"],
      #""label": "Handover", "onLabel": "Delivery", "offLabel": "Pickup", "helper": "Delivery takes a day""#),
    `switch`(
      "A switch that has to be on", "error", ["TI40", "TI42"],
      #""label": "Terms Accepted", "required": true, "helper": "They are short""#, steps: [.submit]),
    right(
      "A switch that is right", in: .switch, ["C16"],
      #""label": "Urgent", "messages": { "success": "We call back today." }"#, value: "true"),
    `switch`(
      "A read-only switch", "read-only", ["C20", "TI47"], #""label": "Urgent", "readOnly": true, "value": true"#),
    `switch`("A disabled switch", "disabled", ["TI51"], #""label": "Urgent", "disabled": true, "value": true"#),
  ]
}
