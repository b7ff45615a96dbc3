import Glibc
import Support
import TestSupport
import Testing

@testable import FormSite

@Suite("The outbox")
struct OutboxTests {
  @Test("a new destination gets only later submissions, each once")
  func new() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let before = try SubmissionFiles(data: folder.path)
    for number in 1...3 { try await before.store(StoredLine.record(number)) }
    before.close()
    let test = try TestOutbox(folder)
    try await test.store(4...6)
    test.waitUntilDone(3)
    test.outbox.tick()
    #expect(test.ids().sorted() == (4...6).map(TestOutbox.id).sorted())
    #expect(test.figures().waiting == 0)
    #expect(test.figures().oldest == nil)
    test.close()
  }

  @Test("failed deliveries are retried after 1, 2, 4 seconds and so on, at most an hour, and reported once")
  func pauses() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let test = try TestOutbox(folder) { _, _, attempt in attempt < 16 ? .failed("no \(attempt)") : .delivered }
    try await test.store(1...1)
    test.waitUntilDone(1)
    var pauses: [Int] = []
    for attempt in 2...16 {
      let pause = Delivery.pauseMilliseconds(after: attempt - 1)
      pauses.append(pause / 1000)
      test.advance(pause - 1)
      test.outbox.waitUntilIdle()
      #expect(test.ids().count == attempt - 1)
      test.advance(1)
      test.waitUntilDone(attempt)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600])
    test.wait { test.figures().waiting == 0 }
    #expect(test.notes.count == 2)
    #expect(test.notes.first?.contains("no 1; will retry") == true)
    #expect(test.notes.last == "delivery to a: no failed deliveries are left to retry")
    test.close()
  }

  @Test("waiting deliveries survive a restart with their attempts, time and reason")
  func restart() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let first = try TestOutbox(folder) { _, _, _ in .failed("away") }
    try await first.store(1...2)
    first.waitUntilDone(2)
    first.advance(1000)
    first.waitUntilDone(4)
    first.close()
    let second = try TestOutbox(folder, at: TestOutbox.start + 1001)
    second.advance(1998)
    second.outbox.waitUntilIdle()
    #expect(second.ids() == [])
    var entries: [OutboxEntry] = []
    try FileOutbox.forEachEntry(inData: folder.path) { entries.append($0) }
    #expect(entries.map(\.attempts) == [2, 2])
    #expect(entries.map(\.due) == [TestOutbox.start + 3000, TestOutbox.start + 3000])
    #expect(entries.map(\.reason) == ["away", "away"])
    second.advance(1)
    second.waitUntilDone(2)
    second.wait { second.figures().waiting == 0 }
    #expect(second.ids().sorted() == [1, 2].map(TestOutbox.id).sorted())
    second.close()
  }

  @Test("after the clock is set back by a day, a delivery waits at most an hour")
  func clock() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let first = try TestOutbox(folder) { _, _, _ in .failed("away") }
    try await first.store(1...1)
    first.waitUntilDone(1)
    first.close()
    let second = try TestOutbox(folder, at: TestOutbox.start - 86_400_000)
    second.outbox.tick()
    second.waitUntilDone(1)
    #expect(second.figures().delivered == 1)
    second.close()
  }

  @Test("a destination that hangs or fails delays neither other destinations nor submissions")
  func hanging() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let gate = Gate()
    let test = try TestOutbox(folder, ["a", "b", "c"]) { _, destination, _ in
      if destination == "b" { gate.pass() }
      return destination == "c" ? .failed("down") : .delivered
    }
    try await test.store(1...20)
    test.waitUntilDone(20, of: "a")
    test.waitUntilDone(20, of: "c")
    #expect(test.figures(of: "a").delivered == 20)
    test.wait { test.ids(of: "b").count == DestinationQueue.runningLimit }
    #expect(test.figures(of: "b").waiting == 20)
    gate.open()
    test.waitUntilDone(20, of: "b")
    #expect(test.figures(of: "b").delivered == 20)
    test.close()
  }

  @Test("deliveries in order wait until the one before is delivered")
  func order() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let test = try TestOutbox(folder, inOrder: true) { _, _, attempt in attempt == 1 ? .failed("no") : .delivered }
    try await test.store(1...10)
    for count in stride(from: 1, through: 19, by: 2) {
      test.waitUntilDone(count)
      test.outbox.waitUntilIdle()
      #expect(test.ids().count == count)
      test.advance(1000)
      test.waitUntilDone(count + 1)
    }
    #expect(test.ids() == (1...10).flatMap { [TestOutbox.id($0), TestOutbox.id($0)] })
    test.close()
  }

  @Test("a backlog waits in the journal, and no more deliveries than the limit are tried at once")
  func backlog() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let limit = DestinationQueue.waitingLimit
    let test = try TestOutbox(folder) { _, _, attempt in attempt == 1 ? .failed("down") : .delivered }
    try await test.files.store(inOrder: (1...limit + 500).map { StoredLine.record($0) })
    test.waitUntilDone(limit)
    test.outbox.waitUntilIdle()
    #expect(Set(test.ids()).count == limit)
    #expect(test.figures().waiting == limit + 500)
    var count = 0
    try FileOutbox.forEachEntry(inData: folder.path) { _ in count += 1 }
    #expect(count == limit + 500)
    test.advance(1000)
    test.waitUntilDone(2 * limit + 500)
    test.advance(1000)
    test.wait { test.figures().waiting == 0 }
    #expect(Set(test.ids()).count == limit + 500)
    test.close()
  }

  @Test("1,000 submissions to a destination that fails half the time are each delivered once")
  func flaky() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let delivered = Lock<[String: Int]>([:])
    let test = try TestOutbox(folder) { delivery, _, attempt in
      guard (delivery.id.utf8.reduce(0) { $0 &* 31 &+ Int($1) } ^ attempt) & 1 == 0 else { return .failed("at random") }
      delivered.withLock { $0[delivery.id, default: 0] += 1 }
      return .delivered
    }
    try await test.files.store(inOrder: (1...1000).map { StoredLine.record($0) })
    test.wait {
      test.advance(4000)
      return test.figures().delivered == 1000
    }
    #expect(delivered.withLock { $0 } == Dictionary(uniqueKeysWithValues: (1...1000).map { (TestOutbox.id($0), 1) }))
    test.close()
  }

  @Test("a process that ends while it writes the outbox file loses no delivery", arguments: [false, true])
  func everyBeginning(isInOrder: Bool) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let all = Set((1...4).map(TestOutbox.id))
    let test = try TestOutbox(folder, inOrder: isInOrder) { _, _, attempt in attempt == 1 ? .failed("no") : .delivered }
    try await test.store(1...4)
    test.wait {
      test.advance(4000)
      return test.figures().delivered == 4
    }
    test.close()
    let whole = try #require(TestFile.read("\(folder.path)/outbox/a.jsonl"))
    for length in stride(from: 0, through: whole.count, by: 7) {
      let beginning = Array(whole[..<length])
      #expect(TestFile.write(beginning, to: "\(folder.path)/outbox/a.jsonl"))
      // Later than any time that the first outbox may wait for: its clock advances each time the condition is checked.
      let next = try TestOutbox(folder, inOrder: isInOrder, at: test.now + 100_000)
      next.outbox.tick()
      next.wait { next.figures().waiting == 0 }
      next.close()
      let done = beginning.split(separator: 10, omittingEmptySubsequences: false).dropLast().compactMap { line in
        if case .done(let name)? = OutboxState.Event(line: Array(line)) { name.id.text } else { nil }
      }
      #expect(Set(next.ids()).union(done) == all)
      #expect(Set(next.ids()).isDisjoint(with: done))
    }
  }

  @Test("a journal that was moved away begins anew, and its undelivered submissions are reported")
  func rotation() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let gate = Gate()
    let test = try TestOutbox(folder, inOrder: true) { _, _, _ in
      gate.pass()
      return .delivered
    }
    try await test.store(1...3)
    test.wait { test.ids().count == 1 }
    #expect(rename("\(folder.path)/submissions/f.jsonl", "\(folder.path)/old.jsonl") == 0)
    try await test.store(4...5)
    gate.open()
    test.waitUntilDone(3)
    #expect(Set(test.ids()) == [TestOutbox.id(1), TestOutbox.id(4), TestOutbox.id(5)])
    #expect(test.notes.contains { $0.contains("moved away before all of it was delivered: not delivered to a: 2") })
    test.close()
  }

  @Test("after a restart, the last read line shows whether a journal was edited or replaced")
  func otherJournals() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let journal = "\(folder.path)/submissions/f.jsonl"
    func run(_ write: () throws -> Void) throws -> [String] {
      try write()
      unlink(journal + ".sums")
      let test = try TestOutbox(folder)
      test.outbox.tick()
      test.outbox.waitUntilIdle()
      test.wait { test.figures().waiting == 0 }
      test.close()
      return test.ids()
    }
    let first = try TestOutbox(folder)
    try await first.store(1...3)
    first.waitUntilDone(3)
    first.close()
    // The first line was removed by hand, and one was added.
    let came = try run { #expect(TestFile.write(StoredLine.bytes(2, 3, 4), to: journal)) }
    #expect(came == [TestOutbox.id(4)])
    // Another file with the same name: all of it is delivered.
    let others = try run { #expect(TestFile.write(StoredLine.bytes(7, 8), to: journal)) }
    #expect(others.sorted() == [7, 8].map(TestOutbox.id).sorted())
  }

  @Test("a destination that is no longer configured keeps its deliveries, and the start reports it")
  func former() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let first = try TestOutbox(folder, ["a", "b"]) { _, name, _ in name == "b" ? .failed("no") : .delivered }
    try await first.store(1...2)
    first.waitUntilDone(2, of: "b")
    first.close()
    let second = try TestOutbox(folder, ["a"])
    #expect(second.notes == ["outbox: no --deliver names b any more; 2 wait for it (formcells outbox drop b --all)"])
    try await second.store(3...3)
    second.waitUntilDone(1)
    #expect(second.figures(of: "b").waiting == 3)
    second.close()
    let third = try TestOutbox(folder, ["a", "b"], at: TestOutbox.start + 10_000)
    third.outbox.tick()
    third.waitUntilDone(3, of: "b")
    #expect(Set(third.ids(of: "b")) == Set((1...3).map(TestOutbox.id)))
    #expect(third.ids(of: "a") == [])
    third.close()
    let fourth = try TestOutbox(folder, ["a"])
    #expect(try fourth.outbox.drop(destination: "b", id: nil) == 0)
    #expect(TestFile.read("\(folder.path)/outbox/b.jsonl") == nil)
    fourth.close()
  }
}
