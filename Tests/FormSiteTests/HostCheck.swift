import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing
@testable import FormSite

/// A host's check that records its calls and answers as the test says.
final class HostCheck: Sendable {
  struct Call: Sendable {
    let values: JSONValue
    let context: SubmissionCheckContext
  }

  private let state = Lock<(calls: [Call], messages: [CellID: String])>(([], [:]))
  let latch: Latch?

  init(_ messages: [CellID: String] = [:], latch: Latch? = nil) {
    self.latch = latch
    say(messages)
  }

  var calls: [Call] { state.withLock { $0.calls } }

  func say(_ messages: [CellID: String]) { state.withLock { $0.messages = messages } }

  var asked: SubmissionCheck {
    { values, context in
      self.state.withLock { $0.calls.append(Call(values: values, context: context)) }
      await self.latch?.pass()
      return self.state.withLock { $0.messages }
    }
  }
}

/// Holds tasks until it is opened, even if they are cancelled.
actor Latch {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if isOpen { return }
    for arrival in arrivals { arrival.resume() }
    arrivals = []
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns once a task is waiting.
  func arrival() async {
    if waiting.isEmpty { await withCheckedContinuation { arrivals.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

enum CheckedForms {
  static let account = """
    { "id": "account", "title": { "en": "Account", "de": "Konto" }, "sections": [{ "cells": [
      { "id": "email", "type": "text", "label": { "en": "E-mail", "de": "E-Mail" }, "required": true },
      { "id": "name", "type": "text", "label": { "en": "Name", "de": "Name" } },
      { "id": "more", "type": "switch", "label": { "en": "More", "de": "Mehr" } },
      { "id": "company", "type": "text", "label": { "en": "Company", "de": "Firma" },
        "visibleWhen": { "cell": "more", "equals": true } },
      { "id": "secret", "type": "password", "label": { "en": "Secret", "de": "Kennwort" } } ] }] }
    """

  static let steps = """
    { "id": "steps", "title": "Steps", "review": true, "sections": [
      { "title": "Who", "container": "step", "cells": [{ "id": "email", "type": "text", "label": "E-mail" }] },
      { "title": "What", "container": "step", "cells": [{ "id": "note", "type": "text", "label": "Note" }] } ] }
    """

  static let kinds = #"""
    { "id": "kinds", "title": "Kinds", "sections": [
      { "cells": [
        { "id": "words", "type": "content", "text": "Words" },
        { "id": "text", "type": "text", "label": "Text" },
        { "id": "locked", "type": "text", "label": "Locked", "value": "1", "readOnly": true },
        { "id": "off", "type": "text", "label": "Off", "disabled": true },
        { "id": "sum", "type": "number", "label": "Sum", "calculate": "1 + 1" },
        { "id": "day", "type": "date", "label": "Day" },
        { "id": "range", "type": "date-range", "label": "Range" },
        { "id": "one", "type": "radio-group", "label": "One", "options": ["A", "B"] },
        { "id": "many", "type": "list-picker", "label": "Many", "selection": "multiple", "options": ["A", "B"] },
        { "id": "order", "type": "order-picker", "label": "Order", "criteria": [{ "id": "a", "label": "A" }] },
        { "id": "grid", "type": "matrix", "label": "Grid", "rows": [{ "id": "x", "label": "X" }], "options": ["A", "B"] },
        { "id": "switch", "type": "switch", "label": "Switch" } ] },
      { "title": "Inner", "container": "modal", "cells": [{ "id": "inside", "type": "text", "label": "Inside" }] },
      { "id": "rows", "title": "Rows", "container": "repeat", "item": "Row", "summary": ["cell"],
        "visibleWhen": { "cell": "switch", "equals": true },
        "cells": [{ "id": "cell", "type": "text", "label": "Cell" }] } ] }
    """#

  static let expenses = """
    { "id": "expenses-report", "title": "Report", "sections": [
      { "id": "expenses", "title": "Expenses", "container": "repeat", "item": "Expense", "summary": ["what"], "cells": [
        { "id": "what", "type": "text", "label": "What", "required": true },
        { "id": "amount", "type": "number", "label": "Amount", "decimals": 2 } ] } ] }
    """
}

extension Failures {
  var texts: [String] { all.map { "\($0)" } }
}

extension Visitor {
  /// The message at a cell; `nil` if there is none.
  func message(at cell: String) -> String? { page.element(id: "\(cell)_error")?.text }

  /// Adds an expense on the form's page.
  mutating func add(expense what: String) async throws {
    try await press("Add Expense")
    let field = try #require(page.all("input") { $0["name"]?.hasSuffix("_what") == true }.first?["name"])
    type(what, into: field)
    try await press("Apply")
  }

  /// The lines of the error summary: the target of each link and its text.
  var summary: [String] {
    page.all("section") { $0["id"] == "_problems" }.isEmpty
      ? []
      : page.all("li") { item in item.ancestors.contains { page.elements[$0]["id"] == "_problems" } }.map { item in
        let link = item.children.compactMap { child in
          if case .element(let position) = child { page.elements[position]["href"] } else { nil }
        }.first
        return [link, item.text].compactMap(\.self).joined(separator: " ")
      }
  }
}

extension TestSite {
  /// A site with one form that the host checks.
  convenience init(_ form: String, _ check: HostCheck) throws { try self.init([form], check: check.asked) }

  /// A visitor who has entered an e-mail address into the account form.
  func account(email: String = "ada@example.org") async -> Visitor {
    var visitor = Visitor(site)
    await visitor.open("/forms/account")
    visitor.type(email, into: "email")
    return visitor
  }

  /// The site's answer to a program that sends JSON.
  func send(_ json: String, to form: String, key: String? = nil) async throws -> (status: Status, answer: JSONValue) {
    var request = Request(method: .post, path: "/forms/\(form)", host: "test")
    request.fields[.contentType] = "application/json"
    if let key { request.fields[FieldName("Idempotency-Key")] = key }
    request.body = Array(json.utf8)
    let response = await site.respond(to: request)
    return (response.status, try JSONReader.document(response.body).value)
  }
}
