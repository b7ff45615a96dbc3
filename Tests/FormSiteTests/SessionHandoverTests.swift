import FormCells
import Support
import Testing

@testable import FormController
@testable import FormSite

/// The sessions of a process that ends are handed over to the process that takes over.
@Suite("Handing over sessions")
struct SessionHandoverTests {
  private static let address = "192.0.2.1"
  private let snapshot: SiteSnapshot
  private let form: Form

  init() throws {
    snapshot = try TestSite([SampleForms.other]).site.snapshot
    form = try #require(snapshot.form("other"))
  }

  private static func store(_ limit: Int = 1000, bytes: Int = 1 << 20, draftBytes: Int = 10_000) -> SessionStore {
    var limits = SessionLimits(
      idleSecondLimit: 1800, sessionLimit: limit, byteLimit: bytes, draftByteLimit: draftBytes)
    // Some sessions are kept unpacked, most as bytes only.
    limits.liveLimit = 20
    return SessionStore(limits)
  }

  private func session(_ text: String) -> Session {
    let token = Token((7, 1))
    var formState = FormState(form: form, id: token)
    if !text.isEmpty { formState.reduce(.enter(cell: 0, .text(text))) }
    var session = Session()
    session[token] = Session.Draft(formState, changedAt: 1_769_860_800)
    return session
  }

  private func text(_ number: Int, in store: SessionStore, at now: Int) -> String? {
    let transaction = store.transact(Self.id(number), from: Self.address, at: now, in: snapshot) { session in
      (session[Token((7, 1))]?.formState.values[0].text ?? "", SessionStore.Change.none)
    }
    if case .done(let text, _) = transaction { return text }
    return nil
  }

  private static func id(_ number: Int) -> Token { Token((UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number))) }

  /// A store with this number of sessions, used one second after another.
  private func filled(_ count: Int) -> SessionStore {
    let store = Self.store()
    for number in 0..<count {
      #expect(store.insert(session("text \(number)"), as: Self.id(number), from: Self.address, at: number))
    }
    return store
  }

  private static func exported(_ store: SessionStore, at now: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let transfer = store.exportAll(at: now) { chunk in
      bytes += chunk
      return true
    }
    #expect(transfer == SessionTransfer(count: store.figures.count, isWhole: true))
    return bytes
  }

  private static func taken(_ bytes: [UInt8], into store: SessionStore, at now: Int) -> SessionTransfer {
    var position = 0
    return store.importAll(at: now) { count in
      guard count <= bytes.count - position else { return nil }
      defer { position += count }
      return Array(bytes[position..<position + count])
    }
  }

  @Test("all sessions arrive with their idle time, converted to the clock of the new process")
  func roundTrip() {
    let bytes = Self.exported(filled(300), at: 300)
    // Other limits, so the store has another number of parts.
    let store = Self.store(100_000, bytes: 64 << 20)
    #expect(Self.taken(bytes, into: store, at: 5000) == SessionTransfer(count: 300, isWhole: true))
    #expect(Self.exported(store, at: 5000) == bytes)
    // Session 0 was last used at 0, which is 4700 on the new clock.
    #expect(text(0, in: store, at: 6500) == nil)
    for number in 1..<300 { #expect(text(number, in: store, at: 6500) == "text \(number)") }
    #expect(store.figures.expired == 1)
  }

  @Test("of a truncated stream, the complete sessions are kept", arguments: [1, 3])
  func cut(_ count: Int) {
    let bytes = Self.exported(filled(count), at: 10)
    var seen: Set<Int> = []
    for end in bytes.indices {
      let store = Self.store()
      let transfer = Self.taken(Array(bytes[..<end]), into: store, at: 10)
      #expect(!transfer.isWhole && transfer.count == store.figures.count)
      for number in 0..<count {
        #expect(text(number, in: store, at: 10) == (number < transfer.count ? "text \(number)" : nil))
      }
      seen.insert(transfer.count)
    }
    #expect(seen == Set(0...count))
  }

  @Test("if the successor stops reading, the export ends")
  func refused() {
    var chunks = 0
    let transfer = filled(10).exportAll(at: 10) { _ in
      chunks += 1
      return false
    }
    #expect(transfer == SessionTransfer(count: 0, isWhole: false))
    #expect(chunks == 1)
  }

  @Test("the limits of the new process apply, and the last used sessions are kept")
  func limits() {
    let bytes = Self.exported(filled(300), at: 300)
    let few = Self.store(10)
    #expect(Self.taken(bytes, into: few, at: 300) == SessionTransfer(count: 10, isWhole: true))
    for number in 0..<300 { #expect((text(number, in: few, at: 300) != nil) == (number >= 290)) }
    let small = Self.store(bytes: 20_000)
    #expect(Self.taken(bytes, into: small, at: 300).isWhole)
    #expect(small.figures.count > 10 && small.figures.byteCount <= 20_000)
  }

  @Test("sessions without entries are displaced first, as by newcomers")
  func blank() {
    let store = Self.store()
    #expect(store.insert(session("kept"), as: Self.id(0), from: Self.address, at: 0))
    for number in 1..<20 { #expect(store.insert(session(""), as: Self.id(number), from: Self.address, at: 1)) }
    let few = Self.store(10)
    #expect(Self.taken(Self.exported(store, at: 2), into: few, at: 2).count == 10)
    #expect(text(0, in: few, at: 2) == "kept")
    #expect(few.figures.evictedBlank == 10)
  }

  @Test("a session larger than the store's limit is skipped, and the next one is accepted")
  func tooLarge() {
    let store = Self.store(draftBytes: 200_000)
    #expect(store.insert(session(String(repeating: "x", count: 150_000)), as: Self.id(1), from: "", at: 0))
    #expect(store.insert(session("small"), as: Self.id(2), from: "", at: 1))
    let small = Self.store(bytes: 100_000)
    #expect(Self.taken(Self.exported(store, at: 1), into: small, at: 1) == SessionTransfer(count: 1, isWhole: true))
    #expect(text(2, in: small, at: 1) == "small")
  }

  @Test("a session that is handed over replaces no existing one, and an expired one is left out")
  func twice() {
    let bytes = Self.exported(filled(3), at: 1801)
    let store = Self.store()
    #expect(store.insert(session("newer"), as: Self.id(2), from: Self.address, at: 1801))
    // The sessions were unused for 1801, 1800 and 1799 seconds.
    #expect(Self.taken(bytes, into: store, at: 1801) == SessionTransfer(count: 0, isWhole: true))
    #expect(text(2, in: store, at: 1801) == "newer")
    #expect(Self.taken(bytes, into: Self.store(), at: 1801).count == 1)
  }

  @Test("changed bytes are read as sessions or rejected")
  func mutations() {
    let bytes = Self.exported(filled(2), at: 10)
    for position in bytes.indices {
      for byte in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[position] = byte
        let store = Self.store()
        #expect(Self.taken(changed, into: store, at: 10).count <= 2)
        for number in 0..<2 { _ = text(number, in: store, at: 10) }
      }
    }
  }
}
