import FormCells
import FormCellsTesting
import FormController
import HTTPCore
import Support
import Testing

@testable import FormSite

extension HTMLPage {
  /// All text of the page.
  fileprivate var text: String { all("body").first?.text ?? "" }
}

@Suite("Forms that open, close and fill up")
struct AvailabilityPageTests {
  private static func definition(_ keys: String) -> String {
    """
    { "id": "course", "title": "Course", "timeZone": "UTC", \(keys)
      "sections": [{ "cells": [
        { "id": "name", "type": "text", "label": "Name", "required": true },
        { "id": "day", "type": "radio-group", "label": "Day", "options": [
          { "value": "mo", "label": "Monday", "places": 2 }, { "value": "tu", "label": "Tuesday" }] }] }] }
    """
  }

  private static let trip = SampleForms.trip

  private func send(_ name: String, _ day: String? = nil, to test: TestSite) async throws -> Visitor {
    var visitor = Visitor(test.site)
    await visitor.open("/forms/course")
    visitor.type(name, into: "name")
    if let day { try visitor.set(day, in: "Day") }
    try await visitor.press("Submit")
    return visitor
  }

  /// The clock is at 2026-01-31T12:00:00Z.
  @Test("before a form opens, its page and the answer to a program say when it opens")
  func opens() async throws {
    let test = try TestSite([Self.definition(#""opens": "2026-01-31T12:01","#), Self.trip])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/course")
    #expect(visitor.status == .forbidden && visitor.page.title == "Not Open Yet – Course")
    #expect(visitor.page.text.contains("This form can be filled in from January 31, 2026, 12:01\u{202F}PM UTC."))
    #expect(visitor.page.all("input").isEmpty)
    await visitor.open("/")
    #expect(visitor.page.text.contains("This form can be filled in from"))
    var request = Request(method: .post, path: "/forms/course", host: "test")
    request.fields[.contentType] = "application/json"
    request.body = Array(#"{"values": {"name": "Ada"}}"#.utf8)
    let refused = await test.site.respond(to: request)
    #expect(refused.status == .forbidden)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("can be filled in from"))
    test.pinned.advance(bySeconds: 60)
    await visitor.open("/forms/course")
    #expect(visitor.status == .ok)
    #expect(await test.site.respond(to: request).status == .created)
  }

  @Test("a draft begun in time can be sent during the grace time; after it, the page keeps the answers")
  func closes() async throws {
    let test = try TestSite([Self.definition(#""closes": "2026-01-31T12:10", "grace": 5,"#)])
    var early = Visitor(test.site)
    await early.open("/forms/course")
    #expect(early.page.text.contains("Open until January 31, 2026, 12:10\u{202F}PM UTC."))
    early.type("Ada", into: "name")
    try await early.save()
    var slow = early
    slow.cookie = nil
    await slow.open("/forms/course")
    slow.type("Ben", into: "name")
    test.pinned.advance(bySeconds: 11 * 60)
    try await early.press("Submit")
    #expect(early.path.contains("receipt="))
    // The session is gone, but the page proves that it was begun in time. Then the grace time ends.
    var page = slow
    var again = slow
    try await page.press("Submit")
    #expect(page.path.contains("receipt="))
    test.pinned.advance(bySeconds: 5 * 60)
    // The same page arrives again because its answer was lost.
    try await again.press("Submit")
    #expect(again.path == page.path)
    slow.cookie = nil
    slow.type("Bert", into: "name")
    try await slow.press("Submit")
    #expect(slow.status == .forbidden && slow.page.title == "Closed – Course")
    #expect(slow.page.text.contains("This form could be filled in until January 31, 2026, 12:10\u{202F}PM UTC."))
    #expect(slow.page.text.contains("Your answers were not sent.") && slow.page.text.contains("Bert"))
    // The answers are kept.
    await slow.open("/forms/course")
    #expect(slow.status == .forbidden && slow.page.text.contains("Bert"))
    #expect(try test.submissions(of: "course").count == 2)
    // The receipt of a sent form can still be opened.
    await early.open(early.path)
    #expect(early.status == .ok)
    var late = Visitor(test.site)
    await late.open("/forms/course")
    #expect(late.status == .forbidden && !late.page.text.contains("Your answers"))
    await late.open("/forms/course/cells/day")
    #expect(late.status == .forbidden || late.status == .notFound)
  }

  @Test("packing a session keeps the time at which a draft was begun")
  func packedBeginning() async throws {
    let test = try TestSite([Self.trip])
    let form = try #require(test.site.snapshot.form("trip"))
    var session = Session()
    var draft = Session.Draft(FormState(form: form, id: Token((1, 0))), changedAt: 5000)
    draft.begunAt = Timestamp(seconds: 4000)
    session[draft.formState.id] = draft
    let packed = session.packed()
    let read = try Session(unpacking: packed.bytes, packed.tables, in: test.site.snapshot)
    #expect(read.drafts.map(\.begunAt) == [Timestamp(seconds: 4000)] && read.drafts.map(\.changedAt) == [5000])
  }

  @Test("an option without places left is shown as full; a visitor who had chosen it must choose again")
  func places() async throws {
    let test = try TestSite([Self.definition("")])
    var late = Visitor(test.site)
    await late.open("/forms/course")
    late.type("Eve", into: "name")
    try late.set("Monday", in: "Day")
    #expect(try await send("Ada", "Monday", to: test).path.contains("receipt="))
    #expect(try await send("Ben", "Monday", to: test).path.contains("receipt="))
    try await late.press("Submit")
    #expect(late.status == .unprocessableContent)
    #expect(late.summary == ["#day Day: Not enough places left: Monday. Select another option."])
    let radio = try #require(late.page.all("input") { $0["value"] == "mo" }.first)
    #expect(radio["checked"] != nil && radio["disabled"] == nil)
    try late.set("Tuesday", in: "Day")
    try await late.press("Submit")
    #expect(late.path.contains("receipt="))
    var next = Visitor(test.site)
    await next.open("/forms/course")
    let full = try #require(next.page.all("input") { $0["value"] == "mo" }.first)
    #expect(full["disabled"] != nil && next.page.text.contains("Full"))
    let values = try test.submissions(of: "course").map { $0["values"]?["day"] }
    #expect(values == ["mo", "mo", "tu"])
    // A place that becomes free is offered again.
    let id = try #require(try test.submissions(of: "course").first?["id"])
    guard case .string(let text) = id else { return }
    let files = try #require(test.site.submissions as? SubmissionFiles)
    _ = try await files.erase([text], in: "course", by: "test")
    await next.open("/forms/course")
    #expect(next.page.all("input") { $0["value"] == "mo" }.first?["disabled"] == nil)
  }

  @Test("no more submissions than the limit are recorded, however many are sent at once")
  func limit() async throws {
    let test = try TestSite([Self.definition(#""limit": 3,"#)])
    let statuses = await withTaskGroup(of: Status.self) { group in
      for number in 0..<200 {
        group.addTask {
          var request = Request(method: .post, path: "/forms/course", host: "test")
          request.fields[.contentType] = "application/json"
          request.body = Array(#"{"values": {"name": "Visitor \#(number)"}}"#.utf8)
          return await test.site.respond(to: request).status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == .created } == 3 && statuses.count { $0 == .forbidden } == 197)
    #expect(try test.submissions(of: "course").count == 3)
    var visitor = Visitor(test.site)
    await visitor.open("/forms/course")
    #expect(visitor.status == .forbidden && visitor.page.title == "Full – Course")
    // After a restart the submissions are counted again.
    let next = try test.restarted([Self.definition(#""limit": 3,"#)])
    var request = Request(method: .post, path: "/forms/course", host: "test")
    request.fields[.contentType] = "application/json"
    request.body = Array(#"{"values": {"name": "Late"}}"#.utf8)
    #expect(await next.site.respond(to: request).status == .forbidden)
    #expect(try next.submissions(of: "course").count == 3)
  }

  @Test("if a form fills up while a visitor fills it in, the page keeps the answers")
  func lastOne() async throws {
    let test = try TestSite([Self.definition(#""limit": 1,"#)])
    var visitor = Visitor(test.site)
    await visitor.open("/forms/course")
    visitor.type("Eve", into: "name")
    #expect(try await send("Ada", to: test).path.contains("receipt="))
    try await visitor.press("Submit")
    #expect(visitor.status == .forbidden && visitor.page.title == "Full – Course")
    #expect(visitor.page.text.contains("Eve") && visitor.page.text.contains("Your answers were not sent."))
  }

  @Test("a correction takes the places of the submission that it replaces")
  func correction() throws {
    let form = try FormDefinition.decode(
      bytes: Array(Self.definition(#""limit": 1,"#).utf8), path: "course.json", directory: "")
    let quotas = try #require(Quotas(of: form))
    let (first, second, third) = (Token((1, 0)), Token((2, 0)), Token((3, 0)))
    let monday = Quota(cell: "day", value: "mo")
    var tally = QuotaTally(quotas)
    tally.add([.form: 1, monday: 1], of: first, replacing: nil)
    #expect(tally.exhausted(by: [.form: 1], replacing: nil) == [.form])
    #expect(tally.exhausted(by: [.form: 1, monday: 1], replacing: first).isEmpty)
    tally.add([.form: 1], of: second, replacing: first)
    #expect(tally.totals[monday] == 0 && tally.totals[.form] == 1)
    tally.remove(second)
    #expect(tally.exhausted(by: [.form: 1], replacing: nil).isEmpty)
    tally.add([.form: 1], of: third, replacing: nil)
    tally.add([.form: 1], of: third, replacing: nil)
    #expect(tally.totals[.form] == 1)
  }

  @Test("a form with limits is refused if the host's sink does not count submissions")
  func hostSink() throws {
    struct Nowhere: SubmissionSink { func store(_ submission: SubmissionRecord) async throws {} }
    let form = try FormDefinition.decode(bytes: Array(Self.definition("").utf8), path: "course.json", directory: "")
    #expect(throws: Diagnostic.self) {
      try Site(
        forms: [form], pages: TestSite.pages.get().0, publicDirectory: TestSite.root + "/Public", submissions: Nowhere()
      )
    }
  }
}
