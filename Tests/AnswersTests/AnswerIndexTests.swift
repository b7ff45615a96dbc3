import FormCells
import Support
import TestSupport
import Testing

@testable import Answers

/// Queries with the index give the same results as without it.
@Suite("Queries of the index")
struct AnswerIndexTests {
  @Test("random queries find the same lines as a full scan", arguments: 1...6 as ClosedRange<UInt64>)
  func queries(_ seed: UInt64) async throws {
    var random = RandomAnswers(seed: seed)
    // For one seed, more rows than a block has.
    var lines = random.lines(seed == 1 ? 9000 : 400)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    let index = folder.index()
    _ = try await index.ready()
    let more = random.lines(50)
    lines += more
    try folder.append(more)
    let plain = PlainAnswers(lines)
    #expect(plain.current.count < lines.count)
    var found = 0
    for _ in 0..<(seed == 1 ? TestExtent.count(3, full: 20) : TestExtent.count(15, full: 120)) {
      let query = try random.query()
      let expected = plain.ordered(query)
      let rows = try await index.all(query)
      #expect(rows.total == expected.count, "\(query)")
      #expect(rows.lines == expected.map(\.bytes), "\(query)")
      let page = Int.random(in: 0..<5, using: &random.generator)
      let part = try await index.rows(of: AnswerFolder.form, query, in: page * 50..<page * 50 + 50)
      #expect(part.lines == Array(expected.map(\.bytes).dropFirst(page * 50).prefix(50)), "\(query)")
      found += expected.count
    }
    #expect(found > 100)
    #expect(folder.notes.rebuilt == [])
    index.close()
  }

  @Test("downloads give the lines in the query's order, and stop when the receiver throws")
  func download() async throws {
    var random = RandomAnswers(seed: 11)
    let lines = random.lines(300)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    let index = folder.index()
    _ = try await index.ready()
    var query = AnswerQuery()
    query.sort = .column(AnswerColumn("name", kind: .text), isDescending: false)
    let taken = Lock<[[UInt8]]>([])
    try await index.forEachLine(of: AnswerFolder.form, matching: query) { line in taken.withLock { $0.append(line) } }
    #expect(taken.withLock { $0 } == PlainAnswers(lines).ordered(query).map(\.bytes))
    struct Refusal: Error {}
    let count = Lock(0)
    await #expect(throws: Refusal.self) {
      try await index.forEachLine(of: AnswerFolder.form, matching: query) { _ in
        count.withLock { $0 += 1 }
        throw Refusal()
      }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("a summary counts the current submissions by day")
  func summary() async throws {
    var random = RandomAnswers(seed: 12)
    let lines = random.lines(200)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    let index = folder.index()
    _ = try await index.ready()
    let plain = PlainAnswers(lines).current
    let zone = try #require(TimeZone(rule: "XXX-5:30"))
    let days = plain.compactMap { zone.day(at: $0.milliseconds / 1000) }
    let range = try #require(days.min())...(try #require(days.max()))
    let summaries = try await index.summaries(of: ["f", "none"], days: range, zone: zone)
    #expect(summaries[0].count == plain.count)
    #expect(summaries[0].newest == plain.max { $0.milliseconds < $1.milliseconds }?.text("submittedAt"))
    #expect(summaries[0].perDay.reduce(0, +) == plain.count)
    #expect(summaries[0].perDay[0] == days.count { $0 == range.lowerBound })
    #expect(summaries[1].count == 0 && summaries[1].newest == nil && index.progress(of: "none") == nil)
  }

  @Test("a submission that was replaced leads to the newest of its chain")
  func chains() async throws {
    func line(_ number: Int, replaces: Int? = nil) -> [UInt8] {
      func id(_ number: Int) -> JSONValue { .string(Token((UInt64(number), 7)).text) }
      var members: [JSONValue.Member] = [.init("id", id(number)), .init("submittedAt", "2026-01-31T12:00:00.000Z")]
      if let replaces { members.append(.init("replaces", id(replaces))) }
      return JSONValue.object(members + [.init("values", ["name": "x"])]).compactBytes
    }
    let lines = [line(1), line(2), line(3, replaces: 1), line(4, replaces: 3)]
    let folder = try AnswerFolder(Array(lines.dropLast()))
    defer { folder.remove() }
    let index = folder.index()
    _ = try await index.ready()
    try folder.append([lines[3]])
    #expect(try await index.all(AnswerQuery()).lines == [lines[3], lines[1]])
    let first = try await index.storedAnswer(Token((1, 7)).text, of: "f")
    #expect(first == StoredAnswer(line: lines[0], state: .replaced(by: Token((4, 7)).text)))
    #expect(try await index.storedAnswer(Token((4, 7)).text, of: "f")?.state == .current)
    #expect(try await index.storedAnswer(Token((9, 7)).text, of: "f") == nil)
    #expect(try await index.storedAnswer("x", of: "f") == nil)
  }

  @Test("new lines are found at once; if a query cannot read them all, it throws instead of giving a part")
  func late() async throws {
    var random = RandomAnswers(seed: 14)
    let lines = random.lines(3000)
    let folder = try AnswerFolder(Array(lines[..<10]))
    defer { folder.remove() }
    let index = folder.index()
    _ = try await index.ready()
    #expect(lines[10...].joined().count > 1 << 20)
    try folder.append(Array(lines[10...]))
    #expect(try await index.all(AnswerQuery()).lines.count == PlainAnswers(lines).current.count)
    let more = random.lines(300)
    let slow = AnswerIndex(data: folder.folder.path, ownByteLimit: 10_000)
    _ = try await slow.ready()
    try folder.append(more)
    await #expect(throws: AnswerError.self) { try await slow.all(AnswerQuery()) }
    _ = try await slow.ready()
    #expect(try await slow.all(AnswerQuery()).lines.count == PlainAnswers(lines + more).current.count)
  }

  @Test("the index contains no password hash")
  func passwords() async throws {
    var random = RandomAnswers(seed: 13)
    let folder = try AnswerFolder(random.lines(20))
    defer { folder.remove() }
    _ = try await folder.index().ready()
    #expect(try folder.indexBytes().firstRange(of: Array("secrethash".utf8)) == nil)
    #expect(try folder.indexBytes().firstRange(of: Array("lovelace".utf8)) != nil)
  }
}

extension AnswerIndex {
  /// Waits until the index is complete.
  func ready() async throws -> AnswerRows {
    while true {
      do throws(AnswerError) {
        let rows = try await rows(of: AnswerFolder.form, AnswerQuery(), in: 0..<1)
        if progress(of: AnswerFolder.form) == nil { return rows }
      } catch {
        guard case .notReady = error else { throw error }
      }
      await Task.yield()
    }
  }
}

extension AnswerFolder {
  /// The bytes of all files of the index.
  func indexBytes() throws -> [UInt8] {
    try FolderContent(of: indexFolder).entries.flatMap {
      try FileContent(of: "\(indexFolder)/\($0.name)", byteLimit: 1 << 24).bytes
    }
  }
}
