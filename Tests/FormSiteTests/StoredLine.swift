import Support
import Testing

@testable import FormSite

/// Small submissions with a number.
enum StoredLine {
  static func record(_ number: Int) -> SubmissionRecord {
    let id = Token((UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number))).text
    let time = "2026-01-31T12:00:00.000Z"
    let line =
      #"{"id":"\#(id)","form":"f","version":"v","submittedAt":"\#(time)","values":{"note":"Number \#(number)"}}"#
    return SubmissionRecord(id: id, form: "f", version: "v", time: time, line: Array(line.utf8))
  }

  static func line(_ number: Int) throws -> Journal.Line {
    let record = record(number)
    return Journal.Line(record: record, id: try #require(Token(record.id)))
  }

  /// A file that holds these lines.
  static func bytes(_ numbers: Int...) -> [UInt8] { numbers.flatMap { record($0).line + [10] } }
}
