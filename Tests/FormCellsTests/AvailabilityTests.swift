import FormCells
import Support
import Testing

@Suite("When a form can be sent, and how many times")
struct AvailabilityTests {
  private static let sections = #""sections": [{ "cells": [{ "id": "a", "type": "text", "label": "A" }] }]"#

  private func availability(_ keys: String) throws -> Availability {
    try decode(#"{ "title": "T", \#(keys), \#(Self.sections) }"#).availability
  }

  /// Seconds since 1970 of a time in UTC, written as `YYYY-MM-DDTHH:MM:SSZ`.
  private func seconds(_ text: String) throws -> Int {
    let minutes = try #require(LocalDateTime(parsing: String(text.prefix(16)))?.minutes)
    return minutes * 60 + (try #require(Int(text.dropFirst(17).prefix(2))))
  }

  @Test(
    "opening and closing days and times are those of the form's time zone",
    arguments: [
      // Oslo is two hours ahead of UTC in June, one in January.
      ("2026-05-31T21:59:59Z", Availability.State.opens(.day(CalendarDate(parsing: "2026-06-01")!))),
      ("2026-05-31T22:00:00Z", .open), ("2026-06-30T14:59:59Z", .open),
      ("2026-06-30T15:00:00Z", .closed(.time(LocalDateTime(parsing: "2026-06-30T17:00")!))),
    ])
  func bounds(_ time: String, _ state: Availability.State) throws {
    let availability = try availability(#""opens": "2026-06-01", "closes": "2026-06-30T17:00""#)
    let now = try seconds(time)
    #expect(availability.state(at: now, begun: now, count: 0, in: try TimeZone(named: "Europe/Oslo")) == state)
  }

  @Test("a form that closes on a day stays open until the end of that day")
  func lastDay() throws {
    let availability = try availability(#""closes": "2026-06-30""#)
    for (time, isOpen) in [("2026-06-30T23:59:59Z", true), ("2026-07-01T00:00:00Z", false)] {
      let now = try seconds(time)
      #expect((availability.state(at: now, begun: now, count: 0, in: .utc) == .open) == isOpen)
    }
  }

  @Test(
    "a visitor who began before the closing time can send the form during the grace period",
    arguments: [
      ("", 30), (#", "grace": "PT2H""#, 120), (#", "grace": 5"#, 5), (#", "grace": 0"#, 0),
      (#", "grace": "P1D""#, 1440),
    ])
  func grace(_ keys: String, _ minutes: Int) throws {
    let availability = try availability(#""closes": "2026-06-30T17:00"\#(keys)"#)
    let end = try seconds("2026-06-30T17:00:00Z")
    func isOpen(_ now: Int, begun: Int) -> Bool {
      availability.state(at: now, begun: begun, count: 0, in: .utc) == .open
    }
    #expect(isOpen(end - 1, begun: end - 1))
    #expect(isOpen(end + 60 * minutes - 1, begun: end - 1) && !isOpen(end + 60 * minutes, begun: end - 1))
    #expect(!isOpen(end, begun: end))
  }

  @Test("when clocks change, a form opens at the earlier possible time and closes at the later one")
  func clocks() throws {
    let zone = try TimeZone(named: "Europe/Berlin")
    // The hour after 02:00 comes twice on this day: the form opens at the first 02:30 and closes at the second 02:45.
    let autumn = try availability(#""opens": "2026-10-25T02:30", "grace": 0, "closes": "2026-10-25T02:45""#)
    for (time, state) in [
      ("2026-10-25T00:29:59Z", false), ("2026-10-25T00:30:00Z", true), ("2026-10-25T01:44:59Z", true),
      ("2026-10-25T01:45:00Z", false),
    ] {
      let now = try seconds(time)
      #expect((autumn.state(at: now, begun: now, count: 0, in: zone) == .open) == state, "\(time)")
    }
    // There is no 02:30 on this day: the form closes at 03:00.
    let spring = try availability(#""closes": "2026-03-29T02:30""#)
    for (time, state) in [("2026-03-29T00:59:59Z", true), ("2026-03-29T01:00:00Z", false)] {
      let now = try seconds(time)
      #expect((spring.state(at: now, begun: now, count: 0, in: zone) == .open) == state, "\(time)")
    }
  }

  @Test("a form is full when its number of submissions reaches the limit")
  func limit() throws {
    let availability = try availability(#""limit": 3"#)
    #expect(availability.state(at: 0, begun: 0, count: 2, in: .utc) == .open)
    #expect(availability.state(at: 0, begun: 0, count: 3, in: .utc) == .full)
  }

  @Test(
    "a wrong opening, closing, grace period or limit is reported",
    arguments: [
      (#""opens": "tomorrow""#, "“tomorrow” is not a day or a time; write YYYY-MM-DD or YYYY-MM-DDTHH:MM"),
      (#""closes": "2026-02-30""#, "“2026-02-30” is not a day or a time"),
      (#""opens": "2026-06-01", "closes": "2026-05-31""#, "“opens” 2026-06-01 is not before “closes” 2026-05-31"),
      (#""opens": "2026-06-01T10:00", "closes": "2026-06-01T10:00""#, "is not before"),
      (#""grace": "PT5M""#, "“grace” has no effect without “closes”"),
      (#""closes": "2026-06-01", "grace": "half an hour""#, "such as “PT30M”"),
      (#""closes": "2026-06-01", "grace": "P30D""#, "at most 7 days"),
      (#""limit": 0"#, "a whole number from 1 to 1000000 is expected, not 0"),
    ])
  func mistakes(_ keys: String, _ part: String) {
    let found = FormCellsTests.mistakes(#"{ "title": "T", \#(keys), \#(Self.sections) }"#)
    #expect(found.count == 1 && found[0].contains(part), "\(found)")
  }

  @Test("a form can open and close on the same day")
  func oneDay() throws { _ = try availability(#""opens": "2026-06-01", "closes": "2026-06-01""#) }

  // MARK: Places

  private static let courses = """
    { "id": "course", "type": "radio-group", "label": "Course", "options": [
      { "value": "a", "label": "A", "places": 2 }, { "value": "b", "label": "B" }] }
    """

  @Test("a submission takes a place of each option that it chooses, in entries too")
  func taken() throws {
    let form = try decode(
      """
      { "title": "T", "limit": 9, "optionLists": { "days": [{ "value": "mo", "label": "Monday", "places": 5 }, "tu"] },
        "sections": [
          { "cells": [\(Self.courses), { "id": "days", "type": "checkbox-group", "label": "Days", "options": { "list": "days" } }] },
          { "container": "repeat", "id": "guests", "title": "Guests", "item": "Guest", "cells": [
            { "id": "day", "type": "select", "label": "Day", "options": { "list": "days" } }] }] }
      """)
    let quotas = try #require(Quotas(of: form))
    let monday = Quota(cell: "days", value: "mo")
    let guest = Quota(cell: "day", value: "mo")
    #expect(quotas.limits == [.form: 9, Quota(cell: "course", value: "a"): 2, monday: 5, guest: 5])
    let values: JSONValue = [
      "course": "a", "days": ["mo", "tu"], "guests": [["day": "mo"], ["day": "tu"], ["day": "mo"]],
    ]
    #expect(quotas.taken(by: values) == [.form: 1, Quota(cell: "course", value: "a"): 1, monday: 1, guest: 2])
    #expect(quotas.taken(by: ["course": ["other": "a"], "days": .null]) == [.form: 1])
    #expect(quotas.cells(of: [guest], in: values).map(\.cell.description) == ["guests[0].day", "guests[2].day"])
    #expect(Quota(named: monday.description) == monday && Quota(named: Quota.form.description) == .form)
    // Each cell counts its places separately.
    form.showFull(quotas.full([monday: 5, guest: 4]))
    #expect(form.cell("days")?.optionSource?.current.isFull(at: 0) == true)
    #expect(form.cell("day")?.optionSource?.current.isFull(at: 0) == false)
    form.showFull([])
    #expect(form.cell("days")?.optionSource?.current.isFull(at: 0) == false)
  }

  @Test("\"Select All\" leaves out full options; one chosen before stays")
  func selectAll() throws {
    let form = try form(
      """
      { "id": "days", "type": "list-picker", "label": "Days", "selection": "multiple", "options": [
        { "value": "mo", "label": "Monday", "places": 1 }, "tu", "we"] }
      """)
    let source = try #require(form.cells[0].optionSource)
    let before = Selection(values: ["mo"], in: source.current)
    form.showFull([Quota(cell: "days", value: "mo")])
    let table = source.current
    #expect(table.enabledCount(in: RowSet(0..<3)) == 2)
    var selection = Selection(in: table)
    selection.insert(0..<3)
    #expect(Array(selection.values) == ["tu", "we"] && selection.containsAll(RowSet(0..<3)))
    #expect(Array(before.rebased(onto: table).values) == ["mo"])
  }

  @Test("`places` is refused for a matrix, and must be at least 1")
  func noPlaces() {
    let matrix = FormCellsTests.mistakes(
      cell:
        #"{ "id": "m", "type": "matrix", "label": "M", "rows": [{ "id": "r", "label": "R" }], "options": [{ "value": "a", "label": "A", "places": 2 }, "b"] }"#
    )
    #expect(matrix.count == 1 && matrix[0].contains("has more than a label"), "\(matrix)")
    let zero = FormCellsTests.mistakes(
      cell:
        #"{ "id": "r", "type": "radio-group", "label": "R", "options": [{ "value": "a", "label": "A", "places": 0 }, "b"] }"#
    )
    #expect(zero.count == 1 && zero[0].contains("a whole number from 1"), "\(zero)")
  }
}
