import Support
import TestSupport
import Testing

@testable import FormSite

/// Damaged journals when the server starts.
@Suite("Journal scan")
struct JournalScanTests {
  /// A journal with lines 1 to 4 and their checksums, which somebody else changed.
  private final class Damaged {
    let folder: TemporaryFolder
    let path: String
    /// The offset of each line.
    let starts: [Int]

    init(_ change: (inout [UInt8], [Int]) -> Void) throws {
      folder = try TemporaryFolder()
      path = "\(folder.path)/f.jsonl"
      var journal = Journal(path: path)
      try journal.append((1...4).map(StoredLine.line))
      journal.close()
      var bytes = StoredLine.bytes(1, 2, 3, 4)
      #expect(TestFile.read(path) == bytes)
      let length = bytes.count / 4
      starts = [0, length, 2 * length, 3 * length]
      change(&bytes, starts)
      folder.write("f.jsonl", bytes)
    }

    deinit { folder.remove() }

    /// The numbers of the submissions that a start finds, and the numbers of the lines that it reports.
    func scan() throws -> (found: [UInt64], lines: [String]) {
      var scan = JournalScan(path: path)
      var found: [UInt64] = []
      try scan.mend { found.append($0.id.low) }
      return (found, scan.findings.map { String($0.dropFirst(path.count + 1).prefix { $0 != ":" }) })
    }

    var content: [UInt8]? { TestFile.read(path) }
    var torn: [UInt8]? { TestFile.read(path + ".torn") }
  }

  @Test("an undamaged file is left unchanged")
  func whole() throws {
    let file = try Damaged { _, _ in }
    let (found, lines) = try file.scan()
    #expect(found == [1, 2, 3, 4])
    #expect(lines.isEmpty)
    #expect(file.content == StoredLine.bytes(1, 2, 3, 4))
    #expect(file.torn == nil)
  }

  @Test("a line with a flipped bit is found and set aside, and the other lines are kept")
  func flippedBit() throws {
    let length = StoredLine.bytes(2).count
    for offset in stride(from: 0, to: length - 1, by: 7) {
      let file = try Damaged { $0[$1[1] + offset] ^= 1 << (offset % 6) }
      let (found, lines) = try file.scan()
      #expect(found == [1, 3, 4], "byte \(offset)")
      #expect(lines == ["2"])
      #expect(file.torn?.count == length)
      let blank = [UInt8](repeating: 32, count: length - 1) + [10]
      #expect(file.content == StoredLine.bytes(1) + blank + StoredLine.bytes(3, 4))
      let again = try file.scan()
      #expect(again.found == [1, 3, 4])
      #expect(again.lines.isEmpty)
    }
  }

  @Test("an overwritten line end is restored, and a false line end does not split its line")
  func lineEnds() throws {
    let end = try Damaged { $0[$1[2] - 1] = UInt8(ascii: "J") }
    #expect(try end.scan().found == [1, 2, 3, 4])
    #expect(end.content == StoredLine.bytes(1, 2, 3, 4))
    let within = try Damaged { $0[$1[1] + 20] = 10 }
    let (found, lines) = try within.scan()
    #expect(found == [1, 3, 4])
    #expect(lines == ["2"])
  }

  @Test("an incomplete last line is set aside; if only its line end is missing, that is added")
  func tornEnd() throws {
    for removed in [1, 2, 3, 50, 130] {
      let file = try Damaged { bytes, _ in bytes.removeLast(removed) }
      let (found, lines) = try file.scan()
      #expect(lines == ["4"])
      if removed == 1 {
        #expect(found == [1, 2, 3, 4])
        #expect(file.content == StoredLine.bytes(1, 2, 3, 4))
      } else {
        #expect(found == [1, 2, 3])
        #expect(file.content == StoredLine.bytes(1, 2, 3))
        #expect(file.torn == StoredLine.bytes(4).dropLast(removed) + [10])
      }
    }
  }

  @Test("zeros in place of lines, as a crash can leave them, are removed")
  func zeros() throws {
    let file = try Damaged { bytes, starts in
      for index in starts[3]..<bytes.count { bytes[index] = 0 }
    }
    #expect(try file.scan().found == [1, 2, 3])
    #expect(file.content == StoredLine.bytes(1, 2, 3))
  }

  @Test("lines without checksums are checked as JSON, and get checksums")
  func uncovered() throws {
    let file = try Damaged { bytes, _ in bytes += StoredLine.bytes(5) + Array("{\"half\n".utf8) }
    let (found, lines) = try file.scan()
    #expect(found == [1, 2, 3, 4, 5])
    #expect(lines == ["6"])
    var bytes = try #require(file.content)
    bytes[StoredLine.bytes(1, 2, 3, 4).count + 100] ^= 1
    file.folder.write("f.jsonl", bytes)
    #expect(try file.scan().found == [1, 2, 3, 4])
  }

  @Test("if somebody removed a line, the file is accepted and its checksums are discarded")
  func edited() throws {
    let file = try Damaged { bytes, starts in bytes.removeSubrange(starts[1]..<starts[2]) }
    for _ in 1...2 {
      let (found, lines) = try file.scan()
      #expect(found == [1, 3, 4])
      #expect(lines.isEmpty)
    }
    #expect(file.content == StoredLine.bytes(1, 3, 4))
    #expect(file.torn == nil)
  }

  @Test("a read-only scan stops where another process may still write, and resumes there")
  func look() throws {
    let file = try Damaged { _, _ in }
    var scan = JournalScan(path: file.path)
    var found: [UInt64] = []
    try scan.look { found.append($0.id.low) }
    #expect(found == [1, 2, 3, 4])
    var journal = Journal(path: file.path)
    try journal.append([StoredLine.line(5)])
    file.folder.write("f.jsonl", try #require(file.content) + Array("{\"id".utf8))
    try scan.look { found.append($0.id.low) }
    #expect(found == [1, 2, 3, 4, 5])
    #expect(file.content == StoredLine.bytes(1, 2, 3, 4, 5) + Array("{\"id".utf8))
    try scan.mend { found.append($0.id.low) }
    #expect(found == [1, 2, 3, 4, 5])
    #expect(file.content == StoredLine.bytes(1, 2, 3, 4, 5))
    #expect(scan.findings.count == 1)
  }
}
