import FormCellsTesting
import FormCells
import HTTPCore
import Support
import Synchronization
import TestSupport
import Testing

@testable import FormSite

/// FO7, F2, F9: nothing that a visitor entered is lost.
@Suite("Nothing is lost")
struct NothingLostTests {
  @Test("F9 a submit after a restart stores everything on the page, also pickers")
  func restartBeforeSubmit() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds required Train")
    try visitor.set("Flight", in: "All")
    try await visitor.press("Apply")

    let restarted = try test.restarted([SampleForms.trip])
    visitor = visitor.moved(to: restarted.site)
    try await visitor.press("Submit")
    let values = try #require(try test.submissions(of: "trip").first?["values"])
    #expect(values["purpose"] == "Lyon")
    #expect(values["kinds"] == ["train", "flight"])
  }

  @Test("cells that an answer makes visible are shown before the form is sent, but not to a program")
  func cellsAppear() async throws {
    let form = """
      { "id": "kind", "title": "Kind", "sections": [{ "cells": [
        { "id": "kind", "type": "radio-group", "label": "Kind", "options": ["x", "y"] },
        { "id": "more", "type": "text", "label": "More", "visibleWhen": { "cell": "kind", "equals": "x" } },
        { "id": "choice", "type": "radio-group", "label": "Choice", "options": ["p", "q"],
          "visibleWhen": { "cell": "more", "filled": true } }] }] }
      """
    let test = try TestSite([form])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/kind")
    try visitor.set("x")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "kind").isEmpty)
    #expect(visitor.place == "/forms/kind#more")
    #expect(
      visitor.page.notice == "Your answers added more questions. Answer them, then send the form again.")
    visitor.type("this", into: "more")
    try await visitor.press("Submit")
    #expect(visitor.place == "/forms/kind#choice")
    // No choice is an answer too.
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "kind").first?["values"] == ["kind": "x", "more": "this", "choice": nil])

    await visitor.post(FormData([.init(name: "kind", value: "x")]), to: "/forms/kind")
    #expect(visitor.path.contains("receipt="))
  }

  @Test("F9 a session lost while a selection view is open loses neither ticks nor entries")
  func restartInsideView() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds required Train")
    try visitor.set("Taxi", in: "All")
    visitor.type("fl", into: "_q")
    try await visitor.press("Search")
    try visitor.set("Flight")

    visitor.record()
    visitor.note("the server is started again: the session is gone")
    visitor = visitor.moved(to: try test.restarted([SampleForms.trip]).site)
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train, Taxi, Flight")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(visitor.page.notice?.hasPrefix("Your session ended.") == true)
    try visitor.verify("session-lost-in-a-view")
  }

  @Test("F2 of two tabs of one form, each keeps its entries, and values that a tab only repeats change nothing")
  func twoTabs() async throws {
    let test = try TestSite([SampleForms.trip])
    var first = Visitor(test.site)
    await first.open("/forms/trip")
    first.type("Lyon", into: "purpose")
    try await first.press("Class Select an option")
    var second = first
    await second.open("/forms/trip")
    second.type("4", into: "days")
    try await second.press("Kinds required Train")
    try second.set("Tram", in: "All")

    try first.set("First")
    try await first.press("Apply")
    #expect(first.page.element(id: "days")?["value"] == "4")
    try await second.press("Apply")
    #expect(second.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(second.page.element(id: "class_value")?.text == "First")
    #expect(second.page.element(id: "kinds_value")?.text == "Train, Tram")
  }

  @Test("F2 two tabs of one selection view both keep their ticks")
  func twoViews() async throws {
    let test = try TestSite([SampleForms.trip])
    var first = Visitor(test.site)
    await first.open("/forms/trip")
    try await first.press("Kinds required Train")
    var second = first
    try first.set("Taxi", in: "All")
    try await first.press("Show more", or: "Search")
    try second.set("Tram", in: "All")
    try await second.press("Apply")
    #expect(second.page.element(id: "kinds_value")?.text == "Train, Taxi, Tram")
  }

  @Test("a form that is sent twice is recorded once and shows the same receipt, also after a restart")
  func sentTwice() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    visitor.record()
    var again = visitor
    try await visitor.press("Submit")
    let receipt = visitor.path
    again.cookie = visitor.cookie
    again.note("the form has been sent from a tab with the same page")
    let copy = again
    try await again.press("Submit")
    #expect(again.path == receipt)
    try again.verify("sent-twice")
    var later = copy.moved(to: try test.restarted([SampleForms.trip]).site)
    try await later.press("Submit")
    #expect(later.path == receipt)
    #expect(try test.submissions(of: "trip").count == 1)
  }

  @Test("concurrent submits of one page are recorded once")
  func sentAtOnce() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    let tabs = [Visitor](repeating: visitor, count: 8)
    let receipts = try await withThrowingTaskGroup(of: String.self) { group in
      for tab in tabs {
        group.addTask {
          var tab = tab
          try await tab.press("Submit")
          return tab.path
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(receipts.count == 1)
    #expect(try test.submissions(of: "trip").count == 1)
  }

  @Test("a form that is changed and sent again from its old page is another submission")
  func changedAndSentAgain() async throws {
    let test = try TestSite([SampleForms.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    var back = visitor
    try await visitor.press("Submit")
    back.cookie = visitor.cookie
    back.type("Paris", into: "purpose")
    try await back.press("Submit")
    #expect(try test.submissions(of: "trip").count == 1, "first they hear that it was sent already")
    #expect(back.page.notice?.hasPrefix("You already sent this form (reference ") == true)
    #expect(back.page.element(id: "purpose")?["value"] == "Paris")
    try await back.press("Submit")
    #expect(try test.submissions(of: "trip").compactMap { $0["values"]?["purpose"] } == ["Lyon", "Paris"])
  }

  @Test("after a session expired, its page can still be continued")
  func idleSession() async throws {
    let test = try TestSite([SampleForms.trip], idle: 60)
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Class Select an option")
    test.pinned.advance(bySeconds: 61)
    try visitor.set("Second")
    try await visitor.press("Apply")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(visitor.page.element(id: "class_value")?.text == "Second")
  }

  @Test("if a form cannot be stored, the page says so, keeps the entries and can be sent again")
  func unwritable() async throws {
    let test = try TestSite([SampleForms.trip])
    let file = "\(test.data)/submissions/trip.jsonl"
    // A folder in the file's place: no user can write lines into it, not even root.
    try #require(TestFile.makeFolder(file))
    var visitor = Visitor(test.site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Submit")
    #expect(visitor.status == .serviceUnavailable)
    #expect(visitor.fields[.retryAfter] == "5")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(visitor.page.notice?.contains("could not be saved") == true)
    try #require(TestFile.removeFolder(file))
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "trip").count == 1)
  }
}

extension Visitor {
  /// The same page and cookie, at another server.
  func moved(to site: Site) -> Visitor {
    var copy = Visitor(site)
    copy.takeOver(self)
    return copy
  }

  mutating func press(_ name: String, or other: String) async throws {
    try await press(page.buttons(name).isEmpty ? other : name)
  }
}
