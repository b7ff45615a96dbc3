import Dispatch
import Support
import Synchronization
import TestSupport
import Testing

@testable import FormSite

/// The folder of submissions and its owner.
@Suite("Submission files")
struct SubmissionFilesTests {
  @Test("a second owner of the folder is refused, and the error names the first")
  func oneOwner() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let first = try DataFolder(folder.path)
    try first.note(address: "http://127.0.0.1:8080")
    let error = #expect(throws: SubmissionError.self) { try SubmissionFiles(data: folder.path) }
    #expect(error?.reason.contains("http://127.0.0.1:8080") == true)
    first.release()
    let second = try SubmissionFiles(data: folder.path)
    second.close()
    await #expect(throws: SubmissionError.self) { try await second.store(StoredLine.record(1)) }
  }

  @Test("ids that the index no longer holds are found in the file")
  func forgotten() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let files = try SubmissionFiles(reading: folder.path, idLimit: 4, disk: .system, note: { _ in })
    try files.open(DataFolder(folder.path))
    for _ in 1...2 {
      for number in 1...20 { try await files.store(StoredLine.record(number)) }
    }
    #expect(files.state.withLock { $0.index.count } <= 4)
    for number in 1...20 {
      #expect(try await files.time(of: StoredLine.record(number).id, in: "f") == "2026-01-31T12:00:00.000Z")
    }
    #expect(try await files.time(of: StoredLine.record(21).id, in: "f") == nil)
    let lines = try #require(TestFile.read("\(folder.path)/submissions/f.jsonl"))
    #expect(lines.count { $0 == 10 } == 20)
    files.close()
  }

  @Test(
    "the index finds the ids that it holds, and says of the others that it may have dropped them",
    arguments: [false, true])
  func index(isCounted: Bool) throws {
    var index = SubmissionIndex(idLimit: 20_000)
    let time = try #require(SubmissionTime("2026-12-31T23:59:59.999Z"))
    #expect(time.text == "2026-12-31T23:59:59.999Z")
    // Ids made by other programs may be consecutive.
    func id(_ number: UInt64) -> Token { Token(isCounted ? (0, number) : (number &* 0x9E37_79B9_7F4A_7C15, ~number)) }
    for number in 0..<100_000 as Range<UInt64> { index.insert(id(number), at: time) }
    for number in 0..<100_000 as Range<UInt64> {
      #expect(index.time(of: id(number)) == time || index.mayHaveForgotten(id(number)))
      if number >= 90_000 { #expect(index.time(of: id(number)) == time) }
    }
    #expect(index.count <= 20_000)
    let strangers = 100_000..<200_000 as Range<UInt64>
    #expect(strangers.allSatisfy { index.time(of: id($0)) == nil })
    #expect(strangers.count { index.mayHaveForgotten(id($0)) } < 1000)
  }

  @Test("times in other formats are not accepted")
  func times() {
    for text in ["2026-01-31T12:00:00Z", "2026-01-31 12:00:00.000Z", "2026-01-31T12:00:00.000+", "", "x"] {
      #expect(SubmissionTime(text) == nil)
    }
  }

  @Test("all submissions of one event loop turn are written with one sync")
  func turn() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let files = try SubmissionFiles(data: folder.path)
    let loop = SerialLoop()
    let stores = loop.queue.sync {
      (1...5).map { number in
        Task(executorPreference: loop) { try await files.store(StoredLine.record(number)) }
      }
    }
    for store in stores { try await store.value }
    #expect(files.counts.stored == 5)
    #expect(files.counts.syncs.counts.reduce(0, +) == 1)
    files.close()
  }

  @Test("a failing disk is reported until a probe succeeds")
  func recovery() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let isFull = Atomic(false)
    let notes = Lock<[String]>([])
    let (recovered, recovery) = AsyncStream.makeStream(of: Void.self)
    var disk = DiskCalls.system
    disk.sync = { descriptor in isFull.load(ordering: .relaxed) ? -1 : DiskCalls.system.sync(descriptor) }
    let files = try SubmissionFiles(
      reading: folder.path, idLimit: 10, disk: disk,
      note: { note in
        notes.withLock { $0.append(note) }
        recovery.yield()
      })
    try files.open(DataFolder(folder.path))
    #expect(files.failure == nil)
    isFull.store(true, ordering: .relaxed)
    await #expect(throws: SubmissionError.self) { try await files.store(StoredLine.record(1)) }
    #expect(files.failure?.hasPrefix("f: cannot ") == true)
    #expect(files.counts == SubmissionCounts(stored: 0, failedWrites: 1, damagedLines: 0))
    isFull.store(false, ordering: .relaxed)
    for await _ in recovered { break }
    #expect(files.failure == nil)
    #expect(notes.withLock { $0.count } == 1)
    #expect(TestFile.read("\(folder.path)/submissions/f.jsonl") == [])
    files.close()
  }
}

/// Runs jobs one after another, as an event loop does.
private final class SerialLoop: TaskExecutor {
  let queue = DispatchQueue(label: "turns")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
