import Dispatch
import FormController
import FormSite
import Support

/// `formcells import`: records the submissions of a JSON Lines file in a server's storage. Each is recorded once, by its id, even if it
/// is imported several times.
struct ImportCommand {
  /// The number of submissions that are recorded together.
  private static let batchLineLimit = 500

  private let file: String
  private let data: String
  private let place: SubmissionPlace

  init(_ arguments: Arguments) throws(UsageError) {
    file = try arguments.required("FILE")
    data = arguments.text(.data, default: "./data")
    place = try arguments.submissionPlace()
  }

  func run() throws {
    var (count, known, damaged) = (0, 0, 0)
    var batch: [(record: SubmissionRecord, line: Int)] = []
    let name = file == "-" ? "standard input" : file
    func leaveOut(_ reason: String, line: Int, column: Int = 1) {
      damaged += 1
      Terminal.error("\(name):\(line):\(column): error: left out, \(reason)")
    }
    do {
      let storage = try place.storage(data: data, note: { Terminal.error($0) })
      func flush() throws {
        var seen = try Self.ids(of: batch.map(\.record), in: storage)
        let new = batch.filter { seen.insert($0.record.id).inserted }
        known += batch.count - new.count
        batch = []
        do { try Self.store(new.map(\.record), in: storage) } catch let error as SubmissionError
          where error.conflict != nil
        {
          // One of the lines failed, and none after it was recorded.
          for (record, line) in new where try Self.ids(of: [record], in: storage).isEmpty {
            do { try Self.store([record], in: storage) } catch let error as SubmissionError where error.conflict != nil
            {
              count -= 1
              leaveOut(error.reason, line: line)
            }
          }
        }
        count += new.count
      }
      try SubmissionFileReader.forEachLine(ofFile: file) { line, number in
        let record: SubmissionRecord
        do throws(LineFault) { record = try self.record(of: line) } catch {
          leaveOut("it is not a submission: \(error.reason)", line: number, column: error.offset + 1)
          return
        }
        // Submissions of the same form are recorded together.
        if batch.count == Self.batchLineLimit || batch.last.map({ $0.record.form != record.form }) ?? false {
          try flush()
        }
        batch.append((record, number))
      }
      try flush()
    } catch let error as SubmissionError {
      throw Failure("\(error)\nerror: \(count) lines of \(name) are recorded, the others can be imported again")
    }
    try Terminal.print("\(name): \(count) recorded, \(known) already there")
    if damaged > 0 { throw Failure("error: lines left out: \(damaged)") }
  }

  /// The ids of those submissions that already exist.
  private static func ids(of records: [SubmissionRecord], in storage: any SubmissionArchive) throws -> Set<String> {
    let ids: Result<Set<String>, any Error> = blocking {
      do {
        return .success(
          try await withThrowingTaskGroup(of: String?.self) { group in
            for record in records {
              group.addTask { try await storage.time(of: record.id, in: record.form) == nil ? nil : record.id }
            }
            return try await group.reduce(into: []) { ids, id in if let id { ids.insert(id) } }
          })
      } catch { return .failure(error) }
    }
    return try ids.get()
  }

  private static func store(_ records: [SubmissionRecord], in storage: any SubmissionArchive) throws {
    let result: Result<Void, any Error> = blocking {
      do { return .success(try await storage.store(inOrder: records)) } catch { return .failure(error) }
    }
    try result.get()
  }

  private struct LineFault: Error {
    var offset = 0
    let reason: String
  }

  private func record(of line: [UInt8]) throws(LineFault) -> SubmissionRecord {
    var line = line
    let root: JSONNode
    do throws(JSONError) { root = try JSONReader.storedLine(line) } catch {
      throw LineFault(offset: error.offset, reason: isUTF16(line) ? Self.isUTF16 : error.message)
    }
    let submission = root.value
    guard case .object = submission else { throw LineFault(reason: "it is not an object") }
    // An erased submission has no other members.
    let isErased = submission["erasedAt"] != nil
    let head = try Self.headKeys.map { key throws(LineFault) in
      if isErased, key == "version", submission[key] == nil { return "" }
      guard let text = try Self.text(key, of: submission) else { throw LineFault(reason: "it has no '\(key)'") }
      return text
    }
    let (id, form, version) = (head[0], head[1], head[2])
    guard Token(id) != nil else { throw LineFault(reason: Self.isNoToken("id")) }
    guard form.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else { throw LineFault(reason: "its 'form' is not a form id") }
    var times: [(offset: Int, given: String, utc: String)] = []
    for key in isErased ? ["submittedAt", "erasedAt"] : ["submittedAt"] {
      guard let given = try Self.text(key, of: submission), let time = Self.timeInUTC(given),
        let place = root.member(key)?.offset, line[(place + 1)...].starts(with: given.utf8)
      else { throw LineFault(reason: "its '\(key)' is not a time such as 2026-01-31T12:00:00.000Z") }
      times.append((place + 1, given, time))
    }
    let time = times[0].utc
    // Times are converted to the stored form, so that they sort correctly. From the last one on, so that the earlier offsets stay valid.
    for (offset, given, utc) in times.sorted(by: { $0.offset > $1.offset }) {
      line.replaceSubrange(offset..<(offset + given.utf8.count), with: utc.utf8)
    }
    let replaces = try Self.token("replaces", of: submission)
    if replaces == id { throw LineFault(reason: "it replaces itself") }
    if !isErased {
      guard case .object? = submission["values"] else { throw LineFault(reason: "its 'values' are not an object") }
    }
    line = Self.withTextsInFront(line)
    let end = line.lastIndex { $0 != 32 && !(9...13 ~= $0) } ?? 0
    return SubmissionRecord(
      id: id, form: form, version: version, time: time, line: Array(line[...end].drop { $0 == 32 || 9...13 ~= $0 }),
      definition: definition(version, of: form), replaces: replaces,
      by: try Self.text("by", of: submission))
  }

  /// The line with what the submission replaces, and when it was erased, before its values: that is where they are looked for.
  private static func withTextsInFront(_ line: [UInt8]) -> [UInt8] {
    guard case .object(let members)? = try? JSONReader.storedLine(line).value,
      let values = members.firstIndex(where: { $0.key == "values" }),
      members[values...].contains(where: { ["replaces", "erasedAt"].contains($0.key) })
    else { return line }
    let rest = members[..<values] + members[(values + 1)...]
    return JSONValue.object(rest + [members[values]]).compactBytes
  }

  /// A time with any offset (RFC 3339), as `2026-01-31T12:00:00.000Z`; `nil` if it is no time, or its year does not have four digits.
  private static func timeInUTC(_ text: String) -> String? {
    guard
      let (_, local, fraction, sign, hours, minutes) = text.wholeMatch(
        of: /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))/)?.output,
      let time = Timestamp(iso8601: "\(local)Z")
    else { return nil }
    let offset = 3600 * (hours.flatMap { Int($0) } ?? 0) + 60 * (minutes.flatMap { Int($0) } ?? 0)
    let milliseconds = Int("\(fraction ?? "")000".prefix(3)) ?? 0
    let seconds = time.seconds + (sign == "-" ? offset : -offset)
    let utc = Timestamp(seconds: seconds, milliseconds: milliseconds).iso8601
    return Timestamp(iso8601: utc)?.seconds == seconds ? utc : nil
  }

  private static func text(_ key: String, of submission: JSONValue) throws(LineFault) -> String? {
    guard let value = submission[key] else { return nil }
    guard case .string(let text) = value else { throw LineFault(reason: "its '\(key)' is not a text") }
    return text
  }

  private static func token(_ key: String, of submission: JSONValue) throws(LineFault) -> String? {
    guard let text = try text(key, of: submission) else { return nil }
    guard Token(text) != nil else { throw LineFault(reason: isNoToken(key)) }
    return text
  }

  private static func isNoToken(_ key: String) -> String {
    "its '\(key)' is not 32 hexadecimal digits, in small letters"
  }

  private static let headKeys = ["id", "form", "version"]

  /// The definition of the version that was filled in, if the file is in a data folder.
  private func definition(_ version: String, of form: String) -> [UInt8]? {
    let folders = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard folders.last == "submissions", version.wholeMatch(of: /[0-9a-f]{16}/) != nil else { return nil }
    let data = folders.count == 1 ? "." : folders.dropLast().joined(separator: "/")
    return try? SubmissionFileReader(data: data).definition(version, of: form)
  }

  private static let isUTF16 = "it is UTF-16, as PowerShell writes it; write the file in UTF-8"

  private func isUTF16(_ line: [UInt8]) -> Bool { line.prefix(8).contains(0) }
}

/// Runs asynchronous work and waits for it, for sequential commands.
func blocking<Outcome: Sendable>(_ work: @escaping @Sendable () async -> Outcome) -> Outcome {
  let result = BlockingResult<Outcome>()
  let isDone = DispatchSemaphore(value: 0)
  Task {
    let outcome = await work()
    result.outcome.withLock { $0 = outcome }
    isDone.signal()
  }
  while true {
    isDone.wait()
    if let outcome = result.outcome.withLock(\.self) { return outcome }
  }
}

private final class BlockingResult<Outcome: Sendable>: Sendable {
  let outcome = Lock<Outcome?>(nil)
}
