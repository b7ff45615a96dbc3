import Dispatch
import Glibc
import Support

/// The queue of one destination in a data folder. Each has its own dispatch queue, so that no destination waits for another
/// one, and no visitor for any.
final class DestinationQueue: Sendable {
  /// Programs that run at the same time.
  static let runningLimit = 4
  /// Submissions that wait after a failed attempt or are being delivered. At this number, no more are read: they wait in the
  /// journal.
  static let waitingLimit = 1000

  let destination: Destination
  /// No option names it any more, so nothing is delivered.
  private let isFormer: Bool
  private let lines: JournalLines
  private let isInOrder: Bool
  private let deliver: @Sendable (Delivery, Destination) -> Delivery.Outcome
  private let now: @Sendable () -> Int
  private let note: @Sendable (String) -> Void
  private let queue: DispatchQueue
  private let attempts = DispatchGroup()
  private let state: Lock<State>

  private struct State {
    var file: OutboxFile
    var ends: [String: Int] = [:]
    /// Lines of each journal that are not read yet.
    var unread: [String: Int] = [:]
    var running: Set<OutboxState.Name> = []
    /// Dropped during their delivery.
    var dropped: Set<OutboxState.Name> = []
    var isClosing = false
    var isRemoved = false
    var figures = DestinationFigures()
    /// A failure was logged, but not its end yet.
    var isFailing = false
    /// An error while reading a journal, which is logged once.
    var unreadable: SubmissionError?
  }

  /// Messages from other threads that the queue has not handled yet.
  private struct Inbox {
    var ends = JournalEnds()
    var isScheduled = false
  }

  private let inbox = Lock(Inbox())

  /// - Parameters:
  ///   - file: as it was read; its cursors fit the journals.
  ///   - rest: what is not read yet of each journal.
  ///   - now: milliseconds since 1970.
  init(
    _ destination: Destination, isFormer: Bool, file: OutboxFile, rest: [String: JournalEnds.Growth],
    lines: JournalLines, isInOrder: Bool,
    deliver: @escaping @Sendable (Delivery, Destination) -> Delivery.Outcome, now: @escaping @Sendable () -> Int,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.destination = destination
    self.isFormer = isFormer
    self.lines = lines
    self.isInOrder = isInOrder
    self.deliver = deliver
    self.now = now
    self.note = note
    queue = DispatchQueue(label: "formcells.outbox.\(destination.name)")
    var state = State(file: file)
    state.ends = rest.mapValues(\.end)
    state.unread = rest.mapValues(\.lineCount)
    state.isFailing = file.state.waiting.values.contains { $0.attempts > 0 }
    self.state = Lock(state)
  }

  var figures: DestinationFigures {
    state.withLock { state in
      var figures = state.figures
      figures.waiting = state.file.state.waiting.count + state.unread.values.reduce(0, +)
      figures.oldest = state.file.state.waiting.values.map(\.since).min() ?? oldestUnread(state)
      return figures
    }
  }

  private func oldestUnread(_ state: State) -> String? {
    state.unread.filter { $0.value > 0 }.keys
      .compactMap { form in lines.time(of: form, at: state.file.state.cursors[form]?.next ?? 0) }.min()
  }

  // MARK: What comes from other threads

  func journalGrew(_ growth: JournalEnds.Growth, of form: String) {
    schedule { $0.ends.add(growth, of: form) }
  }

  /// Starts deliveries that are due.
  func start() { schedule { _ in } }

  private func schedule(_ change: (inout Inbox) -> Void) {
    let isFirst = inbox.withLock { inbox in
      change(&inbox)
      defer { inbox.isScheduled = true }
      return !inbox.isScheduled
    }
    if isFirst { queue.async { self.run() } }
  }

  /// Waits until all messages are handled, apart from deliveries.
  func waitUntilIdle() { queue.sync {} }

  /// Starts no more deliveries and waits for the running ones.
  /// - Returns: `false` if some still run after this number of milliseconds.
  func close(withinMilliseconds limit: Int) -> Bool {
    queue.sync { state.withLock { $0.isClosing = true } }
    guard attempts.wait(timeout: .now() + .milliseconds(limit)) == .success else { return false }
    queue.sync { state.withLock { $0.file.close() } }
    return true
  }

  // MARK: On the queue

  private func run() {
    let growths = inbox.withLock { inbox in
      inbox.isScheduled = false
      return inbox.ends.take()
    }
    for (form, growth) in growths { add(growth, of: form) }
    state.withLock { state in
      if state.file.failure != nil, !state.isRemoved { append([], to: &state) }
    }
    while let job = next() { start(job) }
  }

  private func add(_ growth: JournalEnds.Growth, of form: String) {
    let lost = state.withLock { state in
      var lost = 0
      if state.isRemoved { return 0 }
      if growth.isNew {
        lost = state.unread[form] ?? 0
        state.unread[form] = 0
        append([.passed(form: form, .init(next: 0))], to: &state)
      }
      state.ends[form] = growth.end
      state.unread[form, default: 0] += growth.lineCount
      return lost
    }
    if lost > 0 {
      note(
        "error: \(lines.path(of: form)) was moved away before all of it was delivered: not delivered to \(destination.name): "
          + "\(lost)")
    }
  }

  private func append(_ events: [OutboxState.Event], to state: inout State) {
    let failure = state.file.failure
    state.file.append(events)
    if let new = state.file.failure, new != failure {
      note("\(new); deliveries made in the meantime will be repeated after a restart")
    }
  }

  private struct Job: Sendable {
    let name: OutboxState.Name
    let delivery: Delivery
  }

  private func next() -> Job? {
    let notes = Notes()
    let job = state.withLock { state -> Job? in
      guard !state.isClosing, !isFormer, state.running.count < (isInOrder ? 1 : Self.runningLimit) else { return nil }
      while let name = dueName(state) {
        if let job = makeJob(of: name, state: &state, notes: notes) { return job }
        if state.unreadable != nil { return nil }
      }
      if isInOrder, !state.file.state.waiting.isEmpty { return nil }
      guard state.file.state.waiting.count < Self.waitingLimit else { return nil }
      return take(&state, notes: notes)
    }
    notes.texts.forEach(note)
    return job
  }

  /// Notes of one step, which are logged when no lock is held.
  private final class Notes {
    var texts: [String] = []
  }

  private func dueName(_ state: State) -> OutboxState.Name? {
    let now = now()
    var waiting = state.file.state.waiting
    if isInOrder, let first = waiting.min(by: { ($0.value.since, $0.value.offset) < ($1.value.since, $1.value.offset) })
    {
      waiting = [first.key: first.value]
    }
    // If the clock was set back, an entry must not wait longer than the longest pause.
    return waiting.filter { name, entry in
      !state.running.contains(name) && (entry.due <= now || entry.due > now + Delivery.pauseMillisecondLimit)
    }.min { ($0.value.due, $0.value.since) < ($1.value.due, $1.value.since) }?.key
  }

  /// `nil` if its line no longer exists, in which case it stops waiting, or if the line cannot be read now.
  private func makeJob(of name: OutboxState.Name, state: inout State, notes: Notes) -> Job? {
    guard let entry = state.file.state.waiting[name] else { return nil }
    let found: JournalLines.Found?
    do throws(SubmissionError) { found = try lines.line(of: name, at: entry.offset) } catch {
      report(error, state: &state, notes: notes)
      return nil
    }
    state.unreadable = nil
    guard let found else {
      notes.texts.append(
        "\(name.form): \(name.id.text) was erased, or its file moved away: not delivered to \(destination.name)")
      append([.done(name)], to: &state)
      return nil
    }
    return makeJob(name, found: found, state: &state)
  }

  private func makeJob(_ name: OutboxState.Name, found: JournalLines.Found, state: inout State) -> Job {
    state.running.insert(name)
    return Job(name: name, delivery: lines.delivery(found, of: name.form))
  }

  /// Takes the oldest line that is not read yet.
  private func take(_ state: inout State, notes: Notes) -> Job? {
    while let form = oldestForm(state) {
      let cursor = state.file.state.cursors[form] ?? OutboxState.Cursor(next: 0)
      var passed: (count: Int, next: Int) = (0, cursor.next)
      let found: JournalLines.Found?
      do throws(SubmissionError) {
        found = try lines.next(of: form, from: cursor.next, to: state.ends[form] ?? 0) { line, isSubmission in
          passed = (passed.count + (line.isBlank ? 0 : 1), line.next)
          if isSubmission || line.isBlank { return }
          notes.texts.append(
            "\(lines.path(of: form)): error: the line at byte \(line.offset) is not a submission: not delivered to "
              + destination.name)
        }
      } catch {
        report(error, state: &state, notes: notes)
        return nil
      }
      state.unreadable = nil
      guard let found else {
        append([.passed(form: form, OutboxState.Cursor(next: passed.next, last: cursor.last))], to: &state)
        state.unread[form] = 0
        continue
      }
      let name = OutboxState.Name(form: form, id: found.line.id)
      let taken = OutboxState.Event.taken(name, .init(offset: found.offset, since: found.line.time), next: found.next)
      state.unread[form] = max(0, (state.unread[form] ?? 0) - passed.count - 1)
      if state.file.state.waiting[name] != nil {
        // The journal has it twice, or is being read again from its beginning.
        append(
          [.passed(form: form, .init(next: found.next, last: .init(offset: found.offset, id: name.id)))], to: &state)
        continue
      }
      if state.file.state.skipped.contains(name) {
        append([taken, .done(name)], to: &state)
        continue
      }
      append([taken], to: &state)
      return makeJob(name, found: found, state: &state)
    }
    return nil
  }

  private func oldestForm(_ state: State) -> String? {
    let forms = state.unread.filter { $0.value > 0 }.keys
    if forms.count < 2 { return forms.first }
    return forms.map { ($0, lines.time(of: $0, at: state.file.state.cursors[$0]?.next ?? 0) ?? "") }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  private func report(_ error: SubmissionError, state: inout State, notes: Notes) {
    if state.unreadable != error { notes.texts.append("\(error); will retry for \(destination.name)") }
    state.unreadable = error
  }

  private func start(_ job: Job) {
    attempts.enter()
    BackgroundThread.start { [self] in
      let outcome = deliver(job.delivery, destination)
      queue.async { [self] in
        finish(job.name, outcome: outcome)
        attempts.leave()
        run()
      }
    }
  }

  private func finish(_ name: OutboxState.Name, outcome: Delivery.Outcome) {
    let text: String? = state.withLock { state in
      state.running.remove(name)
      if state.dropped.remove(name) != nil {
        guard case .failed = outcome else { return nil }
        return "\(name.form): \(name.id.text) was erased or dropped during an attempt that failed: not delivered to "
          + destination.name
      }
      switch outcome {
      case .cancelled: return nil
      case .delivered:
        append([.done(name)], to: &state)
        state.figures.delivered += 1
        guard state.isFailing, !state.file.state.waiting.values.contains(where: { $0.attempts > 0 }) else { return nil }
        state.isFailing = false
        return "delivery to \(destination.name): no failed deliveries are left to retry"
      case .refused(let reason):
        append([.done(name)], to: &state)
        state.figures.failedAttempts += 1
        return "error: delivery to \(destination.name): \(name.form): \(name.id.text): \(reason); giving up"
      case .failed(let reason):
        guard let entry = state.file.state.waiting[name] else { return nil }
        let attempts = entry.attempts + 1
        let due = now() + Delivery.pauseMilliseconds(after: attempts)
        append([.failed(name, attempts: attempts, due: due, reason: reason)], to: &state)
        state.figures.failedAttempts += 1
        defer { state.isFailing = true }
        return state.isFailing
          ? nil
          : "error: delivery to \(destination.name): \(name.form): \(name.id.text): \(reason); will retry "
            + "(formcells outbox)"
      }
    }
    if let text { note(text) }
  }

  // MARK: Orders of people

  /// Makes submissions due now.
  /// - Parameter id: `nil` for all.
  /// - Returns: how many.
  func retry(_ id: Token?) -> Int {
    let count = queue.sync {
      state.withLock { state in
        let names = state.file.state.waiting.filter { id == nil || $0.key.id == id }
        append(
          names.map { .failed($0.key, attempts: $0.value.attempts, due: 0, reason: $0.value.reason) }, to: &state)
        return names.count
      }
    }
    start()
    return count
  }

  /// Drops submissions, so that they are not delivered.
  /// - Parameter ids: `nil` for all that wait, including those that are not read yet.
  /// - Returns: how many.
  func drop(_ ids: Set<Token>?) throws(SubmissionError) -> Int {
    let result: Result<Int, SubmissionError> = queue.sync {
      state.withLock { state in
        do throws(SubmissionError) { return .success(try drop(ids, state: &state)) } catch { return .failure(error) }
      }
    }
    start()
    return try result.get()
  }

  /// Drops waiting submissions whose lines are erased. Erased lines that are not read yet are skipped later.
  /// - Throws: an error if the file still has them.
  func erase(_ ids: Set<Token>) throws(SubmissionError) {
    let (erased, failure) = queue.sync {
      state.withLock { state -> ([OutboxState.Name], SubmissionError?) in
        let erased = state.file.state.waiting.keys.filter { ids.contains($0.id) && !state.running.contains($0) }
        // After a failed write the file still has them, but the state does not.
        if dropWaiting(ids, state: &state) > 0 || state.file.failure != nil { state.file.rewrite() }
        return (erased, state.file.failure)
      }
    }
    for name in erased {
      note("\(name.form): \(name.id.text) was erased before it was delivered to \(destination.name)")
    }
    if let failure { throw failure }
  }

  /// Removes the file of a destination that is no longer named, once nothing waits.
  func remove() throws(SubmissionError) {
    let path = queue.sync {
      state.withLock { state in
        state.isRemoved = true
        state.unread = [:]
        state.file.close()
        return state.file.path
      }
    }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw SubmissionError(path: path, reason: "cannot remove", errno: errno)
    }
  }

  private func drop(_ ids: Set<Token>?, state: inout State) throws(SubmissionError) -> Int {
    let others = ids.map { $0.subtracting(state.file.state.waiting.keys.map(\.id)) }
    var count = dropWaiting(ids, state: &state)
    for (form, unread) in state.unread where unread > 0 && others?.isEmpty != true {
      let cursor = state.file.state.cursors[form] ?? OutboxState.Cursor(next: 0)
      guard let others else {
        append([.passed(form: form, try lines.end(of: form, from: cursor, to: state.ends[form]))], to: &state)
        state.unread[form] = 0
        count += unread
        continue
      }
      var skipped: [OutboxState.Name] = []
      _ = try lines.scan(form, from: cursor.next, to: state.ends[form]) { head, _ in
        if others.contains(head.id) { skipped.append(.init(form: form, id: head.id)) }
      }
      skipped.removeAll { state.file.state.skipped.contains($0) }
      append(skipped.map { .skipped($0) }, to: &state)
      count += skipped.count
    }
    // The reason of a failure may contain personal data, so it is removed with the submission.
    if count > 0 { state.file.rewrite() }
    return count
  }

  private func dropWaiting(_ ids: Set<Token>?, state: inout State) -> Int {
    let names = state.file.state.waiting.keys.filter { ids?.contains($0.id) ?? true }
    state.dropped.formUnion(state.running.intersection(names))
    append(names.map { .done($0) }, to: &state)
    if !state.file.state.waiting.values.contains(where: { $0.attempts > 0 }) { state.isFailing = false }
    return names.count
  }
}
