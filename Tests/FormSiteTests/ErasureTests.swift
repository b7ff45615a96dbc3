import FormController
import Glibc
import HTTPCore
import Support
import Synchronization
import TestSupport
import Testing

@testable import FormSite

/// Erasing submissions in place, in files.
@Suite("Erasing")
struct ErasureTests {
  @Test("an erased line keeps its place and length, other lines stay unchanged, and all checksums match")
  func inPlace() async throws {
    let store = try await ErasableStore(1...4)
    let report = try await store.files.erase([store.id(2), store.id(9)], in: "f", by: "ada")
    #expect(report.erased == [store.id(2)])
    #expect(report.missing == [store.id(9)])
    let lines = try store.lines()
    #expect(lines.map(\.count) == (1...4).map { StoredLine.record($0).line.count })
    for number in [1, 3, 4] { #expect(lines[number - 1] == StoredLine.record(number).line) }
    let left = try JSONReader.document(lines[1]).value
    #expect(left["id"] == .string(store.id(2)))
    #expect(left["form"] == "f")
    #expect(left["submittedAt"] == "2026-01-31T12:00:00.000Z")
    #expect(left["values"] == nil)
    guard case .string(let time)? = left["erasedAt"] else { throw TestFailure("no time of erasing") }
    #expect(SubmissionTime(time) != nil)
    #expect(try store.findings() == [])
    #expect(try store.hasNo("Number 2"))
    #expect(store.notes.contains { $0.contains("by ada: \(store.id(2))") })
    #expect(store.files.editCounts.erased == 1)
  }

  @Test("erasing again is no error, and an erased submission is not recorded again")
  func again() async throws {
    let store = try await ErasableStore(1...2)
    _ = try await store.files.erase([store.id(1)], in: "f", by: "ada")
    let before = try store.lines()
    let report = try await store.files.erase([store.id(1)], in: "f", by: "bob")
    #expect(report.erasedBefore == [store.id(1)])
    #expect(report.erased.isEmpty)
    try await store.files.store(StoredLine.record(1))
    #expect(try store.lines() == before)
    #expect(try await store.files.time(of: store.id(1), in: "f") == "2026-01-31T12:00:00.000Z")
    try store.reopen()
    try await store.files.store(StoredLine.record(1))
    #expect(try store.lines() == before)
  }

  @Test("a line too short for all fields leaves out the name first, then the form, then the time of sending")
  func shortLines() {
    let id = StoredLine.record(1).id
    func keys(_ count: Int) -> [String] {
      let head = ErasedLine.head(
        id, form: "f", submittedAt: "2026-01-31T12:00:00.000Z", erasedAt: "2026-02-01T12:00:00.000Z", by: "ada",
        upTo: count)
      #expect(head.count <= count)
      guard case .object(let members)? = try? JSONReader.document(head).value else { return [] }
      return members.map(\.key)
    }
    #expect(keys(500) == ["id", "form", "submittedAt", "erasedAt", "by"])
    #expect(keys(140) == ["id", "form", "submittedAt", "erasedAt"])
    #expect(keys(125) == ["id", "submittedAt", "erasedAt"])
    #expect(keys(100) == ["id", "erasedAt"])
    #expect(keys(60) == [])
  }

  @Test("after the last line is erased and a write fails, the next line is appended correctly")
  func lastLine() async throws {
    let syncs = Atomic(true)
    var disk = DiskCalls.system
    disk.sync = { descriptor in syncs.load(ordering: .relaxed) ? DiskCalls.system.sync(descriptor) : -1 }
    let store = try await ErasableStore(1...2, disk: disk)
    _ = try await store.files.erase([store.id(2)], in: "f", by: "ada")
    syncs.store(false, ordering: .relaxed)
    await #expect(throws: SubmissionError.self) { try await store.files.store(StoredLine.record(3)) }
    syncs.store(true, ordering: .relaxed)
    try await store.files.store(StoredLine.record(3))
    let lines = try store.lines()
    #expect(lines.count == 3)
    #expect(lines[2] == StoredLine.record(3).line)
    #expect(try store.hasNo("Number 2"))
    #expect(try store.findings() == [])
  }

  @Test("if any disk call fails during an erasure, a restart completes it and changes nothing else", arguments: 1...13)
  func failures(call: Int) async throws {
    let count = Atomic(0)
    let isArmed = Atomic(false)
    @Sendable func fails() -> Bool {
      isArmed.load(ordering: .relaxed) && count.wrappingAdd(1, ordering: .relaxed).newValue >= call
    }
    var disk = DiskCalls.system
    disk.sync = { fails() ? -1 : DiskCalls.system.sync($0) }
    disk.overwrite = { descriptor, bytes, offset in
      if !fails() { return DiskCalls.system.overwrite(descriptor, bytes, offset) }
      // Writes only half of it.
      _ = DiskCalls.system.overwrite(
        descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), offset)
      return -1
    }
    let store = try await ErasableStore(1...5, disk: disk)
    store.folder.write(
      "submissions/f.jsonl.torn", Array("{\"id\":\"\(store.id(2))\",\"values\":\"Number 2 was her".utf8))
    isArmed.store(true, ordering: .relaxed)
    var isDone = true
    do { _ = try await store.files.erase([store.id(2), store.id(4)], in: "f", by: "ada") } catch { isDone = false }
    isArmed.store(false, ordering: .relaxed)
    let hasIntention = store.has("submissions/f.jsonl.erasing")
    try store.reopen()
    if !isDone, !hasIntention {
      // It failed before the intention was written, so a start does not finish it.
      _ = try await store.files.erase([store.id(2), store.id(4)], in: "f", by: "ada")
    }
    let lines = try store.lines()
    for number in [1, 3, 5] { #expect(lines[number - 1] == StoredLine.record(number).line) }
    #expect(try store.hasNo("Number 2"))
    #expect(try store.hasNo("Number 4"))
    #expect(try store.findings() == [])
    #expect(!store.has("submissions/f.jsonl.erasing"))
  }

  @Test("an intention for a journal that was moved away does not change the new journal")
  func movedAway() async throws {
    let store = try await ErasableStore(1...2)
    let path = store.folder.path + "/submissions/f.jsonl"
    let line = ErasedLine(
      StoredLine.record(1).line, id: try #require(Token(store.id(1))), at: 0, record: 0, form: "f",
      erasedAt: "2026-02-01T12:00:00.000Z", by: "ada")
    // The intention is for another file, and at its place is a line that begins differently.
    let intention = ErasureIntention(device: 1, inode: 1, lines: [line], ids: [line.id])
    store.files.close()
    store.folder.write("submissions/f.jsonl", StoredLine.bytes(3, 4))
    #expect(unlink(store.folder.path + "/submissions/f.jsonl.sums") == 0)
    try intention.write(beside: path, disk: .system)
    try store.reopen()
    #expect(try store.lines() == [StoredLine.record(3).line, StoredLine.record(4).line])
    #expect(store.notes.contains { $0.contains("was not found at its recorded place") })
  }

  @Test("a damaged line is not erased, and the error says what to do")
  func damaged() async throws {
    let store = try await ErasableStore(1...2)
    var bytes = try #require(TestFile.read(store.folder.path + "/submissions/f.jsonl"))
    bytes[128] ^= 1
    store.folder.write("submissions/f.jsonl", bytes)
    let error = await #expect(throws: SubmissionError.self) {
      try await store.files.erase([store.id(1)], in: "f", by: "ada")
    }
    #expect(error?.reason.contains("start the server again") == true)
    try store.reopen()
    let report = try await store.files.erase([store.id(1)], in: "f", by: "ada")
    #expect(report.erased == [store.id(1)])
    #expect(try store.hasNo("Number 1"))
  }

  @Test("200 submissions and 50 erasures run at the same time, and none is lost")
  func beside() async throws {
    let store = try await ErasableStore(1...50)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 51...250 { group.addTask { try await store.files.store(StoredLine.record(number)) } }
      for number in 1...50 {
        group.addTask { _ = try await store.files.erase([store.id(number)], in: "f", by: "ada") }
      }
      try await group.waitForAll()
    }
    let lines = try store.lines()
    #expect(lines.count == 250)
    #expect(lines.count { LineHead(of: $0)?.isErased == true } == 50)
    let kept = Set(lines.filter { LineHead(of: $0)?.isErased == false })
    #expect(kept == Set((51...250).map { StoredLine.record($0).line }))
    #expect(try store.findings() == [])
  }

  @Test("submissions older than a given time are erased, unless they were corrected since")
  func expiry() async throws {
    let store = try await ErasableStore([])
    let days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-03-01"]
    for (index, day) in days.enumerated() { try await store.files.store(StoredLine.record(index + 1, at: day)) }
    try await store.files.store(StoredLine.record(5, at: "2026-03-02").correcting(store.id(2), by: "ada"))
    let count = try await store.files.eraseExpired(of: "f", before: "2026-02-01T00:00:00.000Z", by: "retention")
    #expect(count == 2)
    let erased = try store.lines().map { LineHead(of: $0)?.isErased }
    #expect(erased == [true, false, true, false, false])
    #expect(store.files.editCounts.expirySeconds != nil)
    #expect(try await store.files.eraseExpired(of: "f", before: "2026-04-01T00:00:00.000Z", by: "retention") == 3)
    #expect(try store.findings() == [])
  }

  @Test("times in another format are compared by their day")
  func foreignTimes() async throws {
    let store = try await ErasableStore([])
    for (number, time) in ["2026-01-01T12:00:00+01:00", "2026-01-31T23:00:00-05:00"].enumerated() {
      let id = StoredLine.record(number + 1).id
      let line = #"{"id":"\#(id)","form":"f","version":"v","submittedAt":"\#(time)","values":{"note":"Number"}}"#
      try await store.files.store(
        SubmissionRecord(id: id, form: "f", version: "v", time: time, line: Array(line.utf8)))
    }
    #expect(try await store.files.eraseExpired(of: "f", before: "2026-02-01T00:00:00.000Z", by: "retention") == 1)
    #expect(try store.lines().map { LineHead(of: $0)?.isErased } == [true, false])
  }

  @Test("a file is removed with the last submission that names it, but not while another one is being sent")
  func files() async throws {
    let store = try await ErasableStore([])
    let digest = SHA256.hex(of: Array("a file".utf8))
    try store.attachments.open()
    store.folder.write("files/\(digest)", Array("a file".utf8))
    for number in 1...3 { try await store.files.store(StoredLine.record(number, naming: digest)) }
    _ = try await store.files.erase([store.id(1)], in: "f", by: "ada")
    #expect(store.has("files/\(digest)"))
    store.attachments.hold([digest])
    _ = try await store.files.erase([store.id(2), store.id(3)], in: "f", by: "ada")
    #expect(store.has("files/\(digest)"))
    store.attachments.release([digest])
    try await store.files.store(StoredLine.record(4))
    _ = try await store.files.erase([store.id(4)], in: "f", by: "ada")
    #expect(!store.has("files/\(digest)"))
    #expect(!store.has("submissions/erased-files"))
  }

  @Test("if an observer fails, the erasure stays open, and the next start asks the observer again")
  func observers() async throws {
    let observer = Observer()
    let store = try await ErasableStore(1...2, observers: [observer])
    observer.fails.store(true, ordering: .relaxed)
    await #expect(throws: SubmissionError.self) { try await store.files.erase([store.id(1)], in: "f", by: "ada") }
    #expect(store.has("submissions/f.jsonl.erasing"))
    observer.fails.store(false, ordering: .relaxed)
    try store.reopen()
    #expect(observer.erased.withLock { $0 } == [store.id(1)])
    #expect(!store.has("submissions/f.jsonl.erasing"))
  }
}

private final class Observer: ErasureObserver {
  let fails = Atomic(false)
  let erased = Lock<[String]>([])

  func erase(_ ids: [String], of form: String) throws {
    if fails.load(ordering: .relaxed) { throw TestFailure("the observer fails") }
    erased.withLock { $0 += ids }
  }
}

struct TestFailure: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

/// A folder with submissions of the form `f`.
final class ErasableStore: Sendable {
  let folder: TemporaryFolder
  let attachments: AttachmentFolder
  private let observers: [any ErasureObserver]
  private let noteList: NoteList
  private let opened: Lock<SubmissionFiles>

  var files: SubmissionFiles { opened.withLock { $0 } }
  var notes: [String] { noteList.notes.withLock { $0 } }

  init(
    _ numbers: some Sequence<Int>, disk: DiskCalls = .system, observers: [any ErasureObserver] = []
  ) async throws {
    let folder = try TemporaryFolder()
    let attachments = AttachmentFolder(folder.path + "/files")
    let notes = NoteList()
    opened = Lock(try Self.open(folder, disk, attachments, observers, notes))
    (self.folder, self.attachments, self.observers, noteList) = (folder, attachments, observers, notes)
    for number in numbers { try await files.store(StoredLine.record(number)) }
  }

  private static func open(
    _ folder: TemporaryFolder, _ disk: DiskCalls, _ attachments: AttachmentFolder, _ observers: [any ErasureObserver],
    _ notes: NoteList
  ) throws -> SubmissionFiles {
    let files = try SubmissionFiles(
      reading: folder.path, disk: disk, attachments: attachments, observers: observers, note: { notes.add($0) })
    // A process that another test is starting holds the folder for a moment too.
    try files.open(#require(try DataFolder.awaiting(folder.path, milliseconds: 10_000)))
    return files
  }

  deinit {
    files.close()
    folder.remove()
  }

  /// Closes the files and opens them as after a restart.
  func reopen() throws {
    files.close()
    let files = try Self.open(folder, .system, attachments, observers, noteList)
    opened.withLock { $0 = files }
  }

  func has(_ name: String) -> Bool { FileIdentity(path: "\(folder.path)/\(name)") != nil }

  func id(_ number: Int) -> String { StoredLine.record(number).id }

  func lines() throws -> [[UInt8]] {
    let bytes = try #require(TestFile.read(folder.path + "/submissions/f.jsonl"))
    return bytes.split(separator: 10).map(Array.init)
  }

  /// The damage that another start would find.
  func findings() throws -> [String] {
    var scan = JournalScan(path: folder.path + "/submissions/f.jsonl")
    try scan.look { _ in }
    try scan.mend { _ in }
    return scan.findings
  }

  /// Whether no file in the folder contains this text.
  func hasNo(_ text: String) throws -> Bool {
    try Self.files(below: folder.path).allSatisfy { !$0.contains(Array(text.utf8)) }
  }

  private static func files(below path: String) throws -> [[UInt8]] {
    try FolderContent(of: path).entries.flatMap { entry in
      let path = "\(path)/\(entry.name)"
      return entry.isFolder ? try files(below: path) : [TestFile.read(path) ?? []]
    }
  }
}

private final class NoteList: Sendable {
  let notes = Lock<[String]>([])
  func add(_ note: String) { notes.withLock { $0.append(note) } }
}
