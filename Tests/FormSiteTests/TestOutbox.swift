import Glibc
import Support
import TestSupport
import Testing

@testable import FormSite

/// An outbox over a folder; the test controls its clock and its deliveries.
final class TestOutbox: Sendable {
  typealias Answer = @Sendable (_ delivery: Delivery, _ destination: String, _ attempt: Int) -> Delivery.Outcome

  /// An attempt to deliver a submission to a destination.
  struct Attempt: Sendable, Equatable {
    let destination: String
    let id: String
  }

  /// What one run records.
  private final class Record: Sendable {
    let attempts = Lock<[Attempt]>([])
    let notes = Lock<[String]>([])
    let time: Lock<Int>
    init(_ time: Int) { self.time = Lock(time) }
  }

  let files: SubmissionFiles
  let outbox: FileOutbox
  private let record: Record

  static let start = 1_800_000_000_000

  init(
    _ folder: TemporaryFolder, _ names: [String] = ["a"], inOrder isInOrder: Bool = false, at time: Int = start,
    answer: @escaping Answer = { _, _, _ in .delivered }
  ) throws {
    let record = Record(time)
    let note: @Sendable (String) -> Void = { text in record.notes.withLock { $0.append(text) } }
    files = try SubmissionFiles(data: folder.path, note: note)
    outbox = try FileOutbox(
      data: folder.path, destinations: names.map { Destination(name: $0, program: "/none") }, isInOrder: isInOrder,
      deliver: { delivery, destination in
        let count = record.attempts.withLock { attempts in
          attempts.append(Attempt(destination: destination.name, id: delivery.id))
          return attempts.count { $0.destination == destination.name && $0.id == delivery.id }
        }
        return answer(delivery, destination.name, count)
      }, now: { record.time.withLock { $0 } }, note: note)
    self.record = record
    files.deliver(by: outbox)
  }

  var attempts: [Attempt] { record.attempts.withLock { $0 } }
  var notes: [String] { record.notes.withLock { $0 } }

  func ids(of destination: String = "a") -> [String] {
    attempts.filter { $0.destination == destination }.map(\.id)
  }

  func store(_ numbers: ClosedRange<Int>) async throws {
    for number in numbers { try await files.store(StoredLine.record(number)) }
  }

  /// Milliseconds since 1970.
  var now: Int { record.time.withLock { $0 } }

  /// Advances the clock, and starts what is due.
  func advance(_ milliseconds: Int) {
    record.time.withLock { $0 += milliseconds }
    outbox.tick()
  }

  func figures(of destination: String = "a") -> DestinationFigures {
    outbox.figures.first { $0.name == destination }?.figures ?? DestinationFigures()
  }

  /// Waits until a condition holds; fails if it does not hold in time.
  func wait(for what: String = "the outbox", until isSo: () -> Bool) {
    let patience = Deadline(inMilliseconds: 60_000)
    while !isSo() {
      guard !patience.isOver else {
        Issue.record("\(what): \(figures()) \(notes)")
        return
      }
      outbox.waitUntilIdle()
      sched_yield()
    }
  }

  func waitUntilDone(_ count: Int, of destination: String = "a") {
    wait(for: "\(count) attempts of \(destination)") {
      let figures = figures(of: destination)
      return figures.delivered + figures.failedAttempts >= count
    }
  }

  func close() {
    outbox.close(withinMilliseconds: 60_000)
    files.close()
  }

  /// As if the process had been killed: nothing is written from now on.
  func abandon() { files.close() }

  static func id(_ number: Int) -> String { StoredLine.record(number).id }
}
