import Support
import TestSupport
import Testing

@testable import FormSite

/// Submissions that replace others, stored in files.
@Suite("Corrections")
struct CorrectionTests {
  @Test("a correction's line has the replaced id and the author before the values")
  func line() throws {
    let correction = StoredLine.record(2).correcting(StoredLine.record(1).id, by: #"Ada "A" ü"#)
    let value = try JSONReader.document(correction.line).value
    guard case .object(let members) = value else { throw TestFailure("not an object") }
    #expect(members.map(\.key) == ["id", "form", "version", "submittedAt", "replaces", "by", "values"])
    #expect(value["by"] == #"Ada "A" ü"#)
    #expect(value["values"] == StoredLine.record(2).values)
    let head = try #require(LineHead(of: correction.line))
    #expect(head.replaces?.text == StoredLine.record(1).id)
    #expect(head.time.text == "2026-01-31T12:00:00.000Z")
    #expect(!head.isErased)
  }

  @Test("only the newest submission of a chain can be corrected, also after a restart")
  func newest() async throws {
    let store = try await ErasableStore(1...1)
    let (first, second, third) = (store.id(1), store.id(2), store.id(3))
    try await store.files.store(StoredLine.record(2).correcting(first, by: "ada"))
    try await store.files.store(StoredLine.record(2).correcting(first, by: "ada"))
    #expect(await conflict(StoredLine.record(3).correcting(first, by: "bob"), in: store) == .replaced(by: second))
    try store.reopen()
    #expect(await conflict(StoredLine.record(3).correcting(first, by: "bob"), in: store) == .replaced(by: second))
    try await store.files.store(StoredLine.record(3).correcting(second, by: "bob"))
    #expect(await conflict(StoredLine.record(4).correcting(store.id(9), by: "bob"), in: store) == .missing)
    #expect(try store.lines().count == 3)
    let report = try await store.files.erase([second], in: "f", by: "ada")
    #expect(Set(report.erased) == [first, second, third])
    #expect(await conflict(StoredLine.record(5).correcting(third, by: "bob"), in: store) == .erased)
    for number in 1...3 { #expect(try store.hasNo("Number \(number)")) }
    #expect(try store.findings() == [])
  }

  @Test("of concurrent corrections, one is stored and the others are told which")
  func race() async throws {
    let store = try await ErasableStore(1...1)
    let conflicts = await withTaskGroup(of: CorrectionConflict?.self) { group in
      for number in 2...9 {
        group.addTask { await conflict(StoredLine.record(number).correcting(store.id(1), by: "ada"), in: store) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let lines = try store.lines()
    #expect(lines.count == 2)
    let winner = try #require(LineHead(of: lines[1])).id.text
    #expect(conflicts.count { $0 == nil } == 1)
    #expect(conflicts.count { $0 == .replaced(by: winner) } == 7)
    #expect(store.files.editCounts.corrected == 1)
  }

  @Test("if corrections and erasures run at the same time, no erased value remains")
  func raceWithErasing() async throws {
    let store = try await ErasableStore(1...20)
    await withTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          _ = await conflict(StoredLine.record(100 + number).correcting(store.id(number), by: "ada"), in: store)
        }
        group.addTask { _ = try? await store.files.erase([store.id(number)], in: "f", by: "bob") }
      }
    }
    #expect(try store.lines().allSatisfy { LineHead(of: $0)?.isErased == true })
    #expect(try store.hasNo("Number"))
  }

  @Test("an imported correction may replace a missing submission, but two cannot replace the same one")
  func imported() async throws {
    let store = try await ErasableStore([])
    try await store.files.store(inOrder: [
      StoredLine.record(2).correcting(store.id(1), by: "ada"), StoredLine.record(3),
    ])
    #expect(try store.lines().count == 2)
    await #expect(throws: SubmissionError.self) {
      try await store.files.store(inOrder: [
        StoredLine.record(4).correcting(store.id(1), by: "bob"), StoredLine.record(5),
      ])
    }
  }

  private func conflict(_ record: SubmissionRecord, in store: ErasableStore) async -> CorrectionConflict? {
    do throws(SubmissionError) { try await store.files.store(record) } catch { return error.conflict }
    return nil
  }
}
