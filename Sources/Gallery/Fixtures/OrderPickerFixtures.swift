import FormCells

extension CellFixture {
  private static func order(
    _ sentence: String, slug: String, features: [String], members: String, value: String? = nil,
    steps: [Step] = []
  ) -> CellFixture {
    cell(
      sentence, slug: "order-picker-\(slug)", in: .orderPicker, features: features, members: members, value: value,
      steps: steps)
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
      "An order picker", slug: "default",
      features: [
        "OP1", "OP2", "OP3", "OP4", "OP5", "OP6", "OP7", "OP9", "OP10", "OP11", "OP15", "OP16", "OP17", "AX16", "AL6",
      ],
      members: #""label": "Sort Orders By", \#(criteria)"#),
    order(
      "An order picker with helper text", slug: "helper", features: ["OP2"],
      members: #""label": "Sort Orders By", "helper": "The first one counts most", \#(criteria)"#),
    order(
      "An order picker after a criterion was moved and selected", slug: "changed",
      features: ["OP1", "OP9", "OP10", "OP11"],
      members: #""label": "Sort Orders By", \#(criteria)"#,
      steps: [
        .order("order-picker-changed", .up, "due"), .order("order-picker-changed", .toggle, "due"),
        .order("order-picker-changed", .direction, "due"),
      ]),
    order(
      "Words of its own for the directions", slug: "words", features: ["OP7", "FO9"],
      members: #"""
        "label": "Sort Orders By", "directionLabels": { "ascending": "Low first", "descending": "High first" },
            \#(criteria)
        """#),
    order(
      "Long texts are truncated", slug: "truncated", features: ["OP13", "C18"],
      members: #""label": "Sort Machines By", \#(long)"#),
    order(
      "Long texts wrap", slug: "wrapped", features: ["OP14"],
      members: #""label": "Sort Machines By", "wrap": true, \#(long)"#),
    order(
      "A required order picker without a selected criterion", slug: "error", features: ["C24", "TI8"],
      members: #"""
        "label": "Sort Orders By", "required": true, "helper": "At least one",
            "criteria": [{ "id": "priority", "label": "Priority" }, { "id": "status", "label": "Status" }]
        """#, steps: [.submit]),
    order(
      "An order picker with too few criteria", slug: "too-few", features: ["C24"],
      members: #""label": "Sort Orders By", "minimum": 2, \#(criteria)"#, steps: [.submit]),
    right(
      "An order picker marked as correct", in: .orderPicker, features: ["C16"],
      members: #""label": "Sort Orders By", "messages": { "success": "Three orders match." }, \#(criteria)"#),
    order(
      "A read-only order picker has no buttons", slug: "read-only", features: ["C20", "TI47"],
      members: #""label": "Sort Orders By", "readOnly": true, \#(criteria)"#),
    order(
      "A disabled order picker", slug: "disabled", features: ["TI51"],
      members: #""label": "Sort Orders By", "disabled": true, \#(criteria)"#),
  ]
}
