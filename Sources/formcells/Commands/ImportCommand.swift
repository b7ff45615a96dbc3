import Dispatch
import FormController
import FormSite
import Support

/// `formcells import`: records the submissions of a JSON Lines file in a server's storage. Each is recorded once, by its id, however
/// often it is imported.
struct ImportCommand {
  /// Submissions that are recorded together.
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
    var batch: [SubmissionRecord] = []
    let name = file == "-" ? "standard input" : file
    do {
      let storage = try place.storage(data: data, note: { Terminal.error($0) })
      func flush() throws {
        known += try Self.record(batch, in: storage)
        count += batch.count
        batch = []
      }
      try SubmissionFileReader.forEachLine(ofFile: file) { line, number in
        let record: SubmissionRecord
        do throws(LineFault) { record = try self.record(of: line) } catch {
          damaged += 1
          Terminal.error(
            "\(name):\(number):\(error.offset + 1): error: left out, it is not a submission: \(error.reason)")
          return
        }
        // Those of one form are recorded together.
        if batch.count == Self.batchLineLimit || batch.last.map({ $0.form != record.form }) ?? false { try flush() }
        batch.append(record)
      }
      try flush()
    } catch let error as SubmissionError {
      throw Failure("\(error)\nerror: \(count) lines of \(name) are recorded, the others can be imported again")
    }
    try Terminal.print("\(name): \(count - known) recorded, \(known) were there")
    if damaged > 0 { throw Failure("error: lines left out: \(damaged)") }
  }

  /// Returns how many were there already.
  private static func record(_ batch: [SubmissionRecord], in storage: any SubmissionArchive) throws -> Int {
    let known: Result<Int, any Error> = blocking {
      do {
        var known: Set<String> = []
        var new: [SubmissionRecord] = []
        try await withThrowingTaskGroup(of: String?.self) { group in
          for record in batch {
            group.addTask { try await storage.time(of: record.id, in: record.form) == nil ? nil : record.id }
          }
          for try await id in group { if let id { known.insert(id) } }
        }
        for record in batch where known.insert(record.id).inserted { new.append(record) }
        try await storage.store(inOrder: new)
        return .success(batch.count - new.count)
      } catch { return .failure(error) }
    }
    return try known.get()
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
    // Of an erased one nothing else is left.
    let isErased = submission["erasedAt"] != nil
    let head = try Self.headKeys.map { key throws(LineFault) in
      if isErased, key == "version", submission[key] == nil { return "" }
      guard case .string(let text)? = submission[key] else { throw LineFault(reason: "'\(key)' is not in it") }
      return text
    }
    let (id, form, version, givenTime) = (head[0], head[1], head[2], head[3])
    guard Token(id) != nil else { throw LineFault(reason: "its 'id' is not 32 hexadecimal digits") }
    guard form.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else { throw LineFault(reason: "its 'form' is not a form id") }
    guard let time = Self.timeInUTC(givenTime), let place = root.member("submittedAt")?.offset,
      line[(place + 1)...].starts(with: givenTime.utf8)
    else { throw LineFault(reason: "its 'submittedAt' is not a time such as 2026-01-31T12:00:00.000Z") }
    // In the form in which all others are, so that they are in their order.
    line.replaceSubrange((place + 1)..<(place + 1 + givenTime.utf8.count), with: time.utf8)
    if !isErased {
      guard case .object? = submission["values"] else { throw LineFault(reason: "its 'values' are not an object") }
    }
    let end = line.lastIndex { $0 != 32 && !(9...13 ~= $0) } ?? 0
    return SubmissionRecord(
      id: id, form: form, version: version, time: time, line: Array(line[...end].drop { $0 == 32 || 9...13 ~= $0 }),
      definition: definition(version, of: form), replaces: try Self.token("replaces", of: submission),
      by: try Self.text("by", of: submission))
  }

  /// A time with any offset, as `2026-01-31T12:00:00.000Z`; nil: it is none.
  private static func timeInUTC(_ text: String) -> String? {
    guard
      let (_, local, fraction, sign, hours, minutes) = text.wholeMatch(
        of: /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))/)?.output,
      let time = Timestamp(iso8601: "\(local)Z")
    else { return nil }
    let offset = 3600 * (hours.flatMap { Int($0) } ?? 0) + 60 * (minutes.flatMap { Int($0) } ?? 0)
    let milliseconds = Int("\(fraction ?? "")000".prefix(3)) ?? 0
    return Timestamp(seconds: time.seconds + (sign == "-" ? offset : -offset), milliseconds: milliseconds).iso8601
  }

  private static func text(_ key: String, of submission: JSONValue) throws(LineFault) -> String? {
    guard let value = submission[key] else { return nil }
    guard case .string(let text) = value else { throw LineFault(reason: "its '\(key)' is not a text") }
    return text
  }

  private static func token(_ key: String, of submission: JSONValue) throws(LineFault) -> String? {
    guard let text = try text(key, of: submission) else { return nil }
    guard Token(text) != nil else { throw LineFault(reason: "its '\(key)' is not 32 hexadecimal digits") }
    return text
  }

  private static let headKeys = ["id", "form", "version", "submittedAt"]

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

/// Waits for asynchronous work, for sequential commands.
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
