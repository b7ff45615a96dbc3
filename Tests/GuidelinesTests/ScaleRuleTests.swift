import FormCells
import Guidelines
import Testing

/// Guidelines of options and rows in one list, and of the scales of sliders, ratings and matrices.
@Suite("Guidelines of options and scales")
struct ScaleRuleTests {
  @Test(
    "AX13 options of one list, and rows of a matrix, must differ in what they show",
    arguments: [
      (#""type": "radio-group", "options": ["A", { "value": "b", "label": "A" }]"#, ["AX13 options[1].label"]),
      (#""type": "radio-group", "options": ["A", "B"]"#, []),
      (
        #""type": "list-picker", "options": [{ "value": "1", "label": "Ann", "description": "Desk" }, { "value": "2", "label": "Ann", "description": "Bar" }, { "value": "3", "label": "Bo", "description": "Bar" }, { "value": "4", "label": "Cy", "description": "Bar" }, { "value": "5", "label": "Di", "description": "Bar" }]"#,
        []
      ),
      (
        #""type": "checkbox-group", "lists": [{ "title": "One", "options": ["Other"] }, { "title": "Two", "options": [{ "value": "o", "label": "Other" }] }]"#,
        []
      ),
      (
        #""type": "matrix", "options": ["Good", "Poor"], "rows": [{ "id": "a", "label": "Food" }, { "id": "b", "label": "Food" }]"#,
        ["AX13 rows[1].label"]
      ),
      (
        #""type": "radio-group", "options": [{ "value": "a", "label": { "en": "A", "de": "C" } }, { "value": "b", "label": { "en": "B", "de": "C" } }]"#,
        ["AX13 options[1].label.de"]
      ),
    ])
  func sameOptions(keys: String, expected: [String]) throws {
    #expect(try warnings(cells: "{ \"id\": \"x\", \"label\": \"Choice\", \(keys) }") == expected)
  }

  @Test("a mistake in a list that two cells share is reported once")
  func sharedList() throws {
    let cells = ["x", "y"].map {
      "{ \"id\": \"\($0)\", \"label\": \"Choice \($0.uppercased())\", \"type\": \"radio-group\", \"options\": { \"list\": \"l\" } }"
    }
    let lists = #""optionLists": { "l": ["A", { "value": "b", "label": "A" }] },"#
    #expect(try warnings(cells: cells[0], cells[1], keys: lists) == ["AX13 optionLists.l[1].label"])
  }

  @Test(
    "SL4 RA5 RA6 MA5 MA6 a scale that only looks too fine, unnamed or narrow gives no warning",
    arguments: [
      #""type": "slider", "minimum": 0, "maximum": 100, "step": 0.5"#,
      #""type": "slider", "minimum": 0, "maximum": 299"#,
      #""type": "slider", "minimum": 0, "maximum": 10000, "step": 100"#, #""type": "rating", "style": "stars""#,
      #""type": "rating", "from": 0, "to": 10, "fromLabel": "Never", "toLabel": "Often""#,
      #""type": "matrix", "rows": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }], "options": ["1", "2", "3", "4", "5", "6", "7"]"#,
    ])
  func scales(keys: String) throws {
    #expect(try warnings(cells: "{ \"id\": \"x\", \"label\": \"Choice\", \(keys) }") == [])
  }
}
