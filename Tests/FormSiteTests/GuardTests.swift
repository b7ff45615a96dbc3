import HTTPCore
import Testing
@testable import FormSite
import FormCellsTesting
import FormCells
import FormController
import Support
import TestSupport

/// Posts of the sample form by browsers and other clients. Status 422 means that the post was accepted and read.
@Suite("Posts from other sites")
struct GuardTests {
  private let site: Site

  init() throws { site = try TestSite([SampleForms.trip]).site }

  private func status(_ fields: Fields, scheme: String = "http", host: String = "forms.example") async -> Status {
    var fields = fields
    if !fields.contains(.contentType) { fields.append(.contentType, "application/x-www-form-urlencoded") }
    return await site.respond(
      to: Request(
        method: .post, path: "/forms/trip", fields: fields, body: Array("_do=submit".utf8), scheme: scheme, host: host)
    ).status
  }

  @Test("Sec-Fetch-Site decides whether a post is accepted; without it, Origin decides")
  func own() async {
    #expect(await status([.secFetchSite: "same-origin"]) == .unprocessableContent)
    #expect(await status([.secFetchSite: "same-site"]) == .forbidden)
    #expect(await status([.origin: "http://forms.example"]) == .unprocessableContent)
    #expect(await status([.origin: "http://forms.example:80"]) == .unprocessableContent)
    #expect(await status([.origin: "http://other.example"]) == .forbidden)
    #expect(await status([:]) == .unprocessableContent)
  }

  @Test("an origin includes its scheme")
  func scheme() async {
    #expect(await status([.origin: "https://forms.example"]) == .forbidden)
    #expect(await status([.origin: "http://forms.example"], scheme: "https") == .forbidden)
    #expect(await status([.origin: "HTTPS://forms.example:443"], scheme: "https") == .unprocessableContent)
  }

  @Test("a repeated header that browsers send once is refused, even with equal values")
  func repeated() async {
    #expect(await status([.secFetchSite: "same-origin", .secFetchSite: "cross-site"]) == .forbidden)
    #expect(await status([.secFetchSite: "same-origin", .secFetchSite: "same-origin"]) == .forbidden)
    #expect(await status([.origin: "http://forms.example", .origin: "http://other.example"]) == .forbidden)
    #expect(await status([.secFetchSite: "same-origin", .origin: "null", .origin: "null"]) == .forbidden)
  }

  @Test("contradicting Content-Type fields are a bad request")
  func types() async {
    let form = "application/x-www-form-urlencoded"
    #expect(await status([.contentType: form, .contentType: "text/plain"]) == .badRequest)
    #expect(await status([.contentType: form, .contentType: form]) == .unprocessableContent)
  }
}

/// F10: a post does not change a locked cell, and the operator of the server is notified of the attempt.
@Suite("Locked cells")
struct LockedEntryTests {
  private static let form = """
    { "id": "order", "title": "Order", "sections": [{ "cells": [
      { "id": "name", "type": "text", "label": "Name" },
      { "id": "center", "type": "text", "label": "Center", "value": "CC-1", "readOnly": true },
      { "id": "old", "type": "text", "label": "Old", "value": "kept", "disabled": true },
      { "id": "rush", "type": "switch", "label": "Rush", "value": true, "disabled": true },
      { "id": "plant", "type": "list-picker", "label": "Plant", "value": "N", "readOnly": true, "options": ["N", "S"] },
      { "id": "amount", "type": "currency", "label": "Amount", "currency": "EUR", "readOnly": true,
        "value": { "amount": "1234.50", "currency": "EUR" } },
      { "id": "secret", "type": "password", "label": "Secret", "disabled": true },
      { "id": "done", "type": "switch", "label": "Done" },
      { "id": "why", "type": "text", "label": "Why", "readOnlyWhen": { "cell": "done", "equals": true } }
    ] }] }
    """

  /// The attempts that the site reported.
  private final class Log: Sendable {
    let entries = Lock<[ReadOnlyViolations]>([])
  }

  private func started() throws -> (TestSite, Log) {
    let log = Log()
    return (
      try TestSite([Self.form], onReadOnlyViolations: { entry in log.entries.withLock { $0.append(entry) } }), log
    )
  }

  @Test(
    "repeated values and changes that lock a cell are not reported as attempts")
  func honest() async throws {
    let (test, log) = try started()
    var visitor = Visitor(test.site)
    await visitor.open("/forms/order")
    visitor.type("Ada", into: "name")
    visitor.type("Typed before it was locked", into: "why")
    try visitor.set("Done")
    try await visitor.press("Update Done")
    visitor.type("Grace", into: "name")
    try await visitor.press("Submit")
    #expect(try test.submissions(of: "order").count == 1)
    #expect(log.entries.withLock { $0 } == [])
  }

  @Test("other values for locked cells are ignored, and reported once per request with form and cells")
  func attempts() async throws {
    let (test, log) = try started()
    var visitor = Visitor(test.site)
    let pairs = [
      ("name", "Ada"), ("center", "CC-2"), ("old", "forged"), ("rush", "off"), ("plant", "S"), ("amount", "1"),
      ("secret", "hunter2"),
    ]
    await visitor.post(FormData(pairs.map { .init(name: $0.0, value: $0.1) }), to: "/forms/order")
    let values = try #require(try test.submissions(of: "order").first?["values"])
    #expect(values["center"] == "CC-1")
    #expect(values["plant"] == "N")
    let reported = log.entries.withLock { $0 }
    #expect(reported.count == 1)
    #expect(reported.first?.form == "order")
    let cells = Set(reported.flatMap(\.cells))
    #expect(cells.isSuperset(of: ["center", "old", "rush", "amount", "secret"]), "\(cells)")
    for (_, value) in pairs.dropFirst() where value.count > 3 {
      #expect(reported.first?.description.contains(value) == false, "a value is never in the log")
    }
  }

  @Test("a log line names eight cells and counts the rest")
  func bounded() async throws {
    let cells = (0..<12).map { #"{ "id": "cell-\#($0)", "type": "text", "label": "L", "readOnly": true }"# }
    let log = Log()
    let test = try TestSite(
      [#"{ "id": "f", "title": "F", "sections": [{ "cells": [\#(cells.joined(separator: ","))] }] }"#],
      onReadOnlyViolations: { entry in log.entries.withLock { $0.append(entry) } })
    var visitor = Visitor(test.site)
    await visitor.post(FormData((0..<12).map { .init(name: "cell-\($0)", value: "x") }), to: "/forms/f")
    #expect(
      log.entries.withLock { $0.map(\.description) } == [
        "locked: form f: cell-0, cell-1, cell-2, cell-3, cell-4, cell-5, cell-6, cell-7 and 4 more: "
          + "another value was posted, and ignored"
      ])
  }
}
