import Glibc
import Support
import Synchronization
import TestSupport

@testable import Answers

/// A data folder with the submissions of one form.
struct AnswerFolder {
  static let form = "f"

  let folder: TemporaryFolder
  let notes = NoteList()

  init(_ lines: [[UInt8]] = []) throws {
    folder = try TemporaryFolder()
    folder.makeFolder("submissions")
    write(lines)
  }

  var journal: String { "\(folder.path)/submissions/\(Self.form).jsonl" }
  var indexFolder: String { "\(folder.path)/index/\(Self.form)" }

  func write(_ lines: [[UInt8]]) {
    folder.write("submissions/\(Self.form).jsonl", lines.flatMap { line -> [UInt8] in line + [10] })
  }

  func append(_ lines: [[UInt8]]) throws {
    let bytes = lines.flatMap { line -> [UInt8] in line + [10] }
    let file = try IndexFile(journal, writes: true)
    try file.write(bytes, at: file.byteCount())
  }

  /// Overwrites a line in place, as erasing does: the new line has the same length.
  func eraseLine(_ number: Int, of lines: [[UInt8]]) throws -> [UInt8] {
    let value = try JSONReader.document(lines[number]).value
    var line = JSONValue.object([
      .init("id", value["id"] ?? .null), .init("form", "f"), .init("submittedAt", value["submittedAt"] ?? .null),
      .init("erasedAt", "2026-01-31T12:00:00.000Z"), .init("by", "ada"),
    ]).compactBytes
    line += [UInt8](repeating: UInt8(ascii: " "), count: lines[number].count - line.count)
    let offset = lines[..<number].reduce(0) { $0 + $1.count + 1 }
    try IndexFile(journal, writes: true).write(line, at: offset)
    return line
  }

  func index() -> AnswerIndex {
    let notes = notes
    return AnswerIndex(data: folder.path, note: { notes.add($0) })
  }

  func remove() { folder.remove() }
}

/// The notes that an index wrote.
final class NoteList: Sendable {
  private let notes = Mutex<[String]>([])

  func add(_ note: String) { notes.withLock { $0.append(note) } }
  var all: [String] { notes.withLock { $0 } }
  /// The notes about an index that could not be used and was built again.
  var rebuilt: [String] { all.filter { $0.contains("built again") } }
}

extension AnswerIndex {
  /// All lines that match, and their number.
  func all(_ query: AnswerQuery) async throws -> AnswerRows {
    try await rows(of: AnswerFolder.form, query, in: 0..<1_000_000)
  }
}
