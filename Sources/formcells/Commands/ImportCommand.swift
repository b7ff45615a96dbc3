import FormSite
import Support

/// `formcells import`: submissions of a file of JSON lines are recorded where a server records its own. Each is recorded
/// once, by its id, however often it is imported.
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
    do {
      let storage = try place.storage(data: data, note: { Terminal.error($0) })
      func flush() throws {
        known += try Self.record(batch, in: storage)
        count += batch.count
        batch = []
      }
      try SubmissionFileReader.forEachLine(ofFile: file) { line, number in
        do throws(LineFault) {
          batch.append(try Self.record(of: line))
        } catch {
          damaged += 1
          Terminal.error("\(file):\(number):\(error.offset + 1): error: left out, it is no submission: \(error.reason)")
        }
        if batch.count == Self.batchLineLimit { try flush() }
      }
      try flush()
    } catch let error as SubmissionError {
      throw Failure("\(error)\nerror: \(count) lines of \(file) are recorded, the others can be imported again")
    }
    try Terminal.print("\(file): \(count - known) recorded, \(known) were there")
    if damaged > 0 { throw Failure([]) }
  }

  /// Answers how many were there already.
  private static func record(
    _ batch: [SubmissionRecord], in storage: any SubmissionSink
  ) throws -> Int {
    let known: Result<Int, any Error> = blocking {
      await withTaskGroup(of: Result<Bool, any Error>.self) { group in
        for record in batch {
          group.addTask {
            do {
              let wasThere = try await storage.time(of: record.id, in: record.form) != nil
              if !wasThere { try await storage.store(record) }
              return .success(wasThere)
            } catch {
              return .failure(error)
            }
          }
        }
        var known = 0
        for await result in group {
          switch result {
          case .success(let wasThere): known += wasThere ? 1 : 0
          case .failure(let error): return .failure(error)
          }
        }
        return .success(known)
      }
    }
    return try known.get()
  }

  private struct LineFault: Error {
    var offset = 0
    let reason: String
  }

  private static func record(of line: [UInt8]) throws(LineFault) -> SubmissionRecord {
    let submission: JSONValue
    do throws(JSONError) { submission = try JSONReader.document(line).value } catch {
      throw LineFault(offset: error.offset, reason: error.message)
    }
    func text(_ key: String) throws(LineFault) -> String {
      guard case .string(let text) = submission[key] else { throw LineFault(reason: "'\(key)' is not in it") }
      return text
    }
    let id = try text("id")
    guard Token(id) != nil else { throw LineFault(reason: "its 'id' is not 32 hexadecimal digits") }
    return SubmissionRecord(
      id: id, form: try text("form"), version: try text("version"), time: try text("submittedAt"), line: line)
  }
}
