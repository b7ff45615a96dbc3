import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Whole exchanges, as in a browser without scripts.
@Suite("Exchanges with scripts off")
struct ExchangeTests {
  @Test("LP1 LP3 LV12 a visitor opens a form, fills it in, applies a picker and submits it")
  func wholeJourney() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    visitor.record()
    await visitor.open("/forms/trip")
    #expect(visitor.cookie == nil, "a GET never creates a session")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds required Train")
    try visitor.set("Flight", in: "All")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon", "what was typed came along")
    try await visitor.press("Submit")
    try visitor.verify("journey")

    let stored = try #require(try test.submissions(of: "trip").first)
    #expect(stored["form"] == "trip")
    #expect(stored["submittedAt"] == "2026-01-31T12:00:00.000Z")
    #expect(
      stored["values"] == [
        "purpose": "Lyon", "days": "", "kinds": ["train", "flight"], "class": nil, "speed": nil, "center": "CC-1",
      ])
    await visitor.open("/forms/trip")
    #expect(visitor.page.element(id: "purpose")?["value"] == "", "the next one starts afresh")
  }

  @Test("LP14 LP17 SE15 a form with problems is returned with 422 and a summary, and keeps its entries")
  func refusedSubmit() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.record()
    visitor.type("a purpose too long", into: "purpose")
    visitor.type("many", into: "days")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(try test.submissions(of: "trip").isEmpty)

    visitor.type("Lyon", into: "purpose")
    visitor.type("3", into: "days")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").count == 1)
    try visitor.verify("refused-submit")
  }

  @Test("Enter in a text field submits the form and does not press the first picker")
  func enterSubmits() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.pressEnter()
    #expect(visitor.path.contains("receipt="))
  }

  @Test("Enter in a selection view searches, and answers the discard question with Keep Editing")
  func enterSearches() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    visitor.record()
    await visitor.open("/forms/trip/cells/kinds")
    visitor.type("flig", into: "_q")
    try await visitor.pressEnter()
    #expect(visitor.place == "/forms/trip/cells/kinds#_results")
    try visitor.set("Flight")
    try await visitor.press("Close")
    #expect(!visitor.page.all("dialog") { $0["role"] == "alertdialog" }.isEmpty)
    try await visitor.pressEnter()
    #expect(visitor.page.all("dialog") { $0["role"] == "alertdialog" }.isEmpty)
    try visitor.verify("enter-in-a-view")
  }

  @Test("LV5 LV17 Close asks only if something changed, and keeps the applied value")
  func closing() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    try await visitor.press("Kinds required Train")
    visitor.record()
    try await visitor.press("Close")
    #expect(visitor.place == "/forms/trip#kinds", "nothing changed: no question")

    try await visitor.press("Kinds required Train")
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Close")
    try await visitor.press("Keep Editing")
    try await visitor.press("Close")
    try await visitor.press("Discard Changes")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train")
    try visitor.verify("close-and-discard")
  }

  @Test("a reload shows ticks that were not applied; a GET of a new view creates no session")
  func reload() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip/cells/kinds")
    #expect(visitor.status == .ok)
    #expect(visitor.cookie == nil)
    try visitor.set("Taxi", in: "All")
    visitor.type("t", into: "_q")
    try await visitor.press("Search")
    await visitor.open("/forms/trip/cells/kinds")
    #expect(visitor.page.all("input") { $0["value"] == "taxi" }.allSatisfy { $0["checked"] != nil })
    #expect(visitor.page.element(id: "_q")?["value"] == "t")
  }

  @Test("LV3 LV29 LV31 LV39 C22 Select All selects the matches and shows their number; Deselect All clears all")
  func selectAll() async throws {
    let test = try TestSite([SampleForms.long(120)])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/long/cells/pick")
    visitor.type("option 1", into: "_q")
    try await visitor.press("Search")
    // Every label with a 1 in its number; a search ignores accents and case.
    #expect(visitor.page.element(id: "_results")?.text == "39 results")
    try await visitor.press("Select All (39)")
    #expect(visitor.page.buttons("Deselect All").count == 1)
    visitor.type("", into: "_q")
    try await visitor.press("Search")
    #expect(visitor.page.element(id: "_selected")?.text == "Selected")
    try visitor.set("Öption 1", to: false, in: "Selected")
    try await visitor.press("Apply")
    #expect(
      visitor.page.element(id: "pick_value")?.text
        == "Öption 10, Öption 11, Öption 12, Öption 13, Öption 14, and 33 more")
    try await visitor.press(beginning: "Pick")
    try await visitor.press("Deselect All")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "pick_value")?.text == "Select an option")
  }

  @Test("LV4 rows are shown fifty at a time, and ticks in rows that are not shown are kept")
  func showMore() async throws {
    let test = try TestSite([SampleForms.long(120)])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/long/cells/pick")
    #expect(visitor.page.all("input") { $0["name"] == "_pick" }.count == 50)
    try visitor.set("Öption 7")
    try await visitor.press("Show more")
    #expect(visitor.path.hasSuffix("#_r50"))
    #expect(visitor.page.all("input") { $0["name"] == "_pick" }.count == 100)
    try visitor.set("Öption 99")
    visitor.type("115", into: "_q")
    try await visitor.press("Search")
    try visitor.set("Öption 115")
    try await visitor.press("Apply")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "long").first?["values"]?["pick"] == ["v7", "v99", "v115"])
  }

  @Test("LV6 Reset restores the definition's default, not the last applied value")
  func reset() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip/cells/kinds")
    try visitor.set("Train", to: false, in: "All")
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Taxi")
    try await visitor.press(beginning: "Kinds")
    try await visitor.press("Reset")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train")
  }

  @Test("LV18 C21 a single choice is a radio button with Apply, and the None row clears it")
  func single() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip/cells/class")
    visitor.record()
    try visitor.set("Second")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "class_value")?.text == "Second")
    try await visitor.press("Class Second")
    try visitor.set("None")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "class_value")?.text == "Select an option")
    try visitor.verify("single-choice-taken-back")
  }

  @Test("LV13 without Apply, choosing an option commits it and returns, even if it is the current one")
  func immediate() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip/cells/speed")
    visitor.record()
    #expect(visitor.page.buttons("Apply").isEmpty)
    try await visitor.press("Fast")
    try await visitor.press("Speed Fast")
    try await visitor.press("Fast")
    #expect(visitor.page.element(id: "speed_value")?.text == "Fast")
    try visitor.verify("choice-without-apply")
  }

  @Test("Apply with too many values returns 422 with the view and a message")
  func refusedApply() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip/cells/kinds")
    visitor.record()
    try await visitor.press("Select All")
    try await visitor.press("Apply")
    #expect(visitor.status == .unprocessableContent)
    try visitor.set("Taxi", to: false, in: "All")
    try await visitor.press("Apply")
    #expect(visitor.place == "/forms/trip#kinds")
    try visitor.verify("refused-apply")
  }

  @Test("TI45 TI50 values posted for read-only and disabled cells are ignored")
  func unchangeable() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    let submit = try #require(visitor.page.buttons("Submit").first)
    var body = visitor.body(with: submit)
    body = FormData(body.pairs.filter { $0.name != "center" })
    body.append("center", "CC-666")
    body.append("old", "forged")
    await visitor.post(body, to: "/forms/trip")
    let values = try #require(try test.submissions(of: "trip").first?["values"])
    #expect(values["center"] == "CC-1")
    #expect(values["old"] == nil)
  }

  @Test("a disabled option is not accepted from a forged post")
  func disabledOption() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip/cells/kinds")
    let apply = try #require(visitor.page.buttons("Apply").first)
    var body = visitor.body(with: apply)
    body.append("_pick", "bus")
    await visitor.post(body, to: "/forms/trip/cells/kinds")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train")
  }
}
