import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

/// Notices and Undo (LP15, FO6, F13), without scripts.
@Suite("Notices and Undo")
struct UndoTests {
  private func opened(_ path: String = "/forms/trip") async throws -> (TestSite, Visitor) {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open(path)
    return (test, visitor)
  }

  @Test("LP15 FO6 F13 a status line reports Apply, and Undo restores the former value and keeps other entries")
  func afterApply() async throws {
    var (test, visitor) = try await opened("/forms/trip/cells/kinds")
    visitor.record()
    try visitor.set("Flight", in: "All")
    try await visitor.press("Apply")
    await visitor.open("/forms/trip")
    #expect(visitor.page.buttons("Undo").count == 1, "reload still offers it")

    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Undo")
    await visitor.open("/forms/trip")
    try visitor.verify("undo-after-apply")
    #expect(visitor.page.notice == nil, "said once")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").first?["values"]?["kinds"] == ["train"])
  }

  @Test("F13 Undo reverts a choice that was committed at once")
  func afterChoosing() async throws {
    var (_, visitor) = try await opened("/forms/trip/cells/speed")
    try await visitor.press("Fast")
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "speed_value")?.text == "Select an option")
  }

  @Test("F13 Undo reverts Reset and Deselect All in the view")
  func insideView() async throws {
    var (_, visitor) = try await opened("/forms/trip/cells/kinds")
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Reset")
    #expect(visitor.page.notice == "The selection was reset.")
    try await visitor.press("Undo")
    #expect(visitor.place == "/forms/trip/cells/kinds")
    #expect(visitor.page.chosen == ["train", "taxi"])

    try await visitor.press("Deselect All")
    #expect(visitor.page.notice == "The selection was cleared.")
    #expect(visitor.page.chosen.isEmpty)
    try await visitor.press("Undo")
    #expect(visitor.page.chosen == ["train", "taxi"])
  }

  @Test("F13 Undo of Discard Changes opens the view with its ticks")
  func afterDiscard() async throws {
    var (_, visitor) = try await opened("/forms/trip/cells/kinds")
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Close")
    visitor.record()
    try await visitor.press("Discard Changes")
    try await visitor.press("Undo")
    try visitor.verify("undo-after-discard")
    #expect(visitor.page.chosen == ["train", "taxi"])
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train, Taxi")
  }

  @Test("only the last change can be undone, and after a submit none can")
  func oneStep() async throws {
    var (_, visitor) = try await opened("/forms/trip/cells/speed")
    try await visitor.press("Fast")
    try await visitor.press("Class Select an option")
    try visitor.set("Second")
    try await visitor.press("Apply")
    #expect(visitor.page.notice == "Class: changes applied.")
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "class_value")?.text == "Select an option")
    #expect(visitor.page.element(id: "speed_value")?.text == "Fast")
    try await visitor.press("Speed Fast")
    try await visitor.press("Slow")
    try await visitor.press("Submit")
    #expect(visitor.status == .unprocessableContent)
    #expect(visitor.page.buttons("Undo").isEmpty)
  }

  @Test("leaving a view unchanged, or applying the same values, offers no Undo")
  func nothingChanged() async throws {
    var (_, visitor) = try await opened("/forms/trip/cells/kinds")
    try await visitor.press("Apply")
    #expect(visitor.page.notice == nil)
    try await visitor.press("Kinds required Train")
    try await visitor.press("Close")
    #expect(visitor.page.notice == nil)
  }

  @Test("F9 F13 Undo works after the session is lost, because the page contains the step")
  func afterRestart() async throws {
    var (test, visitor) = try await opened("/forms/trip/cells/kinds")
    try visitor.set("Flight", in: "All")
    try await visitor.press("Apply")
    visitor = visitor.moved(to: try test.restarted([SampleForms.trip]).site)
    try await visitor.press("Undo")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train")
    #expect(visitor.page.notice?.hasPrefix("Your session ended.") == true)

    try await visitor.press("Kinds required Train")
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Reset")
    visitor = visitor.moved(to: try test.restarted([SampleForms.trip]).site)
    try await visitor.press("Undo")
    #expect(visitor.page.chosen == ["train", "taxi"])
  }

  @Test("F2 Undo on an old page does not revert what another tab has changed since")
  func staleTab() async throws {
    var (_, first) = try await opened("/forms/trip/cells/speed")
    try await first.press("Fast")
    var second = first
    try await second.press("Speed Fast")
    try await second.press("Slow")
    try await first.press("Undo")
    #expect(first.page.element(id: "speed_value")?.text == "Slow")
  }

  @Test("a forged step changes nothing", arguments: ["", "applied", "applied,none,v", "applied,kinds,x", "up,kinds,v"])
  func forged(_ hiddenFieldValue: String) async throws {
    var (_, visitor) = try await opened()
    var form = visitor.body(with: try #require(visitor.page.buttons("Submit").first))
    form = FormData(form.pairs.filter { $0.name != "_do" })
    form.append("_undo", hiddenFieldValue)
    form.append("_do", "undo")
    await visitor.post(form, to: "/forms/trip")
    #expect(visitor.status == .ok)
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train")
  }
}

extension HTMLPage {
  /// The values of the ticked rows in the lists of all values, in page order.
  var chosen: [String] {
    all("input") { $0["name"] == "_pick" && $0["checked"] != nil }.compactMap { $0["value"] }
  }
}
