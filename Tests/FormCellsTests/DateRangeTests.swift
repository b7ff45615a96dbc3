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

@Suite("Days that are counted from today") struct DefaultDayTests {
  @Test(
    "what is right on some days only is taken: months and years differ in their lengths",
    arguments: [
      (#""minimum": "today+1m""#, "today+28d", "today+27d"), (#""maximum": "today+1m""#, "today+31d", "today+32d"),
      (#""maximum": "today+1y""#, "today+366d", "today+367d"), (#""minimum": "today+1y""#, "today+365d", "today+364d"),
      (#""maximum": "today+2m""#, "today+62d", "today+63d"), (#""minimum": "today+2m""#, "today+59d", "today+58d"),
      (#""maximum": "today-1m""#, "today-28d", "today-27d"), (#""minimum": "today-1m""#, "today-31d", "today-32d"),
    ])
  func someDays(bound: String, taken: String, refused: String) {
    let other = bound.contains("minimum") ? "maximum" : "minimum"
    for (day, count) in [(taken, 0), (refused, 1)] {
      let cells = [
        #""type": "date", "value": "\#(day)""#, #""type": "date", "\#(other)": "\#(day)""#,
        #""type": "date-range", "value": { "from": "\#(day)", "to": "\#(day)" }"#,
        #""type": "date-range", "\#(other)": "\#(day)""#,
      ]
      for keys in cells {
        #expect(mistakes(cell: #"{ "id": "d", "label": "D", \#(bound), \#(keys) }"#).count == count, "\(keys)")
      }
    }
  }

  @Test(
    "so is what has enough days, or few enough, from some days on",
    arguments: [
      (#""value": { "from": "today", "to": "today+1m" }, "maximumDays""#, 29, 28),
      (#""value": { "from": "today", "to": "today+1m" }, "minimumDays""#, 32, 33),
      (#""minimum": "today", "maximum": "today+1m", "minimumDays""#, 32, 33),
    ])
  func counts(keys: String, taken: Int, refused: Int) {
    for (days, count) in [(taken, 0), (refused, 1)] {
      let cell = #"{ "id": "r", "type": "date-range", "label": "R", \#(keys): \#(days) }"#
      #expect(mistakes(cell: cell).count == count, "\(days)")
    }
  }
}
