import FormCellsTesting
import FormCells
import HTTPCore
import Support
import TestSupport
import Testing
@testable import FormSite

/// A host's check that remembers what it was asked, and answers as a test says.
private final class HostCheck: Sendable {
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

/// Holds tasks, whether they are cancelled or not, until it is opened.
private actor Latch {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if isOpen { return }
    for arrival in arrivals { arrival.resume() }
    arrivals = []
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns once a task waits.
  func arrival() async {
    if waiting.isEmpty { await withCheckedContinuation { arrivals.append($0) } }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Forms that a host checks.
private enum CheckedForms {
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

  static let expenses = """
    { "id": "expenses-report", "title": "Report", "sections": [
      { "id": "expenses", "title": "Expenses", "container": "repeat", "item": "Expense", "summary": ["what"], "cells": [
        { "id": "what", "type": "text", "label": "What", "required": true },
        { "id": "amount", "type": "number", "label": "Amount", "decimals": 2 } ] } ] }
    """
}

extension Failures {
  fileprivate var texts: [String] { all.map { "\($0)" } }
}

extension Visitor {
  /// The message at a cell; nil: none stands there.
  fileprivate func message(at cell: String) -> String? { page.element(id: "\(cell)_error")?.text }

  /// The lines of the error summary: where each leads, and what it says.
  fileprivate var summary: [String] {
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

@Suite("A host's check of submissions")
struct SubmissionCheckTests {
  private func site(_ form: String, _ check: HostCheck) throws -> TestSite {
    try TestSite([form], check: check.asked)
  }

  private func account(_ test: TestSite, email: String = "ada@example.org") async -> Visitor {
    var visitor = Visitor(test.site)
    await visitor.open("/forms/account")
    visitor.type(email, into: "email")
    return visitor
  }

  private func send(_ json: String, to form: String, at site: Site, key: String? = nil) async throws
    -> (Status, JSONValue)
  {
    var request = Request(method: .post, path: "/forms/\(form)", host: "test")
    request.fields[.contentType] = "application/json"
    if let key { request.fields[FieldName("Idempotency-Key")] = key }
    request.body = Array(json.utf8)
    let response = await site.respond(to: request)
    return (response.status, try JSONReader.document(response.body).value)
  }

  // MARK: Messages

  @Test("a message stands at its cell and in the summary, as the form's own, until the cell is changed")
  func message() async throws {
    let check = HostCheck(["email": "Already <b>registered</b>.\n Sign in."])
    let test = try site(CheckedForms.account, check)
    var ada = await account(test)
    ada.type("s3cret", into: "secret")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent)
    #expect(ada.message(at: "email")?.contains("Already <b>registered</b>. Sign in.") == true)
    #expect(ada.summary == ["#email E-mail: Already <b>registered</b>. Sign in."])
    #expect(ada.page.title.hasPrefix("Error"))
    #expect(try test.submissions(of: "account").isEmpty)
    // Nobody has asked again: it stands there, also where other cells are changed.
    ada.type("Ada", into: "name")
    try await ada.save()
    #expect(ada.message(at: "email") != nil && ada.summary.count == 1)
    ada.type("ben@example.org", into: "email")
    try await ada.save()
    #expect(ada.message(at: "email") == nil && ada.summary.isEmpty)
    check.say([:])
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
    let sent = try #require(try test.submissions(of: "account").first?["values"])
    #expect(sent["email"] == "ben@example.org" && sent["name"] == "Ada")
    #expect(check.calls.count == 2)
  }

  @Test("the check gets the values and who sent them; of a password only that there is one")
  func context() async throws {
    let check = HostCheck()
    let test = try site(CheckedForms.account, check)
    var ada = Visitor(test.site, as: VisitorContext(identity: "ada"))
    ada.acceptLanguage = "de"
    await ada.open("/forms/account")
    ada.type("ada@example.org", into: "email")
    ada.type("s3cret", into: "secret")
    try await ada.press("Absenden")
    let call = try #require(check.calls.first)
    #expect(
      call.values == ["email": "ada@example.org", "name": "", "more": false, "secret": true])
    let id = try #require(try test.submissions(of: "account").first?["id"])
    #expect(JSONValue.string(call.context.id) == id)
    #expect(call.context.form == "account" && call.context.visitor?.identity == "ada")
    #expect(
      !call.context.isOfProgram && call.context.language == "de"
        && call.context.version == test.site.snapshot.form("account")?.version)
  }

  @Test("what the form itself refuses is not asked about; the host's messages stay beside the form's own")
  func ownFirst() async throws {
    let check = HostCheck(["name": "Too short a name."])
    let test = try site(CheckedForms.account, check)
    var ada = await account(test, email: "")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && check.calls.isEmpty)
    ada.type("ada@example.org", into: "email")
    try await ada.press("Submit")
    #expect(ada.summary == ["#name Name: Too short a name."])
    ada.type("", into: "email")
    try await ada.press("Submit")
    #expect(ada.summary.count == 2 && ada.message(at: "name") != nil && check.calls.count == 1)
  }

  @Test("the same answers sent again are asked about again")
  func again() async throws {
    let check = HostCheck(["email": "Already registered."])
    let test = try site(CheckedForms.account, check)
    var ada = await account(test)
    try await ada.press("Submit")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && ada.message(at: "email") != nil && check.calls.count == 2)
    check.say(["email": " \n"])
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="), "a message without text is none")
  }

  @Test("messages without a place, or at a hidden cell, stand at the form and are told to the host")
  func withoutPlace() async throws {
    let failures = Failures()
    let check = HostCheck([
      .form: "Closed today.", "emial": "Unknown.", "company": "Hidden.", "expenses[0].what": "No entry.",
    ])
    let test = try TestSite([CheckedForms.account], check: check.asked, onFailure: { failures.add($0) })
    var ada = await account(test)
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent)
    #expect(ada.summary == ["Closed today.", "Hidden.", "Unknown.", "No entry."])
    #expect(
      failures.texts == [
        "check: form account: error: a message at “company”: it is hidden",
        "check: form account: error: a message at “emial”: the form has no cell “emial”; did you mean “email”?",
        "check: form account: error: a message at “expenses[0].what”: the form has no cell “expenses[0].what”",
      ])
    // About the form as a whole: any change takes them away.
    ada.type("Ada", into: "name")
    try await ada.save()
    #expect(ada.summary.isEmpty)
  }

  @Test("long messages are cut, and of many at the form the first ones stand")
  func limits() async throws {
    let failures = Failures()
    var messages: [CellID: String] = ["email": String(repeating: "é", count: 600)]
    for number in 100..<160 { messages[CellID("x\(number)")] = "Message \(number)." }
    let check = HostCheck(messages)
    let test = try TestSite([CheckedForms.account], check: check.asked, onFailure: { failures.add($0) })
    var ada = await account(test)
    try await ada.press("Submit")
    #expect(ada.message(at: "email")?.hasSuffix(String(repeating: "é", count: 499) + "…") == true)
    #expect(ada.summary.count == 51 && ada.summary.contains("Message 149.") && !ada.summary.contains("Message 150."))
    #expect(failures.texts.count == 70)
  }

  @Test("messages come with the session, wherever it lives")
  func remoteSession() async throws {
    let check = HostCheck(["email": "Already registered.", .form: "Closed today."])
    let test = try TestSite([CheckedForms.account], remoteSessions: DictionarySessions(), check: check.asked)
    var ada = await account(test)
    try await ada.press("Submit")
    await ada.open("/forms/account")
    #expect(ada.summary == ["Closed today.", "#email E-mail: Already registered."])
  }

  // MARK: Pages

  @Test("with steps and a review the check is asked at the end, and the page with the cell comes")
  func steps() async throws {
    let check = HostCheck(["email": "Already registered."])
    let test = try site(CheckedForms.steps, check)
    var ada = Visitor(test.site)
    await ada.open("/forms/steps")
    ada.type("ada@example.org", into: "email")
    try await ada.press("Continue")
    try await ada.press("Continue")
    #expect(check.calls.isEmpty && ada.place.contains("review"))
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && ada.summary == ["#email E-mail: Already registered."])
    #expect(ada.page.element(id: "email")?["value"] == "ada@example.org")
    // It can be changed there, and the review is one press away.
    ada.type("ben@example.org", into: "email")
    check.say([:])
    try await ada.press("Continue")
    #expect(ada.status == .ok && ada.place.contains("review") && ada.summary.isEmpty)
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
  }

  @Test("a message at the form stands on the review, and the same answers can be sent from it again")
  func review() async throws {
    let check = HostCheck([.form: "Closed today."])
    let test = try site(CheckedForms.steps, check)
    var ada = Visitor(test.site)
    await ada.open("/forms/steps")
    try await ada.press("Continue")
    try await ada.press("Continue")
    try await ada.press("Submit")
    #expect(ada.status == .unprocessableContent && ada.summary == ["Closed today."])
    #expect(ada.page.title.hasPrefix("Error"))
    check.say([:])
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
  }

  @Test("an entry of a repeated section has its message in its row and its view; other entries never get it")
  func entries() async throws {
    let check = HostCheck()
    let test = try site(CheckedForms.expenses, check)
    var ada = Visitor(test.site)
    await ada.open("/forms/expenses-report")
    for what in ["Taxi", "Hotel", "Train"] {
      try await ada.press("Add Expense")
      let field = try #require(ada.page.all("input") { $0["name"]?.hasSuffix("_what") == true }.first?["name"])
      ada.type(what, into: field)
      try await ada.press("Apply")
    }
    check.say([CellID("amount", inEntry: 1, of: "expenses"): "Missing receipt.", "expenses": "Too many taxis."])
    try await ada.press("Submit")
    #expect(check.calls.last?.values["expenses"] != nil)
    #expect(ada.status == .unprocessableContent)
    #expect(
      ada.summary == ["#_0 Expenses: Too many taxis.", "#_2 Expense 2: Amount: Missing receipt."])
    // The one in front of it goes: it is the first now.
    try await ada.press(beginning: "Remove Expense 1")
    #expect(ada.summary == ["#_2 Expense 1: Amount: Missing receipt."])
    try await ada.press(beginning: "Change Expense 1")
    #expect(ada.message(at: "expenses_2_amount")?.contains("Missing receipt.") == true)
    ada.type("12", into: "expenses_2_amount")
    try await ada.press("Apply")
    #expect(ada.summary.isEmpty)
  }

  // MARK: Programs

  @Test("a program gets the messages as the form's own: 422 with the path of each cell")
  func program() async throws {
    let check = HostCheck([
      "expenses[1].amount": "Missing receipt.", "expenses": "Too many.", .form: "Closed today.", "nothing": "Lost?",
    ])
    let test = try site(CheckedForms.expenses, check)
    let json = #"{"values":{"expenses":[{"what":"Taxi"},{"what":"Hotel","amount":12.50}]}}"#
    let (status, answer) = try await send(json, to: "expenses-report", at: test.site)
    #expect(status == .unprocessableContent)
    #expect(
      answer == [
        "errors": [
          ["cell": nil, "message": "Closed today."], ["cell": nil, "message": "Lost?"],
          ["cell": "expenses", "message": "Too many."],
          ["cell": "expenses[1].amount", "message": "Missing receipt."],
        ]
      ])
    let call = try #require(check.calls.first)
    #expect(call.context.isOfProgram)
    #expect(
      call.values == [
        "expenses": [["what": "Taxi", "amount": nil], ["what": "Hotel", "amount": .number("12.50")]]
      ])
    #expect(try test.submissions(of: "expenses-report").isEmpty)
  }

  @Test("what is recorded already is not asked about: a program that repeats itself gets 201")
  func recorded() async throws {
    let check = HostCheck()
    let test = try site(CheckedForms.account, check)
    let json = #"{"values":{"email":"ada@example.org"}}"#
    #expect(try await send(json, to: "account", at: test.site, key: "one").0 == .created)
    check.say(["email": "Already registered."])
    #expect(try await send(json, to: "account", at: test.site, key: "one").0 == .created)
    #expect(try await send(json, to: "account", at: test.site, key: "two").0 == .unprocessableContent)
    #expect(try test.submissions(of: "account").count == 1)
  }

  @Test("of two posts under one name, both wait for the first", .timeLimit(.minutes(2)))
  func sameName() async throws {
    let latch = Latch()
    let check = HostCheck(["expenses[4].what": "No."], latch: latch)
    let test = try site(CheckedForms.expenses, check)
    let rows = Array(repeating: #"{"what":"Taxi"}"#, count: 5).joined(separator: ",")
    async let first = send(
      #"{"values":{"expenses":[\#(rows)]}}"#, to: "expenses-report", at: test.site, key: "one")
    await latch.arrival()
    async let second = send(#"{"values":{"expenses":[]}}"#, to: "expenses-report", at: test.site, key: "one")
    await latch.open()
    let (one, other) = try await (first, second)
    #expect(one.1 == ["errors": [["cell": "expenses[4].what", "message": "No."]]])
    // It waited for the first, or has no such entry.
    #expect(other.1 == ["errors": [["cell": nil, "message": "No."]]])
  }

  // MARK: Time and failures

  @Test("a double click is asked about and recorded once, and both get the same receipt", .timeLimit(.minutes(2)))
  func doubleClick() async throws {
    let latch = Latch()
    let check = HostCheck(latch: latch)
    let test = try site(CheckedForms.account, check)
    let first = await account(test)
    let second = first
    async let one = Self.sent(first)
    await latch.arrival()
    // Who asked after the first is recorded would be told that it is there.
    async let other = Self.sent(second)
    await latch.open()
    let (receipt, same) = try await (one, other)
    #expect(receipt.contains("receipt=") && receipt == same)
    #expect(check.calls.count == 1)
    #expect(try test.submissions(of: "account").count == 1)
  }

  private static func sent(_ visitor: Visitor) async throws -> String {
    var visitor = visitor
    try await visitor.press("Submit")
    return visitor.path
  }

  @Test(
    "a cell that another tab changes during the check does not get the message of its former value",
    .timeLimit(.minutes(2)))
  func changedMeanwhile() async throws {
    let latch = Latch()
    let check = HostCheck(["email": "ada@example.org is registered."], latch: latch)
    let test = try site(CheckedForms.account, check)
    var tab = await account(test)
    try await tab.save()
    var other = tab
    let sending = Task { [tab] in
      var tab = tab
      try await tab.press("Submit")
      return tab
    }
    await latch.arrival()
    other.type("ben@example.org", into: "email")
    try await other.save()
    #expect(other.status == .ok)
    await latch.open()
    let refused = try await sending.value
    #expect(refused.status == .unprocessableContent && refused.message(at: "email") == nil)
    #expect(refused.summary == ["ada@example.org is registered."])
    #expect(refused.page.element(id: "email")?["value"] == "ben@example.org")
  }

  @Test("a check that throws: 503, everything is kept and can be sent again; the log has no answers")
  func throwing() async throws {
    struct Unreachable: Error {}
    let failures = Failures()
    let fails = Lock(true)
    let test = try TestSite(
      [CheckedForms.account],
      check: { _, _ in
        if fails.withLock({ $0 }) { throw Unreachable() }
        return [:]
      }, onFailure: { failures.add($0) })
    var ada = await account(test)
    try await ada.press("Submit")
    #expect(ada.status == .serviceUnavailable && ada.fields[.retryAfter] != nil)
    #expect(ada.page.element(id: "email")?["value"] == "ada@example.org")
    #expect(ada.page.notice?.contains("could not be saved") == true)
    let json = #"{"values":{"email":"ben@example.org"}}"#
    let (status, answer) = try await send(json, to: "account", at: test.site)
    #expect(status == .serviceUnavailable && answer["errors"] != nil)
    #expect(failures.texts == Array(repeating: "check: form account: error: Unreachable()", count: 2))
    #expect(test.site.figures.failedSubmissions == 2 && test.site.figures.refusedSubmissions == 0)
    fails.withLock { $0 = false }
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
  }

  @Test(
    "a check that takes too long: 503, it is cancelled, and those that do not hear it are bounded in number",
    .timeLimit(.minutes(2)))
  func silent() async throws {
    let failures = Failures()
    let latch = Latch()
    let check = HostCheck(latch: latch)
    let test = try TestSite(
      [CheckedForms.account], check: check.asked,
      configure: {
        $0.checkLimit = .milliseconds(20)
        $0.concurrentCheckLimit = 1
      }, onFailure: { failures.add($0) })
    var ada = await account(test)
    try await ada.press("Submit")
    #expect(ada.status == .serviceUnavailable && ada.fields[.retryAfter] != nil)
    #expect(ada.page.element(id: "email")?["value"] == "ada@example.org")
    // The first goes on unheard.
    var ben = await account(test, email: "ben@example.org")
    try await ben.press("Submit")
    #expect(ben.status == .serviceUnavailable && check.calls.count == 1)
    #expect(
      failures.texts == [
        "check: form account: error: no answer within 0.02 seconds",
        "check: form account: error: 1 checks are under way already",
      ])
    await latch.open()
    while test.site.checkCount.withLock({ $0 }) > 0 { await Task.yield() }
    try await ben.press("Submit")
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt=") && ben.path.contains("receipt="))
  }

  @Test("a check that hears of its cancellation ends with it", .timeLimit(.minutes(2)))
  func cancelled() async throws {
    let test = try TestSite(
      [CheckedForms.account],
      check: { _, _ in
        try await Task.sleep(for: .seconds(86_400))
        return [:]
      }, configure: { $0.checkLimit = .milliseconds(20) })
    var ada = await account(test)
    try await ada.press("Submit")
    #expect(ada.status == .serviceUnavailable)
    while test.site.checkCount.withLock({ $0 }) > 0 { await Task.yield() }
  }
}
