import FormCells
import FormCellsTesting
import FormSite
import HTTPCore
import Support
import Testing

/// A host's sink that cannot look up submissions. It accepts each one, after a given number of failures.
actor HostSink: SubmissionSink {
  struct Away: Error, Equatable {}

  private(set) var taken: [SubmissionRecord] = []
  private var failureCount: Int

  init(failures: Int = 0) { failureCount = failures }

  func store(_ submission: SubmissionRecord) throws {
    if failureCount > 0 {
      failureCount -= 1
      throw Away()
    }
    taken.append(submission)
  }
}

/// The errors that a site has reported.
final class Failures: Sendable {
  private let errors = Lock<[any Error]>([])
  var all: [any Error] { errors.withLock(\.self) }
  func add(_ error: any Error) { errors.withLock { $0.append(error) } }
}

@Suite("Submissions into a host's sink")
struct SubmissionSinkTests {
  private let failures = Failures()

  @Test("if a sink throws, entries are kept, the error is logged, and the next attempt is stored")
  func throwing() async throws {
    let sink = HostSink(failures: 1)
    var visitor = Visitor(try site(sink))
    await visitor.open("/forms/badge")
    visitor.type("Ada", into: "name")
    try await visitor.press("Submit")
    #expect(visitor.status == .serviceUnavailable)
    #expect(visitor.fields[.retryAfter] != nil)
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    #expect(visitor.page.notice?.contains("could not be saved") == true)
    #expect(failures.all.map { $0 as? HostSink.Away } == [HostSink.Away()])

    try await visitor.press("Submit")
    #expect(visitor.path.contains("receipt=") && visitor.status == .ok)
    let taken = await sink.taken
    #expect(taken.count == 1)
    #expect(taken.first?.form == "badge" && taken.first?.time == "2026-01-31T12:00:00.000Z")
    #expect(taken.first?["name"] == "Ada" && taken.first?["nobody"] == nil)
    #expect(taken.first?.values == ["name": "Ada", "parts": nil])
    #expect(taken.first?.visitor == nil)
  }

  @Test("a permanent refusal of a sink is answered with 500, and entries are kept")
  func refusing() async throws {
    struct Refusing: SubmissionSink {
      func store(_ submission: SubmissionRecord) throws {
        throw SubmissionError(path: "table", reason: "a constraint", isRefusal: true)
      }
    }
    var visitor = Visitor(try site(Refusing()))
    await visitor.open("/forms/badge")
    visitor.type("Ada", into: "name")
    try await visitor.press("Submit")
    #expect(visitor.status == .internalServerError)
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
  }

  @Test(
    "if a sink does not answer, the host is notified, a page keeps its entries, and a program gets JSON",
    .timeLimit(.minutes(5)))
  func silent() async throws {
    struct Silent: SubmissionSink {
      func store(_ submission: SubmissionRecord) async throws { try await Task.sleep(for: .seconds(86_400)) }
    }
    var configuration = Site.Configuration()
    configuration.submissionLimit = .milliseconds(20)
    let site = try site(Silent(), configuration: configuration)
    var visitor = Visitor(site)
    await visitor.open("/forms/badge")
    visitor.type("Ada", into: "name")
    try await visitor.press("Submit")
    #expect(visitor.status == .serviceUnavailable)
    #expect(visitor.page.element(id: "name")?["value"] == "Ada")
    #expect(visitor.page.notice?.contains("could not be saved") == true)
    var request = Request(method: .post, path: "/forms/badge", host: "test")
    request.fields[.contentType] = "application/json"
    request.body = Array(#"{"values":{"name":"Ada"}}"#.utf8)
    let response = await site.respond(to: request)
    #expect(response.status == .serviceUnavailable && response.fields[.retryAfter] != nil)
    #expect(response.fields[.contentType] == "application/json")
    #expect(String(decoding: response.body, as: UTF8.self).contains("could not be saved"))
    #expect(
      failures.all.map { "\($0)" } == Array(repeating: "submissions: error: no answer within 0.02 seconds", count: 2))
  }

  @Test("a double click is stored once, and both get the same receipt")
  func doubleClick() async throws {
    let sink = HostSink()
    let site = try site(sink)
    var first = Visitor(site)
    await first.open("/forms/badge")
    first.type("Ada", into: "name")
    let second = first
    async let one = Self.sent(first)
    async let other = Self.sent(second)
    let (receipt, same) = try await (one, other)
    #expect(receipt.contains("receipt=") && receipt == same)
    #expect(await sink.taken.count == 1)
    // The site knows the time, although the sink does not.
    var later = Visitor(site)
    await later.open(receipt)
    #expect(later.status == .ok && later.page.all("time").first?["datetime"]?.hasPrefix("2026-01-31T") == true)
  }

  private static func sent(_ visitor: Visitor) async throws -> String {
    var visitor = visitor
    try await visitor.press("Submit")
    return visitor.path
  }

  @Test("after a restart a page has the same id, and a sink that knows this id does not get it again")
  func restart() async throws {
    let (forgetful, knowing) = (HostSink(), DictionarySubmissions())
    for sink in [forgetful, knowing] as [any SubmissionSink] {
      let pinned = PinnedEnvironment()
      var visitor = Visitor(try site(sink, pinned))
      await visitor.open("/forms/badge")
      visitor.type("Ada", into: "name")
      var again = Visitor(try site(sink, PinnedEnvironment(seconds: 1_769_900_000, seed: 1)))
      again.takeOver(visitor)
      try await visitor.press("Submit")
      try await again.press("Submit")
      #expect(visitor.path.contains("receipt=") && visitor.path == again.path)
    }
    let ids = await forgetful.taken.map(\.id)
    #expect(ids.count == 2 && Set(ids).count == 1)
    #expect(await knowing.records.values.map(\.time) == ["2026-01-31T12:00:00.000Z"])
  }

  @Test("a program's submission that a sink failed to store can be sent again")
  func program() async throws {
    let sink = HostSink(failures: 1)
    let site = try site(sink)
    var request = Request(method: .post, path: "/forms/badge", host: "test")
    request.fields[.contentType] = "application/json"
    request.fields[.accept] = "application/json"
    request.body = Array(#"{"values": {"name": "Ada"}}"#.utf8)
    #expect(await site.respond(to: request).status == .serviceUnavailable)
    #expect(await site.respond(to: request).status == .created)
    #expect(await sink.taken.map { $0["name"] } == ["Ada"])
  }

  private func site(
    _ sink: any SubmissionSink, _ pinned: PinnedEnvironment = PinnedEnvironment(),
    configuration: Site.Configuration = Site.Configuration()
  ) throws -> Site {
    let form = """
      {"title": "Badge", "sections": [{"cells": [
        {"id": "name", "type": "text", "label": "Name"},
        {"id": "parts", "type": "list-picker", "label": "Parts", "options": ["Belt", "Fuse"]}]}]}
      """
    return try Site(
      forms: [FormDefinition.decode(bytes: Array(form.utf8), path: "badge.json", directory: "/")],
      pages: TestSite.pages.get().0, publicDirectory: "\(TestSite.root)/Public", submissions: sink,
      configuration: configuration, environment: pinned.environment(), onFailure: { [failures] in failures.add($0) })
  }
}
