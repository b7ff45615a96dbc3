import FormCellsTesting
import HTTPCore
import Support
import Synchronization
import TestSupport
import Testing
@testable import FormSite

/// Two servers that share one store of sessions.
@Suite("Sessions that servers share")
struct RemoteSessionTests {
  static let form = """
    { "id": "trip", "title": "Trip", "sections": [{ "cells": [
      { "id": "purpose", "type": "text", "label": "Purpose", "required": true },
      { "id": "days", "type": "text", "label": "Days" },
      { "id": "secret", "type": "password", "label": "Secret" },
      { "id": "kinds", "type": "list-picker", "label": "Kinds", "selection": "multiple",
        "options": ["Train", "Flight", "Taxi"] }] }] }
    """

  private final class Log: Sendable {
    let lines = Lock<[String]>([])
  }

  private let shared = SharedSessions()
  private let log = Log()
  private let sites: [TestSite]

  init() throws {
    let (shared, log) = (shared, log)
    let first = try TestSite(
      [Self.form], remoteSessions: shared, onFailure: { error in log.lines.withLock { $0.append("\(error)") } })
    // Another seed, so that the two servers make different tokens.
    let second = try TestSite([Self.form], remoteSessions: shared, seed: 1)
    sites = [first, second]
  }

  @Test("a form begun at one server can be finished at another, even in the middle of a view")
  func change() async throws {
    var visitor = Visitor(sites[0].site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds Select an option")
    try visitor.set("Train", in: "All")
    visitor.type("fl", into: "_q")
    try await visitor.press("Search")
    visitor = visitor.moved(to: sites[1].site)
    try visitor.set("Flight", in: "All")
    try await visitor.press("Apply")
    #expect(visitor.page.notice?.hasPrefix("Your session") != true)
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train, Flight")
    visitor = visitor.moved(to: sites[0].site)
    await visitor.open(visitor.address)
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(visitor.page.element(id: "kinds_value")?.text == "Train, Flight")
    try await visitor.press("Submit")
    #expect(try sites[0].submissions(of: "trip").first?["values"]?["kinds"] == ["Train", "Flight"])
  }

  @Test("if two servers change one session at the same time, both changes are kept")
  func conflict() async throws {
    var visitor = Visitor(sites[0].site)
    await visitor.open("/forms/trip")
    try await visitor.press("Kinds Select an option")
    try await visitor.press("Close")
    visitor.type("Lyon", into: "purpose")
    var other = visitor.moved(to: sites[1].site)
    await other.open(visitor.address)
    other.type("4", into: "days")
    let (theirs, button) = (other, try #require(other.page.buttons("Kinds Select an option").first))
    shared.beforeNextSave {
      var theirs = theirs
      await theirs.send(button)
    }
    try await visitor.press("Kinds Select an option")
    await visitor.open(visitor.address.replacing("/cells/kinds", with: ""))
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
    #expect(visitor.page.element(id: "days")?["value"] == "4")
  }

  @Test("a change made while another server moves the session to a new id is kept")
  func changeDuringMove() async throws {
    var first = Visitor(sites[0].site)
    await first.open("/forms/trip")
    var second = first.moved(to: sites[1].site)
    await second.open("/forms/trip")
    try await first.press("Kinds Select an option")
    try await first.press("Close")
    // Another tab begins a draft at the other server, which changes the session's id.
    second.cookie = first.cookie
    first.type("Lyon", into: "purpose")
    let (theirs, button) = (first, try #require(first.page.buttons("Kinds Select an option").first))
    shared.beforeNextSave {
      var theirs = theirs
      await theirs.send(button)
    }
    second.type("Oslo", into: "purpose")
    try await second.press("Kinds Select an option")
    #expect(second.cookie != first.cookie)
    first.cookie = second.cookie
    for site in sites {
      var (own, other) = (first.moved(to: site.site), second.moved(to: site.site))
      await own.open(first.address)
      #expect(own.page.element(id: "purpose")?["value"] == "Lyon")
      await other.open(second.address.replacing("/cells/kinds", with: ""))
      #expect(other.page.element(id: "purpose")?["value"] == "Oslo")
    }
  }

  @Test("after a failed save the session continues under a new id, of which no server has an older state")
  func unsaved() async throws {
    var visitor = Visitor(sites[0].site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds Select an option")
    try await visitor.press("Close")
    // The store answers the load, but not the save that follows.
    visitor.type("Rome", into: "purpose")
    shared.beforeNextSave { [shared] in shared.isAway = true }
    try await visitor.press("Kinds Select an option")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Rome")
    shared.isAway = false
    // The other server does not know the session: it says so, and continues with what the page contains.
    var there = visitor.moved(to: sites[1].site)
    await there.open(visitor.address)
    #expect(there.page.element(id: "_gone") != nil)
    there = visitor.moved(to: sites[1].site)
    there.type("2", into: "days")
    try await there.press("Kinds Select an option")
    try await there.press("Close")
    #expect(there.page.element(id: "purpose")?["value"] == "Rome")
    // The server that has the session saves it again; then both servers have it.
    await visitor.open(visitor.address)
    #expect(visitor.page.element(id: "purpose")?["value"] == "Rome")
    there = visitor.moved(to: sites[1].site)
    await there.open(visitor.address)
    #expect(there.page.element(id: "purpose")?["value"] == "Rome")
  }

  @Test("after a save without an answer, the session continues under a new id, so that no older state hides it")
  func unanswered() async throws {
    var visitor = Visitor(sites[0].site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    shared.losesNextAnswer = true
    try await visitor.press("Kinds Select an option")
    try await visitor.press("Close")
    let other = visitor.moved(to: sites[1].site)
    visitor.type("Rome", into: "purpose")
    shared.losesNextAnswer = true
    try await visitor.press("Kinds Select an option")
    try await visitor.press("Close")
    #expect(visitor.cookie != other.cookie)
    for site in sites {
      var there = visitor.moved(to: site.site)
      await there.open(visitor.address)
      #expect(there.page.element(id: "purpose")?["value"] == "Rome")
    }
  }

  @Test("a form sent while the store is unavailable stays sent, and other drafts are kept", arguments: [true, false])
  func sentWhileAway(isChanged: Bool) async throws {
    var other = Visitor(sites[0].site)
    await other.open("/forms/trip")
    other.type("Oslo", into: "purpose")
    try await other.press("Kinds Select an option")
    try await other.press("Close")
    var visitor = other
    await visitor.open("/forms/trip?draft=new")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds Select an option")
    try await visitor.press("Close")
    let page = visitor
    // The draft was saved, but not that it was sent.
    shared.afterNextSave { [shared] in shared.isAway = true }
    try await visitor.press("Submit")
    #expect(try sites[0].submissions(of: "trip").count == 1)
    shared.isAway = false
    if isChanged {
      var there = page.moved(to: sites[1].site)
      there.cookie = visitor.cookie
      there.type("5", into: "days")
      try await there.press("Kinds Select an option")
    }
    var here = visitor
    await here.open(page.address)
    #expect(here.status == .ok)
    if isChanged {
      #expect(here.page.notice?.contains("sent") == true)
      #expect(here.page.element(id: "days")?["value"] == "5")
    } else {
      #expect(here.place.hasPrefix("/forms/trip?receipt="))
    }
    for site in sites {
      var there = here.moved(to: site.site)
      await there.open(other.address)
      #expect(there.page.element(id: "purpose")?["value"] == "Oslo")
    }
  }

  @Test("without the store, pages continue with their own state, logged once; later the store is updated")
  func away() async throws {
    var visitor = Visitor(sites[0].site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds Select an option")
    shared.isAway = true
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Apply")
    // Another server may have changed the session, so the page's state is used, and the page says so.
    #expect(visitor.page.notice?.hasPrefix("Your session") == true)
    #expect(visitor.page.element(id: "kinds_value")?.text == "Taxi")
    visitor.type("3", into: "days")
    try await visitor.press("Kinds Taxi")
    try await visitor.press("Close")
    #expect(visitor.page.notice?.hasPrefix("Your session") != true)
    var newcomer = Visitor(sites[0].site)
    await newcomer.open("/forms/trip")
    newcomer.type("Oslo", into: "purpose")
    try await newcomer.press("Kinds Select an option")
    try await newcomer.press("Close")
    #expect(newcomer.page.element(id: "purpose")?["value"] == "Oslo")
    #expect(log.lines.withLock { $0.count } == 1)

    shared.isAway = false
    for held in [visitor, newcomer] {
      var here = held
      await here.open(held.address)
      var there = held.moved(to: sites[1].site)
      await there.open(held.address)
      #expect(there.page.element(id: "purpose")?["value"] == here.page.element(id: "purpose")?["value"])
      #expect(there.page.element(id: "days")?["value"] == here.page.element(id: "days")?["value"])
      #expect(there.page.element(id: "kinds_value")?.text == here.page.element(id: "kinds_value")?.text)
    }
    #expect(log.lines.withLock { $0.count } == 2)
  }

  @Test("an outdated copy of a session is not shown, and the page continues with its state", arguments: [true, false])
  func old(isLost: Bool) async throws {
    var visitor = Visitor(sites[0].site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds Select an option")
    // The other server continues, so the first server's copy of the session is outdated.
    visitor = visitor.moved(to: sites[1].site)
    try visitor.set("Taxi", in: "All")
    try await visitor.press("Apply")
    if isLost { shared.removeAll() } else { shared.isAway = true }
    var old = visitor.moved(to: sites[0].site)
    await old.open(visitor.address)
    #expect(old.page.element(id: "_gone") != nil)
    visitor = visitor.moved(to: sites[0].site)
    visitor.type("Rome", into: "purpose")
    try await visitor.press("Submit")
    let values = try sites[0].submissions(of: "trip").first?["values"]
    #expect(values?["purpose"] == "Rome")
    #expect(values?["kinds"] == ["Taxi"])
  }

  @Test("passwords do not leave their server; another server asks for them again")
  func passwords() async throws {
    var visitor = Visitor(sites[0].site)
    await visitor.open("/forms/trip")
    visitor.type("Lyon", into: "purpose")
    visitor.type("correct horse", into: "secret")
    try await visitor.press("Kinds Select an option")
    try await visitor.press("Close")
    #expect(!shared.bytes.isEmpty)
    for bytes in shared.bytes { #expect(bytes.firstRange(of: Array("correct horse".utf8)) == nil) }
    var other = visitor.moved(to: sites[1].site)
    try await other.press("Submit")
    #expect(other.status == .unprocessableContent)
    #expect(try sites[0].submissions(of: "trip").isEmpty)
    // The server on which it was entered still has it.
    await visitor.open(visitor.address)
    try await visitor.press("Submit")
    #expect(try sites[0].submissions(of: "trip").count == 1)
  }

  @Test("malformed bytes in the store count as a lost session")
  func malformed() async throws {
    var visitor = Visitor(sites[0].site)
    visitor.cookie = "formcells=\(Token((1, 2)).text)"
    _ = try await shared.save([9, 9, 9], as: Token((1, 2)).text, after: 0, idleSecondLimit: 60)
    await visitor.open("/forms/trip")
    #expect(visitor.status == .ok)
    visitor.type("Lyon", into: "purpose")
    try await visitor.press("Kinds Select an option")
    try await visitor.press("Close")
    #expect(visitor.page.element(id: "purpose")?["value"] == "Lyon")
  }
}

/// A remote store in memory that several sites share. A test can make it unavailable.
final class SharedSessions: RemoteSessions {
  struct Away: Error {}

  private struct State {
    var sessions: [String: StoredSession] = [:]
    var version: UInt64 = 0
    var isAway = false
    /// Called once, right before the next save.
    var beforeSave: (@Sendable () async -> Void)?
    /// Called once, right after the next save.
    var afterSave: (@Sendable () -> Void)?
    var losesAnswer = false
  }

  private let state = Lock(State())

  var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set { state.withLock { $0.isAway = newValue } }
  }

  /// Whether the next save is done, but its answer is lost.
  var losesNextAnswer: Bool {
    get { state.withLock { $0.losesAnswer } }
    set { state.withLock { $0.losesAnswer = newValue } }
  }

  /// The bytes of all stored sessions.
  var bytes: [[UInt8]] { state.withLock { $0.sessions.values.map(\.bytes) } }

  func removeAll() { state.withLock { $0.sessions = [:] } }

  /// Runs `body` before the next save, for example a save of another server.
  func beforeNextSave(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.beforeSave = body } }

  /// Runs `body` after the next save, before anything else happens.
  func afterNextSave(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.afterSave = body } }

  func load(_ id: String, idleSecondLimit: Int) async throws -> StoredSession? {
    try state.withLock { state in
      if state.isAway { throw Away() }
      return state.sessions[id]
    }
  }

  func save(
    _ bytes: [UInt8], as id: String, after version: UInt64, idleSecondLimit: Int
  ) async throws -> SaveOutcome {
    let body = state.withLock { state in
      defer { state.beforeSave = nil }
      return state.beforeSave
    }
    await body?()
    let (outcome, after) =
      try state.withLock { state in
        if state.isAway { throw Away() }
        guard (state.sessions[id]?.version ?? 0) == version else { return (SaveOutcome.conflict, nil) }
        state.version += 1
        state.sessions[id] = StoredSession(bytes: bytes, version: state.version)
        defer { (state.losesAnswer, state.afterSave) = (false, nil) }
        if state.losesAnswer { throw Away() }
        return (.saved(version: state.version), state.afterSave)
      } as (SaveOutcome, (@Sendable () -> Void)?)
    after?()
    return outcome
  }
}
