import FormCells
import Support
import TestSupport
import Testing

@testable import Answers

/// Downloaded files, from a store that contains lines.
@Suite("Downloads")
struct DownloadTests {
  private struct Lines: AnswerStore {
    let lines: [String]
    var failure: AnswerError?

    func forEachLine(
      of form: String, matching query: AnswerQuery, take: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws {
      if let failure { throw failure }
      for line in lines { try take(Array(line.utf8)) }
    }

    func forms() async throws(AnswerError) -> [String] { [] }
    func summaries(
      of forms: [String], days: ClosedRange<CalendarDate>, zone: TimeZone
    ) async throws(AnswerError) -> [AnswerSummary] { [] }
    func rows(of form: String, _ query: AnswerQuery, in range: Range<Int>) async throws(AnswerError)
      -> AnswerRows
    {
      AnswerRows(total: 0, lines: [])
    }
    func storedAnswer(_ id: String, of form: String) async throws(AnswerError) -> StoredAnswer? { nil }
    func tallies(of form: String, matching query: AnswerQuery, requests: [TallyRequest])
      async throws(AnswerError) -> [Tally]
    { [] }
    func progress(of form: String) -> Double? { nil }
  }

  private static let definition = #"""
    {"title":"Trip","sections":[{"cells":[{"type":"text","id":"name","label":"Name"},{"type":"date","id":"day","label":"Day"}]},
    {"container":"repeat","id":"costs","title":"Costs","item":"Cost","cells":[{"type":"number","id":"sum","label":"Sum"}]}]}
    """#

  private static let lines = [
    #"{"id":"b","form":"trip","version":"v","submittedAt":"2026-01-02T00:00:00.000Z","values":{"name":"=Ada","day":"2026-01-05","costs":[{"sum":1.50}]}}"#,
    #"{"id":"a","form":"trip","version":"v","submittedAt":"2026-01-01T00:00:00.000Z","values":{"name":"Grace","day":null,"costs":[]}}"#,
  ]

  private static func download(_ format: DownloadFormat, from store: Lines, byteLimit: Int = .max)
    async throws -> [UInt8]
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spool = SpoolFolder(in: "\(folder.path)/downloads", byteLimit: byteLimit)
    let request = DownloadRequest(
      form: "trip", query: AnswerQuery(), format: format, current: Array(definition.utf8)
    ) { _ in nil }
    return try await Downloads(in: spool).file(request, from: store).bytes()
  }

  @Test("a table has the lines in the query's order, and the form's columns")
  func csv() async throws {
    let bytes = try await Self.download(.csv, from: Lines(lines: Self.lines))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "id,submittedAt,version,name,day,costs\r\nb,2026-01-02T00:00:00.000Z,v,'=Ada,2026-01-05,1\r\n"
        + "a,2026-01-01T00:00:00.000Z,v,Grace,,0\r\n")
  }

  @Test("lines are downloaded as they were stored")
  func lines() async throws {
    let bytes = try await Self.download(.jsonl, from: Lines(lines: Self.lines))
    #expect(String(decoding: bytes, as: UTF8.self) == Self.lines.map { $0 + "\n" }.joined())
  }

  @Test("a workbook is a ZIP archive with two sheets")
  func workbook() async throws {
    let bytes = try await Self.download(.xlsx, from: Lines(lines: Self.lines))
    #expect(bytes.starts(with: [0x50, 0x4B, 3, 4]))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("xl/worksheets/sheet2.xml") && !text.contains("xl/worksheets/sheet3.xml"))
  }

  @Test("all of thousands of lines are written")
  func many() async throws {
    let lines = (0..<5000).map { number in
      #"{"id":"\#(number)","form":"trip","version":"v","submittedAt":"2026-01-01T00:00:00.000Z","values":{"name":"n\#(number)"}}"#
    }
    let bytes = try await Self.download(.csv, from: Lines(lines: lines))
    #expect(bytes.count { $0 == 10 } == 5001)
  }

  @Test("errors of reading and writing are thrown")
  func failures() async throws {
    await #expect(throws: AnswerError.busy) {
      try await Self.download(.csv, from: Lines(lines: [], failure: .busy))
    }
    await #expect(throws: SpoolError.full) {
      try await Self.download(.jsonl, from: Lines(lines: Self.lines), byteLimit: 100)
    }
  }
}
