import Support
import TestSupport
import Testing

@testable import FormSite

/// Copies of lines that were stored, corrected and erased elsewhere.
@Suite("Copies of submissions")
struct SubmissionCopyTests {
  private static let time = "2026-02-01T12:00:00.000Z"

  @Test("lines are copied unchanged, once each, even if two replace the same one or one that is missing")
  func copies() async throws {
    let store = try await ErasableStore(1...1)
    let lines = [
      StoredLine.record(1), StoredLine.record(2).correcting(store.id(1), by: "ada"),
      StoredLine.record(3).correcting(store.id(1), by: "bob"), StoredLine.record(4).correcting(store.id(9), by: "bob"),
    ]
    for _ in 0..<2 { try await store.files.copy(lines) }
    #expect(try store.lines() == lines.map(\.line))
    try store.reopen()
    try await store.files.copy(lines)
    #expect(try store.lines() == lines.map(\.line))
    #expect(try store.findings() == [])
  }

  @Test("erasing a copy erases only that line, with the given time, and can be repeated")
  func erases() async throws {
    let store = try await ErasableStore(1...1)
    try await store.files.copy([StoredLine.record(2).correcting(store.id(1), by: "ada")])
    for _ in 0..<2 {
      try await store.files.eraseCopies(of: [store.id(1), store.id(8)], in: "f", at: Self.time, by: "grace")
    }
    let lines = try store.lines()
    let left = try JSONReader.document(lines[0]).value
    #expect(left["erasedAt"] == .string(Self.time))
    #expect(LineHead(of: lines[1])?.isErased == false)
    #expect(try store.hasNo("Number 1"))
    // A correction that arrives later stays too.
    try await store.files.copy([StoredLine.record(3).correcting(store.id(1), by: "ada")])
    try await store.files.eraseCopies(of: [store.id(1)], in: "f", at: Self.time, by: "grace")
    #expect(LineHead(of: try store.lines()[2])?.isErased == false)
    #expect(try store.findings() == [])
  }

  @Test("erasing copies of a form without a file does nothing and is no error")
  func nothing() async throws {
    let store = try await ErasableStore([])
    try await store.files.eraseCopies(of: [store.id(1)], in: "f", at: Self.time, by: "grace")
    #expect(!store.has("submissions/f.jsonl"))
  }
}
