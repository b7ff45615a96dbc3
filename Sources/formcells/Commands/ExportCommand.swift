import FormCells
import FormSite
import Glibc
import Support

/// `formcells export`: a form's submissions as CSV (RFC 4180) or JSON Lines.
struct ExportCommand {
  enum Format: String, CaseIterable { case csv, jsonl }

  private let form: String
  private let data: String
  /// In UTC, as submissions write it.
  private let since: String?
  private let format: Format

  init(_ arguments: Arguments) throws(UsageError) {
    let argument = try arguments.required("FORM")
    let name = argument.split(separator: "/").last.map(String.init) ?? argument
    form = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    data = arguments.text(.data, default: "./data")
    format = try arguments.choice(.format, default: .csv)
    let since = arguments.text(.since)
    self.since = since.flatMap(Self.utc)
    if let since, self.since == nil {
      throw arguments.usageError(.since, "'\(since)' is no date like 2026-01-31 or 2026-01-31T12:00:00Z")
    }
  }

  func run() throws {
    let path = SubmissionStore.path(of: form, inData: data)
    let bytes: [UInt8]
    do throws(DefinitionErrors) { bytes = try Definitions.read(path) } catch {
      throw Failure("\(path): error: no submissions of '\(form)' here: \(String(cString: strerror(errno)))")
    }
    let lines = bytes.split(separator: 10)
    switch format {
    case .jsonl:
      var output: [UInt8] = []
      for (number, line) in lines.enumerated() where isWanted(try parse(line, number, path)) {
        output += line
        output.append(10)
      }
      Terminal.print(output)
    case .csv:
      var submissions: [JSONValue] = []
      for (number, line) in lines.enumerated() {
        let submission = try parse(line, number, path)
        if isWanted(submission) { submissions.append(submission) }
      }
      Terminal.print(CSV.table(of: submissions))
    }
  }

  private func parse(_ line: ArraySlice<UInt8>, _ number: Int, _ path: String) throws -> JSONValue {
    do throws(JSONError) { return try JSONReader.document(Array(line)).value } catch {
      throw Failure("\(path):\(number + 1):\(error.offset + 1): error: \(error)")
    }
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

/// Submissions as a table: a row each, a column for each cell in the order in which they first appear.
enum CSV {
  static func table(of submissions: [JSONValue]) -> [UInt8] {
    var columns: [String] = []
    var known: Set<String> = []
    for case .object(let members) in submissions.compactMap({ $0["values"] }) {
      for member in members where known.insert(member.key).inserted { columns.append(member.key) }
    }
    let fixed = ["id", "submittedAt", "version"]
    var output = row(fixed + columns)
    for submission in submissions {
      output += row(
        fixed.map { text(of: submission[$0]) } + columns.map { text(of: submission["values"]?[$0]) })
    }
    return output
  }

  private static func row(_ fields: [String]) -> [UInt8] {
    Array((fields.map(quoted).joined(separator: ",") + "\r\n").utf8)
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { [10, 13, 34, 44].contains($0) }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// A list's values are joined by "; "; an amount is written with its currency.
  private static func text(of value: JSONValue?) -> String {
    switch value {
    case nil, .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): text
    case .array(let elements): elements.map { text(of: $0) }.joined(separator: "; ")
    case .object(let members): members.map { text(of: $0.value) }.joined(separator: " ")
    }
  }
}
