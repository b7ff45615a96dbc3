import FormCells
import Glibc
import Support
import TestSupport
import Testing

@testable import Answers

/// A damaged index is built again, unless the damage does not matter.
@Suite("Faults of the index")
struct IndexFaultTests {
  private static func lines(_ seed: UInt64, _ count: Int = 120) -> [[UInt8]] {
    var random = RandomAnswers(seed: seed)
    return random.lines(count)
  }

  /// Opens the index as another process would, and compares its results with all lines.
  private func check(_ folder: AnswerFolder, _ lines: [[UInt8]]) async throws {
    let index = folder.index()
    _ = try await index.ready()
    let plain = PlainAnswers(lines)
    for name in ["name", "tags", "score", "expenses"] {
      var query = AnswerQuery()
      let column = try #require(RandomAnswers.columns.first { $0.column.name == name }).column
      query.sort = .column(column, isDescending: false, ranks: ["a": 0])
      #expect(try await index.all(query).lines == plain.ordered(query).map(\.bytes), "\(name)")
    }
    var query = AnswerQuery()
    try query.search(for: "ada", in: RandomAnswers.columns)
    #expect(try await index.all(query).lines == plain.ordered(query).map(\.bytes))
    for line in plain.current.prefix(5) {
      #expect(try await index.storedAnswer(try #require(line.text("id")), of: "f")?.line == line.bytes)
    }
    index.close()
  }

  @Test("a second process continues with the existing index")
  func goesOn() async throws {
    let lines = Self.lines(1)
    let folder = try AnswerFolder(Array(lines.prefix(100)))
    defer { folder.remove() }
    try await check(folder, Array(lines.prefix(100)))
    try folder.append(Array(lines.dropFirst(100)))
    try await check(folder, lines)
    #expect(folder.notes.rebuilt == [])
  }

  @Test("a truncated or missing index file does not change the answers")
  func cutOff() async throws {
    let lines = Self.lines(2)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    try await check(folder, lines)
    for entry in try FolderContent(of: folder.indexFolder).entries {
      let path = "\(folder.indexFolder)/\(entry.name)"
      // Columns are all stored alike, so two of them are enough.
      if entry.name.hasPrefix("column-"), !["column-0", "column-3"].contains(entry.name) { continue }
      guard let size = JournalState(path: path)?.byteCount else { continue }
      for part in [0, size / 2, size - 1] where part >= 0 && part < size {
        try IndexFile(path, writes: true).resize(to: part)
        try await check(folder, lines)
      }
      #expect(unlink(path) == 0)
      try await check(folder, lines)
    }
    #expect(!folder.notes.rebuilt.isEmpty)
  }

  @Test("rows written after the last head are ignored")
  func uncommitted() async throws {
    let lines = Self.lines(3)
    let folder = try AnswerFolder(Array(lines.prefix(60)))
    defer { folder.remove() }
    try await check(folder, Array(lines.prefix(60)))
    let head = try FileContent(of: "\(folder.indexFolder)/head", byteLimit: 1 << 20).bytes
    try folder.append(Array(lines.dropFirst(60)))
    try await check(folder, lines)
    // As if the process had ended before it wrote the head: the other files have more rows than the head counts.
    #expect(TestFile.write(head, to: "\(folder.indexFolder)/head"))
    try await check(folder, lines)
    #expect(TestFile.write(head, to: "\(folder.indexFolder)/head"))
    folder.write(Array(lines.prefix(60)))
    try await check(folder, Array(lines.prefix(60)))
  }

  @Test("a changed or replaced file of submissions is noticed")
  func otherLines() async throws {
    let lines = Self.lines(4)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    try await check(folder, lines)
    // The same file with one letter changed by hand.
    var edited = lines
    let place = try #require(edited[50].firstRange(of: Array("\"values\"".utf8))?.upperBound)
    edited[50][place + 3] = edited[50][place + 3] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
    let offset = lines[..<50].reduce(0) { $0 + $1.count + 1 }
    try IndexFile(folder.journal, writes: true).write(edited[50], at: offset)
    try await check(folder, edited)
    // Another file with the same name, then a shorter one.
    let others = Self.lines(5)
    folder.write(others)
    try await check(folder, others)
    folder.write(Array(others.prefix(7)))
    try await check(folder, Array(others.prefix(7)))
  }

  @Test("erased submissions are removed from the index, even if it is notified late", arguments: [true, false])
  func erased(_ isTold: Bool) async throws {
    var lines = Self.lines(6)
    let text = "Xylophonist"
    var marked = try JSONReader.document(lines[40]).value
    if case .object(var members) = marked {
      members.removeAll { ["erasedAt", "by", "values", "replaces"].contains($0.key) }
      members.append(.init("values", ["name": .string(text), "tags": [.string("\(text) tag"), "b"]]))
      marked = .object(members)
    }
    lines[40] = marked.compactBytes + [UInt8](repeating: UInt8(ascii: " "), count: 200)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    let index = folder.index()
    _ = try await index.ready()
    #expect(try folder.indexBytes().firstRange(of: Array(text.lowercased().utf8)) != nil)
    if !isTold { index.close() }
    lines[40] = try folder.eraseLine(40, of: lines)
    guard case .string(let id)? = marked["id"] else { return }
    if isTold {
      try index.erase([id], of: "f")
      #expect(try await index.storedAnswer(id, of: "f") == StoredAnswer(line: lines[40], state: .erased))
      index.close()
    }
    try await check(folder, lines)
    #expect(try folder.indexBytes().firstRange(of: Array(text.lowercased().utf8)) == nil)
    #expect(folder.notes.rebuilt == [])
  }

  @Test("a submission that is being erased is left out before the index is notified")
  func beingErased() async throws {
    let lines = Self.lines(8)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    let index = folder.index()
    _ = try await index.ready()
    let plain = PlainAnswers(lines)
    let before = try await index.all(AnswerQuery()).lines
    let number = try #require(lines.firstIndex(of: plain.current[3].bytes))
    let id = try #require(plain.current[3].text("id"))
    let erased = try folder.eraseLine(number, of: lines)
    let left = before.filter { $0 != lines[number] }
    #expect(left.count == before.count - 1)
    let rows = try await index.all(AnswerQuery())
    #expect(rows == AnswerRows(total: left.count, lines: left))
    let taken = Lock<[[UInt8]]>([])
    try await index.forEachLine(of: "f", matching: AnswerQuery()) { line in taken.withLock { $0.append(line) } }
    #expect(taken.withLock { $0 } == left)
    #expect(try await index.storedAnswer(id, of: "f") == StoredAnswer(line: erased, state: .erased))
    #expect(folder.notes.all == [])
    try index.erase([id], of: "f")
    #expect(try await index.all(AnswerQuery()).lines == left)
    // Any other line in its place is damage.
    var damaged = lines[number]
    damaged[damaged.count - 2] ^= 1
    let offset = lines[..<number].reduce(0) { $0 + $1.count + 1 }
    try IndexFile(folder.journal, writes: true).write(damaged, at: offset)
    await #expect(throws: AnswerError.self) { try await index.storedAnswer(id, of: "f") }
    #expect(folder.notes.all.count == 1)
    index.close()
  }

  @Test("damaged, blank and unterminated lines are skipped")
  func damaged() async throws {
    let lines = Self.lines(7, 20)
    let folder = try AnswerFolder(lines)
    defer { folder.remove() }
    let blank = [UInt8](repeating: 32, count: 30)
    try folder.append([blank, Array("{\"id\":".utf8)])
    let file = try IndexFile(folder.journal, writes: true)
    try file.write(Array(lines[0].prefix(40)), at: file.byteCount())
    try await check(folder, lines)
  }
}
