import FormCells

extension CellFixture {
  private static func order(
    _ sentence: String, _ slug: String, _ features: [String], _ members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(sentence, "order-picker-\(slug)", in: .orderPicker, features, members, value: value, steps: steps)
  }

  private static let criteria = #"""
    "criteria": [
            { "id": "priority", "label": "Priority", "selected": true, "direction": "descending" },
            { "id": "status", "label": "Status" },
            { "id": "due", "label": "Due Date" }
          ]
    """#
  private static let long = #"""
    "criteria": [
            { "id": "distance", "label": "Distance from the workshop to the place where the machine stands",
              "selected": true },
            { "id": "age", "label": "Age", "selected": true,
              "directionLabels": { "ascending": "From the newest to the oldest", "descending": "From the oldest" } }
          ]
    """#

  static let orderPicker: [CellFixture] = [
    order(
      "An order picker", "default",
      ["OP1", "OP2", "OP3", "OP4", "OP5", "OP6", "OP7", "OP9", "OP10", "OP11", "OP15", "OP16", "OP17", "AX16", "AL6"],
      #""label": "Sort Orders By", \#(criteria)"#),
    order(
      "An order picker with helper text", "helper", ["OP2"],
      #""label": "Sort Orders By", "helper": "The first one counts most", \#(criteria)"#),
    order(
      "An order picker after a criterion was moved and selected", "changed", ["OP1", "OP9", "OP10", "OP11"],
      #""label": "Sort Orders By", \#(criteria)"#,
      steps: [
        .order("order-picker-changed", .up, "due"), .order("order-picker-changed", .toggle, "due"),
        .order("order-picker-changed", .direction, "due"),
      ]),
    order(
      "Words of its own for the directions", "words", ["OP7", "FO9"],
      #"""
      "label": "Sort Orders By", "directionLabels": { "ascending": "Low first", "descending": "High first" },
          \#(criteria)
      """#),
    order("Long texts are truncated", "truncated", ["OP13", "C18"], #""label": "Sort Machines By", \#(long)"#),
    order("Long texts wrap", "wrapped", ["OP14"], #""label": "Sort Machines By", "wrap": true, \#(long)"#),
    order(
      "A required order picker without a selected criterion", "error", ["C24", "TI8"],
      #"""
      "label": "Sort Orders By", "required": true, "helper": "At least one",
          "criteria": [{ "id": "priority", "label": "Priority" }, { "id": "status", "label": "Status" }]
      """#, steps: [.submit]),
    order(
      "An order picker with too few criteria", "too-few", ["C24"],
      #""label": "Sort Orders By", "minimum": 2, \#(criteria)"#, steps: [.submit]),
    right(
      "An order picker that is right", in: .orderPicker, ["C16"],
      #""label": "Sort Orders By", "messages": { "success": "Three orders match." }, \#(criteria)"#),
    order(
      "A read-only order picker has no buttons", "read-only", ["C20", "TI47"],
      #""label": "Sort Orders By", "readOnly": true, \#(criteria)"#),
    order(
      "A disabled order picker", "disabled", ["TI51"], #""label": "Sort Orders By", "disabled": true, \#(criteria)"#),
  ]
}
