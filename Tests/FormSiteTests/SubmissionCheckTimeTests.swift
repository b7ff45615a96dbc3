import FormCells
import FormCellsTesting
import HTTPCore
import Support
import Testing

@testable import FormSite

@Suite("Timing of a host's check")
struct SubmissionCheckTimeTests {
  @Test(
    "of two posts with one key and other values, the second waits for the first and has its own answer",
    .timeLimit(.minutes(2)))
  func sameName() async throws {
    let latch = Latch()
    let check = HostCheck(["expenses[4].what": "No."], latch: latch)
    let test = try TestSite(CheckedForms.expenses, check)
    let rows = Array(repeating: #"{"what":"Taxi"}"#, count: 5).joined(separator: ",")
    async let first = test.send(
      #"{"values":{"expenses":[\#(rows)]}}"#, to: "expenses-report", key: "one")
    await latch.arrival()
    async let second = test.send(#"{"values":{"expenses":[]}}"#, to: "expenses-report", key: "one")
    await latch.open()
    let (one, other) = try await (first, second)
    #expect(one.answer == ["errors": [["cell": "expenses[4].what", "message": "No."]]])
    // This submission has no such entry, so the message is at the form.
    #expect(other.answer == ["errors": [["cell": nil, "message": "No."]]])
    #expect(check.calls.map { $0.values["expenses"] == .array([]) } == [false, true])
  }

  @Test("a double click is checked and recorded once, and both get the same receipt", .timeLimit(.minutes(2)))
  func doubleClick() async throws {
    let latch = Latch()
    let check = HostCheck(latch: latch)
    let test = try TestSite(CheckedForms.account, check)
    let first = await test.account()
    let second = first
    async let one = Self.sent(first)
    await latch.arrival()
    // The second post arrives before the first is recorded; later, it would only find the recorded one.
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
    "a cell that another tab changes during the check does not get the message for its former value",
    .timeLimit(.minutes(2)))
  func changedMeanwhile() async throws {
    let latch = Latch()
    let check = HostCheck(["email": "ada@example.org is registered."], latch: latch)
    let test = try TestSite(CheckedForms.account, check)
    var tab = await test.account()
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

  @Test("a check that throws is answered with 503; the answers are kept, can be sent again and are not logged")
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
    var ada = await test.account()
    try await ada.press("Submit")
    #expect(ada.status == .serviceUnavailable && ada.fields[.retryAfter] != nil)
    #expect(ada.page.element(id: "email")?["value"] == "ada@example.org")
    #expect(ada.page.notice?.contains("could not be saved") == true)
    let json = #"{"values":{"email":"ben@example.org"}}"#
    let (status, answer) = try await test.send(json, to: "account")
    #expect(status == .serviceUnavailable && answer["errors"] != nil)
    #expect(failures.texts == Array(repeating: "check: form account: error: Unreachable()", count: 2))
    #expect(test.site.figures.failedSubmissions == 2 && test.site.figures.refusedSubmissions == 0)
    fails.withLock { $0 = false }
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt="))
  }

  @Test(
    "a check that takes too long gives 503 and is cancelled, and the number of running checks is limited",
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
    var ada = await test.account()
    try await ada.press("Submit")
    #expect(ada.status == .serviceUnavailable && ada.fields[.retryAfter] != nil)
    #expect(ada.page.element(id: "email")?["value"] == "ada@example.org")
    // The first check ignores its cancellation and still runs.
    var ben = await test.account(email: "ben@example.org")
    try await ben.press("Submit")
    #expect(ben.status == .serviceUnavailable && check.calls.count == 1)
    #expect(
      failures.texts == [
        "check: form account: error: no answer within 0.02 seconds",
        "check: form account: error: 1 checks are already running",
      ])
    await latch.open()
    while test.site.checkCount.withLock({ $0 }) > 0 { await Task.yield() }
    try await ben.press("Submit")
    try await ada.press("Submit")
    #expect(ada.path.contains("receipt=") && ben.path.contains("receipt="))
  }

  @Test("a check that reacts to its cancellation ends with it", .timeLimit(.minutes(2)))
  func cancelled() async throws {
    let test = try TestSite(
      [CheckedForms.account],
      check: { _, _ in
        // Ends only when the task is cancelled.
        let (never, source) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        source.finish()
        try Task.checkCancellation()
        return [:]
      }, configure: { $0.checkLimit = .milliseconds(20) })
    var ada = await test.account()
    try await ada.press("Submit")
    #expect(ada.status == .serviceUnavailable)
    while test.site.checkCount.withLock({ $0 }) > 0 { await Task.yield() }
  }

  @Test("a page sent again after its answer was lost gets the receipt, whatever the check says now")
  func lostAnswer() async throws {
    let check = HostCheck()
    let test = try TestSite(CheckedForms.account, check)
    var ada = await test.account()
    try await ada.save()
    var again = ada
    try await ada.press("Submit")
    check.say(["email": "Already registered."])
    try await again.press("Submit")
    #expect(again.path.contains("receipt=") && again.path == ada.path && check.calls.count == 1)
  }
}
