import FormCells
import FormSite
import Glibc
import Support

/// `formcells export`: a form's submissions as CSV (RFC 4180) or JSON Lines.
struct ExportCommand {
  enum Format: String, CaseIterable { case csv, jsonl }

  private let form: String
  private let data: String
  private let place: SubmissionPlace
  /// In UTC, as submissions write it.
  private let since: String?
  private let format: Format

  init(_ arguments: Arguments) throws(UsageError) {
    let argument = try arguments.required("FORM")
    let name = argument.split(separator: "/").last.map(String.init) ?? argument
    form = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    data = arguments.text(.data, default: "./data")
    place = try arguments.submissionPlace()
    format = try arguments.choice(.format, default: .csv)
    let since = arguments.text(.since)
    self.since = since.flatMap(Self.utc)
    if let since, self.since == nil {
      throw arguments.usageError(.since, "'\(since)' is no date like 2026-01-31 or 2026-01-31T12:00:00Z")
    }
  }

  func run() throws {
    let source: any SubmissionExport
    do throws(SubmissionError) { source = try place.export(data: data) } catch { throw Failure("\(error)") }
    var output = BufferedOutput()
    switch format {
    case .jsonl:
      _ = try forEachSubmission(in: source) { line, _ in output.write(line + [10]) }
    case .csv:
      // Two passes, so that no more than a line is in memory: the columns first.
      var table = CSV()
      let count = try forEachSubmission(in: source) { _, submission in table.addColumns(of: submission) }
      output.write(table.header)
      _ = try forEachSubmission(in: source, to: count, warns: false) { _, submission in
        output.write(table.row(of: submission))
      }
    }
    output.flush()
  }

  /// Gives each submission that is wanted. A damaged line is skipped, with a warning.
  /// - Parameter last: the number of the last line to look at; what was added since the first pass has no columns yet.
  /// - Returns: the number of the last line.
  private func forEachSubmission(
    in source: any SubmissionExport, to last: Int = .max, warns: Bool = true,
    _ body: ([UInt8], JSONValue) -> Void
  ) throws -> Int {
    var count = 0
    do {
      try source.forEachLine(of: form) { line, number in
        guard number <= last else { return }
        count = number
        do throws(JSONError) {
          let submission = try JSONReader.document(line).value
          if isWanted(submission) { body(line, submission) }
        } catch {
          guard warns else { return }
          let place = "\(source.place(of: form)):\(number):\(error.offset + 1)"
          Terminal.error("\(place): warning: left out, it is damaged: \(error)")
        }
      }
    } catch let error as SubmissionError {
      throw Failure("\(error)")
    }
    return count
  }

  /// Timestamps in UTC compare as their text; a date alone is its first moment.
  private func isWanted(_ submission: JSONValue) -> Bool {
    guard let since, case .string(let time) = submission["submittedAt"] else { return true }
    return time.prefix(19) >= since.prefix(19)
  }

  /// A date, or a date and time (RFC 3339 §5.6; without an offset it is UTC), in UTC. Nil: there is no such time.
  private static func utc(_ text: String) -> String? {
    guard let day = CalendarDate(parsing: String(text.prefix(10))) else { return nil }
    let rest = text.dropFirst(10)
    if rest.isEmpty { return text }
    let time = /T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))?/
    guard let parts = rest.wholeMatch(of: time)?.output else { return nil }
    func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    var clock = tm()
    clock.tm_year = Int32(day.year - 1900)
    clock.tm_mon = Int32(day.month - 1)
    clock.tm_mday = Int32(day.day)
    let ahead = (parts.4 == "-" ? -60 : 60) * (60 * number(parts.5) + number(parts.6))
    let seconds = timegm(&clock) + 3600 * number(parts.1) + 60 * number(parts.2) + number(parts.3) - ahead
    guard let date = CalendarDate(unixSeconds: seconds) else { return nil }
    let second = ((seconds % 86_400) + 86_400) % 86_400
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(date)T\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))Z"
  }
}
