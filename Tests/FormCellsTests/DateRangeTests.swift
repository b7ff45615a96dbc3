import Testing

@Suite("Ranges of days") struct DateRangeTests {
  @Test(
    "days that are counted from today and are never right together are refused",
    arguments: [
      (#""from": "today", "to": "today-3d""#, "“to” is before “from”"),
      (#""from": "today", "to": "today+2d""#, "it has 3 days; at least 5 are needed"),
      (#""from": "today", "to": "today+2m""#, "it has 60 days; the limit is 30"),
    ])
  func beginnings(_ days: String, _ sentence: String) {
    let found = mistakes(
      cell:
        #"{ "id": "r", "type": "date-range", "label": "R", "minimumDays": 5, "maximumDays": 30, "value": { \#(days) } }"#
    )
    #expect(found == ["refused-default .value: the cell would refuse this value: \(sentence)"])
  }

  @Test("days that are right from today on are taken")
  func right() {
    let cell = #"{ "id": "r", "type": "date-range", "label": "R", "value": { "from": "today", "to": "today+6d" } }"#
    #expect(mistakes(cell: cell) == [])
  }
}
