import FormCells
import Support
import Testing

@testable import FormController
@testable import FormSite

/// Sessions in memory: as bytes, unpacked, and under new ids.
@Suite("Sessions in memory")
struct SessionStoreTests {
  private let snapshot: SiteSnapshot
  private let form: Form
  private let store: SessionStore

  init() throws {
    let site = try TestSite([SampleForms.other]).site
    snapshot = site.snapshot
    form = try #require(snapshot.form("other"))
    var limits = SessionLimits(
      idleSecondLimit: 1800, sessionLimit: 1000, byteLimit: 1 << 20, draftByteLimit: 10_000)
    // Only one session is kept unpacked, so every second one is read from its bytes.
    limits.liveLimit = 1
    store = SessionStore(limits)
  }

  private func session(_ text: String, draft: UInt64 = 1) -> Session {
    var session = Session()
    enter(text, draft: draft, in: &session)
    return session
  }

  private func enter(_ text: String, draft: UInt64 = 1, in session: inout Session) {
    let token = Token((7, draft))
    var formState = session[token]?.formState ?? FormState(form: form, id: token)
    formState.reduce(.enter(cell: 0, .text(text)))
    session[token] = Session.Draft(formState, changedAt: 1_769_860_800)
  }

  /// The text in the session; `nil` if there is no such session.
  private func text(_ id: Token, from client: String = "192.0.2.1", at now: Int = 0) -> String? {
    let transaction = store.transact(id, from: client, at: now, in: snapshot) { session in
      (session[Token((7, 1))]?.formState.values[0].text ?? "", SessionStore.Change.none)
    }
    if case .done(let text, _) = transaction { return text }
    return nil
  }

  private func change(
    _ id: Token, to text: String, from client: String = "192.0.2.1", _ change: SessionStore.Change = .kept
  ) -> SessionStore.Transaction<Void>? {
    store.transact(id, from: client, at: 0, in: snapshot) { session in
      enter(text, in: &session)
      return ((), change)
    }
  }

  @Test("sessions can be read whether or not their values were dropped meanwhile")
  func dropped() {
    for number in 0..<300 {
      #expect(store.insert(session("text \(number)"), as: Token((3, UInt64(number))), from: "192.0.2.1", at: 0))
    }
    for number in 0..<300 { #expect(text(Token((3, UInt64(number)))) == "text \(number)") }
    #expect(store.figures.count == 300)
  }

  @Test("a session that would become too large is refused and changes nothing")
  func tooLarge() {
    let id = Token((1, 1))
    #expect(store.insert(session("before"), as: id, from: "192.0.2.1", at: 0))
    guard case .tooLarge = change(id, to: String(repeating: "x", count: 10_001)) else {
      Issue.record("it was taken")
      return
    }
    #expect(text(id) == "before")
    #expect(!store.insert(session(String(repeating: "x", count: 10_001)), as: Token((1, 2)), from: "", at: 0))
    #expect(text(Token((1, 2))) == nil)
  }

  @Test("a moved session is found under its old id for a while, but only from its own network")
  func moved() {
    let (old, new) = (Token((1, 1)), Token((2, 2)))
    #expect(store.insert(session("before"), as: old, from: "192.0.2.1", at: 0))
    guard case .done(_, let id) = change(old, to: "after", .moved(to: new)) else {
      Issue.record("it was not moved")
      return
    }
    #expect(id == new)
    #expect(text(new, from: "198.51.100.9") == "after", "whoever has the new id may come from anywhere")
    #expect(text(old) == "after")
    #expect(text(old, from: "198.51.100.9") == nil)
    #expect(text(old, at: 31) == nil)
    #expect(store.figures.count == 1)
  }

  @Test("concurrent requests of one visitor leave one session, also while it moves")
  func turns() async {
    let first = Token((1, 1))
    #expect(store.insert(session("-"), as: first, from: "192.0.2.1", at: 0))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        group.addTask {
          let transaction = store.transact(first, from: "192.0.2.1", at: 0, in: snapshot) { session in
            enter((session[Token((7, 1))]?.formState.values[0].text ?? "") + "x", in: &session)
            let next = Token((9, UInt64(number)))
            return ((), number % 100 == 0 ? SessionStore.Change.moved(to: next) : .kept)
          }
          // Once the session has moved twice, its first id is no longer valid.
          if case .tooLarge = transaction { Issue.record("it is not that large") }
        }
      }
    }
    #expect(store.figures.count == 1)
  }

  @Test("drafts of unknown forms are left out of a session, and other drafts stay")
  func unknownForm() throws {
    var session = session("kept")
    let other = try FormDefinition.decode(
      bytes: Array(SampleForms.trip.utf8), path: "trip.json", directory: "/")
    let token = Token((7, 2))
    session[token] = Session.Draft(FormState(form: other, id: token), changedAt: 5)
    let read = try Session(unpacking: session.packed().bytes, in: snapshot)
    #expect(read.drafts.map(\.formState.id) == [Token((7, 1))])
    #expect(read[Token((7, 1))]?.changedAt == 1_769_860_800)
  }

  @Test("truncated bytes of a session are an error; changed bytes are a session or an error")
  func mutations() throws {
    var session = session("some text")
    session[Token((7, 1))]?.notice = .scanned(label: "Note", isFirstOfSeveral: true)
    session.remember([Session.Sent(draft: Token((4, 4)), receipt: Token((5, 5)), digest: .max)])
    let bytes = session.packed().bytes
    #expect(try Session(unpacking: bytes, in: snapshot).packed().bytes == bytes)
    for count in bytes.indices {
      #expect(throws: PackingError.self) { try Session(unpacking: Array(bytes[..<count]), in: snapshot) }
    }
    for position in bytes.indices {
      for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[position] = byte
        if let read = try? Session(unpacking: changed, in: snapshot) { _ = read.packed() }
      }
    }
  }
}
