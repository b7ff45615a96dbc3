import Dispatch
import FormController
import Glibc
import Support

/// Delivers submissions to destinations, independently of each other, until each destination has every submission.
package protocol Outbox: Sendable {
  /// Starts deliveries that are due; called a few times a second.
  func tick()

  /// Starts nothing more, waits for running programs, and ends those that take longer. Blocks.
  func close(withinMilliseconds limit: Int)

  /// By name, including destinations that are no longer named.
  var figures: [(name: String, figures: DestinationFigures)] { get }

  /// Makes failed deliveries due now.
  /// - Parameters: `nil` for all.
  /// - Returns: how many.
  func retry(destination: String?, id: String?) throws(SubmissionError) -> Int

  /// Drops waiting submissions.
  /// - Parameter id: `nil` for all.
  /// - Returns: how many.
  func drop(destination: String, id: String?) throws(SubmissionError) -> Int
}

/// What a destination has done since the start, and how many submissions wait.
package struct DestinationFigures: Sendable, Equatable {
  package var delivered = 0
  package var failedAttempts = 0
  package var waiting = 0
  /// When the oldest waiting submission was submitted (RFC 3339).
  package var oldest: String?

  package init() {}

  /// The same time in seconds since 1970.
  package var oldestSeconds: Int? { oldest.flatMap { Timestamp(iso8601: $0)?.seconds } }
}

/// A submission that waits for a destination, as `formcells outbox` lists it.
package struct OutboxEntry: Sendable, Equatable {
  package let destination: String
  package let form: String
  package let id: String
  /// When it was submitted (RFC 3339).
  package let since: String
  /// Failed attempts.
  package let attempts: Int
  /// Milliseconds since 1970; 0 if it is next or being delivered.
  package let due: Int
  /// Why the last attempt failed.
  package let reason: String?

  package init(
    destination: String, form: String, id: String, since: String, attempts: Int, due: Int, reason: String?
  ) {
    self.destination = destination
    self.form = form
    self.id = id
    self.since = since
    self.attempts = attempts
    self.due = due
    self.reason = reason
  }
}

/// The outbox of a data folder, `DATA/outbox`. Only for the owner of the folder.
package final class FileOutbox: Outbox, ErasureObserver {
  private let data: String
  private let queues: [DestinationQueue]
  /// Queues of destinations that are no longer named; nothing is delivered to them.
  private let former: [DestinationQueue]
  private let program: DeliveryProgram
  private let note: @Sendable (String) -> Void

  /// Reads what waits. Nothing is delivered before `tick`.
  /// - Parameters:
  ///   - destinations: a new one begins with what is submitted from now on.
  ///   - isInOrder: whether a submission is delivered only after those before it.
  ///   - note: called for the log with failures, their end, and destinations that are no longer named.
  ///   - tellsFormer: for `false`, destinations that are no longer named are not logged.
  ///   - describe: writes submissions as text for the programs.
  package convenience init(
    data: String, destinations: [Destination], isInOrder: Bool, note: @escaping @Sendable (String) -> Void,
    tellsFormer: Bool = true, describe: @escaping DeliveryProgram.Description = { _ in nil }
  ) throws(SubmissionError) {
    let program = DeliveryProgram(describe: describe)
    try self.init(
      data: data, destinations: destinations, isInOrder: isInOrder, program: program,
      deliver: { program.deliver($0, to: $1) },
      now: {
        let time = Environment.system.now()
        return time.seconds * 1000 + time.milliseconds
      }, note: note, tellsFormer: tellsFormer)
  }

  /// - Parameters:
  ///   - deliver: blocks; tests pass their own.
  ///   - now: milliseconds since 1970.
  init(
    data: String, destinations: [Destination], isInOrder: Bool, program: DeliveryProgram = DeliveryProgram(),
    deliver: @escaping @Sendable (Delivery, Destination) -> Delivery.Outcome, now: @escaping @Sendable () -> Int,
    note: @escaping @Sendable (String) -> Void, tellsFormer: Bool = true
  ) throws(SubmissionError) {
    self.data = data
    self.program = program
    self.note = note
    let lines = JournalLines(data: data)
    let forms = FileIdentity(path: data + "/submissions") == nil ? [] : try Folder.journals(in: data + "/submissions")
    func queue(of destination: Destination, isFormer: Bool = false) throws(SubmissionError) -> DestinationQueue {
      let path = OutboxFile.path(of: destination.name, inData: data)
      var file = try OutboxFile(path) {
        note("\(path):\($0): error: damaged; later entries are ignored, and their deliveries are repeated")
      }
      let isNew = FileIdentity(path: file.path) == nil
      var rest: [String: JournalEnds.Growth] = [:]
      var events: [OutboxState.Event] = []
      for form in forms {
        var cursor = OutboxState.Cursor(next: 0)
        if isNew {
          cursor = try lines.end(of: form)
        } else if let known = file.state.cursors[form] {
          let (resumed, isOther) = try lines.resumed(known, of: form)
          if isOther {
            note("\(lines.path(of: form)): this is a new file; all of it will be delivered to \(destination.name)")
          }
          cursor = resumed
        }
        events.append(.passed(form: form, cursor))
        rest[form] = try lines.scan(form, from: cursor.next)
      }
      file.append(events)
      // A full disk does not prevent the start; the file is written when there is space.
      if let failure = file.failure { note("\(failure)") }
      return DestinationQueue(
        destination, isFormer: isFormer, file: file, rest: rest, lines: lines, isInOrder: isInOrder, deliver: deliver,
        now: now, note: note)
    }
    var queues: [DestinationQueue] = []
    for destination in destinations { queues.append(try queue(of: destination)) }
    var former: [DestinationQueue] = []
    for name in try OutboxFile.names(inData: data) where !destinations.contains(where: { $0.name == name }) {
      former.append(try queue(of: Destination(name: name, program: ""), isFormer: true))
    }
    self.queues = queues
    self.former = former
    // A line that a crash left unsynced must not be delivered and then be lost.
    for form in forms where !queues.isEmpty { try JournalLines(data: data).sync(form) }
    for queue in former where tellsFormer {
      let count = queue.figures.waiting
      if count > 0 {
        note(
          "outbox: no --deliver names \(queue.destination.name) any more; \(count) wait for it "
            + "(formcells outbox drop \(queue.destination.name) --all)")
      }
    }
  }

  /// Whether any destination has a file.
  package static func isThere(inData data: String) throws(SubmissionError) -> Bool {
    try !OutboxFile.names(inData: data).isEmpty
  }

  /// Tells the queues that lines of a form are on the disk.
  /// - Parameters:
  ///   - end: the size of the journal in bytes.
  ///   - isNew: whether the journal is a new file.
  func stored(_ lineCount: Int, of form: String, endingAt end: Int, isNew: Bool) {
    for queue in queues + former {
      queue.journalGrew(.init(end: end, lineCount: lineCount, isNew: isNew), of: form)
    }
  }

  /// Sets where corrections are looked up.
  func findReplacements(_ find: @escaping Replacements.Find) { program.findReplacements(find) }

  package func tick() { for queue in queues { queue.start() } }

  package func close(withinMilliseconds limit: Int) {
    let deadline = Deadline(inMilliseconds: limit)
    var isDone = true
    for queue in queues + former {
      isDone = queue.close(withinMilliseconds: Int(deadline.remainingMilliseconds)) && isDone
    }
    if isDone { return }
    program.cancel()
    for queue in queues where !queue.close(withinMilliseconds: DeliveryProgram.cancellationMilliseconds) {
      note("error: a program of \(queue.destination.name) does not end")
    }
  }

  package var figures: [(name: String, figures: DestinationFigures)] {
    (queues + former).map { ($0.destination.name, $0.figures) }.sorted { $0.0 < $1.0 }
  }

  package func retry(destination: String?, id: String?) throws(SubmissionError) -> Int {
    let id = try token(id)
    var count = 0
    for queue in try named(destination) { count += queue.retry(id) }
    return count
  }

  package func drop(destination: String, id: String?) throws(SubmissionError) -> Int {
    let id = try token(id)
    var count = 0
    for queue in try named(destination) {
      count += try queue.drop(id.map { [$0] })
      if id == nil, former.contains(where: { $0 === queue }) { try queue.remove() }
    }
    return count
  }

  package func erase(_ ids: [String], of form: String) throws {
    let ids = Set(ids.compactMap { Token($0) })
    for queue in queues + former { try queue.erase(ids) }
  }

  private func token(_ id: String?) throws(SubmissionError) -> Token? {
    guard let id else { return nil }
    guard let token = Token(id) else {
      throw SubmissionError(path: data + "/outbox", reason: "'\(id)' is not the id of a submission")
    }
    return token
  }

  private func named(_ name: String?) throws(SubmissionError) -> [DestinationQueue] {
    let found = (queues + former).filter { name == nil || $0.destination.name == name }
    if found.isEmpty, let name {
      throw SubmissionError(path: data + "/outbox", reason: "there is no destination '\(name)'")
    }
    return found
  }

  /// Waits until the queues have handled all messages, apart from deliveries.
  func waitUntilIdle() { for queue in queues { queue.waitUntilIdle() } }

  /// Lists what waits in a data folder, even while a server delivers it: for each destination, first what was tried or is being
  /// delivered, then what is not read yet, the oldest first.
  /// - Parameter take: gets one entry at a time.
  package static func forEachEntry(inData data: String, _ take: (OutboxEntry) throws -> Void) throws {
    let lines = JournalLines(data: data)
    for name in try OutboxFile.names(inData: data).sorted() {
      let file = try OutboxFile(OutboxFile.path(of: name, inData: data))
      for (key, entry) in file.state.waiting.sorted(by: {
        ($0.value.since, $0.key.id.text) < ($1.value.since, $1.key.id.text)
      }) {
        try take(
          OutboxEntry(
            destination: name, form: key.form, id: key.id.text, since: entry.since, attempts: entry.attempts,
            due: entry.due, reason: entry.reason))
      }
      let forms = FileIdentity(path: data + "/submissions") == nil ? [] : try Folder.journals(in: data + "/submissions")
      for form in forms {
        try lines.forEach(of: form, from: file.state.cursors[form]?.next ?? 0) { line in
          if line.isErased || file.state.skipped.contains(.init(form: form, id: line.id)) { return }
          try take(
            OutboxEntry(
              destination: name, form: form, id: line.id.text, since: line.time, attempts: 0, due: 0, reason: nil))
        }
      }
    }
  }
}

/// Removes waiting deliveries of erased submissions: in the outbox of this process, or in the files if no outbox is open.
package final class OutboxErasure: ErasureObserver {
  private let data: String
  private let outbox = Lock<FileOutbox?>(nil)

  /// - Parameter data: the folder, which this process owns.
  package init(data: String) { self.data = data }

  /// From now on this outbox is used.
  package func attach(_ opened: FileOutbox) { outbox.withLock { $0 = opened } }

  package func erase(_ ids: [String], of form: String) throws {
    if let opened = outbox.withLock({ $0 }) { return try opened.erase(ids, of: form) }
    let ids = Set(ids.compactMap { Token($0) })
    for name in try OutboxFile.names(inData: data) {
      var file = try OutboxFile(OutboxFile.path(of: name, inData: data))
      let erased = file.state.waiting.keys.filter { ids.contains($0.id) }
      if erased.isEmpty { continue }
      // A file that is not open is rewritten.
      file.append(erased.map { .done($0) })
      file.close()
      if let failure = file.failure { throw failure }
    }
  }
}
