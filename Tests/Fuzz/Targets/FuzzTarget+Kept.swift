import FormCells
import FormController
import HTTPCore
import Support
import TestSupport

@testable import FormSite

/// Bytes that a server stored or that another one sends: sessions of a predecessor or of a shared store, and files after a crash.
extension FuzzTarget {
  static let kept = [
    FuzzTarget(
      name: "session",
      invariant: "A session from elsewhere is refused, or read as the same once it is packed, and its pages are whole."
    ) { input in
      let bytes = input.replacing(Array("the-form-version".utf8), with: Array(everyKind.version.utf8))
      guard let session = try? Session(unpacking: bytes, in: site.snapshot) else { return }
      let packed = session.packed()
      let again = try Session(unpacking: packed.bytes, packed.tables, in: site.snapshot)
      try expect(again.packed().bytes == packed.bytes, "packed otherwise the second time")
      let id = Token(site.environment.random())
      let handed = HandedSession(id: id, bytes: bytes, network: 0, idleSeconds: 0, holdsWork: true)
      site.sessions.insert(handed, at: 0)
      let places = ["/"] + session.drafts.map { "/forms/fuzz?draft=\($0.name.text)" }
      for place in places {
        let response = answer(to: request(.get, place, [], "formcells=\(id.text)"))
        try expect(response.status == .ok || response.status == .seeOther, "\(place): \(response.status)")
        if response.status == .ok { try expect(isWhole(response.body), "\(place) breaks off") }
      }
    },
    FuzzTarget(
      name: "handover",
      invariant: "Of a stream of sessions as many are taken as there is room for, and each is handed on as it came."
    ) { bytes in
      let store = SessionStore(limits)
      let transfer = take(title + bytes, into: store)
      let (count, byteCount) = (store.figures.count, store.figures.byteCount)
      try expect(transfer.count == count, "\(transfer.count) taken, \(count) there")
      try expect(count <= limits.sessionLimit && byteCount <= limits.byteLimit, "\(count) sessions, \(byteCount) bytes")
      let next = SessionStore(limits)
      try expect(take(written(store), into: next) == SessionTransfer(count: count, isWhole: true), "not handed on")
      let sorted = [store, next].map { $0.handed(at: now).sorted { $0.id.text < $1.id.text } }
      try expect(sorted[0] == sorted[1], "handed on as others: \(sorted)")
    },
    FuzzTarget(
      name: "journal",
      invariant: "A start loses no line of a journal, whatever stands there and in its checksums, and leaves it mended."
    ) { bytes in
      let folder = try TemporaryFolder(in: "/dev/shm")
      defer { folder.remove() }
      // A record separator is between the lines and their checksums.
      let parts = bytes.split(separator: 0x1E, maxSplits: 1, omittingEmptySubsequences: false)
      folder.write("f.jsonl", Array(parts[0]))
      if parts.count == 2 { folder.write("f.jsonl.sums", Array(parts[1])) }
      let path = folder.path + "/f.jsonl"
      let looked = try scanned { (scan: inout JournalScan, found) throws(SubmissionError) in try scan.look(found) }
      let first = try scanned { (scan: inout JournalScan, found) throws(SubmissionError) in try scan.mend(found) }
      try expect(first.ids.starts(with: looked.ids), "\(looked.ids) seen before, \(first.ids) at the start")
      let mended = TestFile.read(path) ?? []
      let kept = Set((mended + [10] + (TestFile.read(path + ".torn") ?? [])).split(separator: 10))
      for line in parts[0].split(separator: 10) where (try? JSONReader.document(Array(line))) != nil {
        try expect(kept.contains(line), "lost: \(String(decoding: line, as: UTF8.self))")
      }
      let second = try scanned { (scan: inout JournalScan, found) throws(SubmissionError) in try scan.mend(found) }
      try expect(second.findings == [] && second.ids == first.ids, "the second start: \(second)")
      try expect(TestFile.read(path) == mended, "the second start changes it")

      func scanned(
        _ read: (inout JournalScan, (LineHead) -> Void) throws(SubmissionError) -> Void
      ) throws -> (ids: [Token], findings: [String]) {
        var scan = JournalScan(path: path)
        var ids: [Token] = []
        try read(&scan) { ids.append($0.id) }
        return (ids, scan.findings)
      }
    },
  ]

  private static let limits = SessionLimits(
    idleSecondLimit: 1800, sessionLimit: 8, byteLimit: 4096, draftByteLimit: 1024)

  /// Seconds of the store's clock, later than the idle limit.
  private static let now = 5000

  /// The beginning of every stream: a stream without sessions, up to its end mark.
  private static let title = Array(written(SessionStore(limits)).dropLast(8))

  private static func written(_ store: SessionStore) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = store.exportAll(at: now) { chunk in
      bytes += chunk
      return true
    }
    return bytes
  }

  private static func take(_ bytes: [UInt8], into store: SessionStore) -> SessionTransfer {
    var rest = bytes[...]
    return store.importAll(at: now) { count in
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
