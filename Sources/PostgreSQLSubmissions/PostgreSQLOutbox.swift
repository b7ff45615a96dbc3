#if PostgreSQL
import Dispatch
package import FormSite
import Support

/// Delivers the submissions of a database. Each is delivered by one of the servers that share it, which claims its row for as long as the
/// program may run. After that, what a dead server has claimed is free again.
package final class PostgreSQLOutbox: Outbox {
  private static let runningLimit = 4
  private static let answerMillisecondLimit = 5000
  private static let connectMillisecondLimit = 3000
  /// The time between two checks of the tables; other servers add rows too.
  private static let pollPause = Duration.seconds(1)
  private static let figuresPause = Duration.seconds(10)

  private struct State {
    var connection: PostgreSQLConnection?
    var backoff = Backoff()
    var nextPoll = ContinuousClock.now
    var nextFigures = ContinuousClock.now
    /// The number of running programs, by destination.
    var running: [String: Int] = [:]
    /// Outcomes that were not written to the database yet.
    var unwritten: [Finished] = []
    var languages: [String: String] = [:]
    var failure: String?
  }

  private struct Finished {
    let destination: String
    let delivery: Delivery
    let attempts: Int
    let outcome: Delivery.Outcome
  }

  /// State for other threads.
  private struct Shown {
    var figures: [String: DestinationFigures] = [:]
    var failing: Set<String> = []
    var isScheduled = false
    var isClosing = false
  }

  private let address: PostgreSQLAddress
  private let destinations: [Destination]
  private let isInOrder: Bool
  private let note: @Sendable (String) -> Void
  private let claim: String
  private let program: DeliveryProgram
  private let queue = DispatchQueue(label: "formcells.outbox.postgresql")
  /// Only used on the queue.
  private let state = Lock(State())
  private let shown: Lock<Shown>

  /// Connects at the first `tick`.
  /// - Parameters: as those of `FileOutbox`.
  package init(
    _ address: PostgreSQLAddress, destinations: [Destination], isInOrder: Bool,
    note: @escaping @Sendable (String) -> Void, describe: @escaping DeliveryProgram.Description = { _ in nil }
  ) {
    program = DeliveryProgram(describe: describe)
    self.address = address
    self.destinations = destinations
    self.isInOrder = isInOrder
    self.note = note
    claim = Token(Environment.system.random()).text
    var shown = Shown()
    for destination in destinations { shown.figures[destination.name] = DestinationFigures() }
    self.shown = Lock(shown)
  }

  package var figures: [(name: String, figures: DestinationFigures)] {
    shown.withLock { $0.figures.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }

  package func tick() {
    if destinations.isEmpty { return }
    let isFirst = shown.withLock { shown in
      defer { shown.isScheduled = true }
      return !shown.isScheduled && !shown.isClosing
    }
    guard isFirst else { return }
    queue.async { [self] in
      shown.withLock { $0.isScheduled = false }
      let isDue = state.withLock { state in
        guard ContinuousClock.now >= state.nextPoll else { return false }
        state.nextPoll = ContinuousClock.now + Self.pollPause
        return true
      }
      if isDue { run() }
    }
  }

  package func close(withinMilliseconds limit: Int) {
    queue.sync { shown.withLock { $0.isClosing = true } }
    program.finish(withinMilliseconds: limit)
    // Writes their outcomes, or releases their claims.
    queue.sync { if !destinations.isEmpty { run() } }
  }

  // MARK: On the queue

  private func run() {
    do throws(PostgreSQLError) {
      try connect()
      try writeOutcomes()
      for destination in destinations { try deliver(to: destination) }
      try readFigures()
      state.withLock { state in
        state.failure = nil
        state.backoff.reset()
      }
    } catch {
      let isNew = state.withLock { state in
        state.connection = nil
        state.nextPoll = ContinuousClock.now + .milliseconds(state.backoff.nextMilliseconds())
        defer { state.failure = error.description }
        return state.failure != error.description
      }
      // A lost connection is reported by the code that records submissions.
      if isNew, error.kind != .lost { note("\(address): error: nothing is delivered: \(error)") }
    }
  }

  private func connect() throws(PostgreSQLError) {
    let rows = try state.withLock { state throws(PostgreSQLError) -> PostgreSQLResult? in
      guard state.connection == nil else { return nil }
      let deadline = Deadline(inMilliseconds: Self.connectMillisecondLimit)
      let connection = try PostgreSQLConnection(to: address, by: deadline)
      try SubmissionStatements.open(connection, by: deadline)
      let names = destinations.map(\.name)
      let former = try connection.run(
        OutboxTable.former, values: [BinaryValue.texts(names.map { Array($0.utf8) })], by: deadline)
      try OutboxTable.add(names, over: connection, by: deadline)
      state.connection = connection
      return former
    }
    guard let rows else { return }
    for row in 0..<rows.rowCount {
      guard let name = rows.text(row: row, column: 0), let count = rows.text(row: row, column: 1) else { continue }
      note("outbox: no server delivers to \(name) any more; \(count) wait for it (formcells outbox drop \(name) --all)")
    }
  }

  @discardableResult
  private func ask(_ statement: String, values: [String]) throws(PostgreSQLError) -> PostgreSQLResult {
    try state.withLock { state throws(PostgreSQLError) in
      guard let connection = state.connection else { throw PostgreSQLError(.lost, description: "no connection") }
      return try connection.run(
        statement, values: values.map(BinaryValue.text), by: Deadline(inMilliseconds: Self.answerMillisecondLimit))
    }
  }

  private func deliver(to destination: Destination) throws(PostgreSQLError) {
    if shown.withLock({ $0.isClosing }) { return }
    let running = state.withLock { $0.running[destination.name] ?? 0 }
    let free = (isInOrder ? 1 : Self.runningLimit) - running
    guard free > 0 else { return }
    let rows = try claimed(destination.name, atMost: free)
    for row in 0..<rows.rowCount {
      guard let id = rows.text(row: row, column: 0), let form = rows.text(row: row, column: 1),
        let attempts = rows.text(row: row, column: 2).flatMap({ Int($0) })
      else { continue }
      var delivery: Delivery?
      if let line = rows.bytes(row: row, column: 3) {
        delivery = try Delivery(line, of: form) { version throws(PostgreSQLError) in
          try language(ofForm: form, version: version)
        }
        delivery?.replacedBy = rows.text(row: row, column: 4)
      }
      // The row no longer exists, or its values were erased.
      guard let delivery else {
        try ask(OutboxTable.done, values: [destination.name, id])
        continue
      }
      state.withLock { $0.running[destination.name, default: 0] += 1 }
      program.start(delivery, to: destination) { [self] outcome in
        queue.async { [self] in
          state.withLock { state in
            state.unwritten.append(
              Finished(destination: destination.name, delivery: delivery, attempts: attempts, outcome: outcome))
          }
          if !shown.withLock({ $0.isClosing }) { run() }
        }
      }
    }
  }

  private func claimed(_ name: String, atMost count: Int) throws(PostgreSQLError) -> PostgreSQLResult {
    guard isInOrder else { return try ask(OutboxTable.claim, values: [name, claim, "\(count)"]) }
    var rows: PostgreSQLResult?
    try state.withLock { state throws(PostgreSQLError) in
      guard let connection = state.connection else { throw PostgreSQLError(.lost, description: "no connection") }
      let deadline = Deadline(inMilliseconds: Self.answerMillisecondLimit)
      try connection.transaction(by: deadline) { () throws(PostgreSQLError) in
        try connection.run(OutboxTable.lockOrder, values: [BinaryValue.text(name)], by: deadline)
        rows = try connection.run(
          OutboxTable.claimFirst, values: [BinaryValue.text(name), BinaryValue.text(claim)], by: deadline)
      }
    }
    guard let rows else { throw PostgreSQLError(.lost, description: "no answer") }
    return rows
  }

  /// The language of a form's version, from its definition.
  private func language(ofForm form: String, version: String) throws(PostgreSQLError) -> String {
    let key = "\(form)/\(version)"
    if let known = state.withLock({ $0.languages[key] }) { return known }
    let language = try state.withLock { state throws(PostgreSQLError) in
      guard let connection = state.connection else { throw PostgreSQLError(.lost, description: "no connection") }
      let definitions = try SubmissionStatements.definitions(
        of: form, connection, by: Deadline(inMilliseconds: Self.answerMillisecondLimit))
      return Delivery.language(ofForm: definitions[version])
    }
    state.withLock { state in
      if state.languages.count >= Self.languageLimit { state.languages = [:] }
      state.languages[key] = language
    }
    return language
  }

  /// The number of versions whose language is kept.
  private static let languageLimit = 1000

  private func writeOutcomes() throws(PostgreSQLError) {
    while let finished = state.withLock({ $0.unwritten.first }) {
      let (name, id) = (finished.destination, finished.delivery.id)
      switch finished.outcome {
      case .delivered, .refused: try ask(OutboxTable.done, values: [name, id])
      case .cancelled: try ask(OutboxTable.release, values: [name, id, claim])
      case .failed(let reason):
        let pause = Delivery.pauseMilliseconds(after: finished.attempts + 1)
        try ask(OutboxTable.failed, values: [name, id, claim, "\(pause)", reason])
      }
      state.withLock { state in
        state.unwritten.removeFirst()
        state.running[name, default: 1] -= 1
      }
      count(finished)
    }
  }

  private func count(_ finished: Finished) {
    let name = finished.destination
    let text: String? = shown.withLock { shown in
      switch finished.outcome {
      case .cancelled: return nil
      case .delivered:
        shown.figures[name, default: .init()].delivered += 1
        return nil
      case .refused(let reason):
        shown.figures[name, default: .init()].failedAttempts += 1
        return "error: delivery to \(name): \(finished.delivery.form): \(finished.delivery.id): \(reason); giving up"
      case .failed(let reason):
        shown.figures[name, default: .init()].failedAttempts += 1
        guard shown.failing.insert(name).inserted else { return nil }
        return "error: delivery to \(name): \(finished.delivery.form): \(finished.delivery.id): \(reason); will retry "
          + "(formcells outbox)"
      }
    }
    if let text { note(text) }
  }

  private func readFigures() throws(PostgreSQLError) {
    let isDue = state.withLock { state in
      guard ContinuousClock.now >= state.nextFigures else { return false }
      state.nextFigures = ContinuousClock.now + Self.figuresPause
      return true
    }
    guard isDue else { return }
    try noteDestinations()
    let rows = try ask(OutboxTable.figures, values: [])
    let texts: [String] = shown.withLock { shown in
      for name in shown.figures.keys {
        shown.figures[name]?.waiting = 0
        shown.figures[name]?.oldest = nil
      }
      var failing: Set<String> = []
      for row in 0..<rows.rowCount {
        guard let name = rows.text(row: row, column: 0) else { continue }
        shown.figures[name, default: .init()].waiting = rows.text(row: row, column: 1).flatMap { Int($0) } ?? 0
        shown.figures[name, default: .init()].oldest = rows.text(row: row, column: 2)
        if rows.text(row: row, column: 3) != "0" { failing.insert(name) }
      }
      let recovered = shown.failing.subtracting(failing)
      shown.failing.subtract(recovered)
      return recovered.sorted().map { "delivery to \($0): no failed deliveries are left to retry" }
    }
    texts.forEach(note)
  }

  private func noteDestinations() throws(PostgreSQLError) {
    try state.withLock { state throws(PostgreSQLError) in
      guard let connection = state.connection else { throw PostgreSQLError(.lost, description: "no connection") }
      try OutboxTable.add(
        destinations.map(\.name), over: connection, by: Deadline(inMilliseconds: Self.answerMillisecondLimit))
    }
  }

  // MARK: Orders of people

  package func retry(destination: String?, id: String?) throws(SubmissionError) -> Int {
    try Self.retry(destination: destination, id: id, at: address)
  }

  package func drop(destination: String, id: String?) throws(SubmissionError) -> Int {
    try Self.drop(destination: destination, id: id, at: address)
  }
}

/// Works without a server, and in parallel to servers: all of them use the tables.
extension PostgreSQLOutbox {
  package static func retry(destination: String?, id: String?, at address: PostgreSQLAddress) throws(SubmissionError)
    -> Int
  {
    try order(at: address, of: destination) { connection, deadline throws(PostgreSQLError) in
      try connection.run(
        OutboxTable.retry + " RETURNING 1", values: [BinaryValue.text(destination ?? ""), BinaryValue.text(id ?? "")],
        by: deadline
      ).rowCount
    }
  }

  package static func drop(destination: String, id: String?, at address: PostgreSQLAddress) throws(SubmissionError)
    -> Int
  {
    try order(at: address, of: destination) { connection, deadline throws(PostgreSQLError) in
      let count = try connection.run(
        OutboxTable.drop + " RETURNING 1", values: [BinaryValue.text(destination), BinaryValue.text(id ?? "")],
        by: deadline
      ).rowCount
      if id == nil { try connection.run(OutboxTable.dropFormer, values: [BinaryValue.text(destination)], by: deadline) }
      return count
    }
  }

  package static func forEachEntry(at address: PostgreSQLAddress, _ take: (OutboxEntry) throws -> Void) throws {
    do {
      let connection = try PostgreSQLConnection(to: address, by: Deadline(inMilliseconds: connectMillisecondLimit))
      try connection.forEachRow(OutboxTable.list, values: [], waitingMilliseconds: 60_000) { rows in
        for row in 0..<rows.rowCount {
          func text(_ column: Int32) -> String { rows.text(row: row, column: Int(column)) ?? "" }
          try take(
            OutboxEntry(
              destination: text(0), form: text(1), id: text(2), since: text(3), attempts: Int(text(4)) ?? 0,
              due: Int(text(5)) ?? 0, reason: rows.text(row: row, column: 6)))
        }
      }
    } catch let error as PostgreSQLError {
      throw SubmissionError(path: "\(address)", reason: explained(error))
    }
  }

  private static func order(
    at address: PostgreSQLAddress, of destination: String?,
    _ body: (PostgreSQLConnection, Deadline) throws(PostgreSQLError) -> Int
  ) throws(SubmissionError) -> Int {
    var isThere = true
    do throws(PostgreSQLError) {
      let deadline = Deadline(inMilliseconds: 60_000)
      let connection = try PostgreSQLConnection(to: address, by: deadline)
      if let destination {
        let rows = try connection.run(OutboxTable.isThere, values: [BinaryValue.text(destination)], by: deadline)
        isThere = rows.text(row: 0, column: 0) == "t"
      }
      if isThere { return try body(connection, deadline) }
    } catch {
      throw SubmissionError(path: "\(address)", reason: explained(error))
    }
    throw SubmissionError(path: "\(address)", reason: "there is no destination '\(destination ?? "")'")
  }

  private static func explained(_ error: PostgreSQLError) -> String {
    error.isMissingTable ? "no server has created its tables there yet" : error.description
  }
}
#endif
