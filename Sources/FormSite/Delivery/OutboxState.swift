import FormController
import Support

/// What a destination has read of the journals, and what of that still waits.
///
/// A journal is read in order, and a line that was read waits until it is delivered or dropped. So the place in the journal and
/// the waiting lines are the whole state.
struct OutboxState: Sendable, Equatable {
  /// A submission by its form and id.
  struct Name: Sendable, Hashable {
    let form: String
    let id: Token
  }

  /// How far a journal was read.
  struct Cursor: Sendable, Equatable {
    /// Where the next line begins.
    var next: Int
    /// The line before it, by which the journal is recognized. `nil` if none was read.
    var last: Line?
  }

  /// A place in a journal, and the submission there.
  struct Line: Sendable, Equatable {
    let offset: Int
    let id: Token
  }

  /// A submission that is not yet delivered.
  struct Waiting: Sendable, Equatable {
    /// Where its line begins in the journal.
    var offset: Int
    /// When it was submitted (RFC 3339).
    let since: String
    var attempts = 0
    /// When it is tried next, in milliseconds since 1970; at once if that is past.
    var due = 0
    /// Why the last attempt failed.
    var reason: String?
  }

  private(set) var cursors: [String: Cursor] = [:]
  private(set) var waiting: [Name: Waiting] = [:]
  /// Dropped before their lines were read.
  private(set) var skipped: Set<Name> = []

  /// An event, as the file records it.
  enum Event: Sendable, Equatable {
    /// The journal was read up to here, and no line there needs to be delivered.
    case passed(form: String, Cursor)
    /// A line was read and waits from now on. `next` is `nil` in a rewritten file, where the cursor is recorded separately.
    case taken(Name, Waiting, next: Int?)
    case failed(Name, attempts: Int, due: Int, reason: String?)
    /// Delivered, dropped or erased.
    case done(Name)
    /// Dropped before its line was read.
    case skipped(Name)
  }

  mutating func apply(_ event: Event) {
    switch event {
    case .passed(let form, let cursor): cursors[form] = cursor
    case .taken(let name, let entry, let next):
      waiting[name] = entry
      if let next { cursors[name.form] = Cursor(next: next, last: Line(offset: entry.offset, id: name.id)) }
    case .failed(let name, let attempts, let due, let reason):
      guard var entry = waiting[name] else { return }
      (entry.attempts, entry.due, entry.reason) = (attempts, due, reason)
      waiting[name] = entry
    case .done(let name):
      waiting[name] = nil
      skipped.remove(name)
    case .skipped(let name): skipped.insert(name)
    }
  }

  /// The same state as the smallest number of events.
  var events: [Event] {
    cursors.sorted { $0.key < $1.key }.map { .passed(form: $0.key, $0.value) }
      + waiting.sorted { ($0.value.since, $0.key.id.text) < ($1.value.since, $1.key.id.text) }
      .map { .taken($0.key, $0.value, next: nil) }
      + skipped.sorted { $0.id.text < $1.id.text }.map { .skipped($0) }
  }

}

extension OutboxState.Event {
  /// A line of the file, without its end.
  var line: [UInt8] {
    let value: JSONValue
    switch self {
    case .passed(let form, let cursor):
      var members: [JSONValue.Member] = [.init("form", .string(form)), .init("next", number(cursor.next))]
      if let last = cursor.last {
        members += [.init("at", number(last.offset)), .init("id", .string(last.id.text))]
      }
      value = .object(members)
    case .taken(let name, let entry, let next):
      var members = Self.members(name) + [.init("at", number(entry.offset)), .init("since", .string(entry.since))]
      if let next { members.append(.init("next", number(next))) }
      if entry.attempts > 0 || entry.due > 0 {
        members += Self.members(attempts: entry.attempts, due: entry.due, entry.reason)
      }
      value = .object(members)
    case .failed(let name, let attempts, let due, let reason):
      value = .object(Self.members(name) + Self.members(attempts: attempts, due: due, reason))
    case .done(let name): value = .object(Self.members(name) + [.init("done", true)])
    case .skipped(let name): value = .object(Self.members(name) + [.init("skip", true)])
    }
    return value.compactBytes
  }

  private static func members(_ name: OutboxState.Name) -> [JSONValue.Member] {
    [.init("form", .string(name.form)), .init("id", .string(name.id.text))]
  }

  private static func members(attempts: Int, due: Int, _ reason: String?) -> [JSONValue.Member] {
    [.init("attempts", number(attempts)), .init("due", number(due))]
      + (reason.map { [.init("reason", .string($0))] } ?? [])
  }

  /// `nil` if the line is no event.
  init?(line: [UInt8]) {
    guard let value = try? JSONReader.storedLine(line).value, case .string(let form)? = value["form"] else {
      return nil
    }
    func number(_ key: String) -> Int? {
      if case .number(let text)? = value[key], let number = Int(text), number >= 0 { number } else { nil }
    }
    func text(_ key: String) -> String? { if case .string(let text)? = value[key] { text } else { nil } }
    let name = text("id").flatMap { Token($0) }.map { OutboxState.Name(form: form, id: $0) }
    if let name, value["done"] == true {
      self = .done(name)
    } else if let name, value["skip"] == true {
      self = .skipped(name)
    } else if let name, let since = text("since"), let offset = number("at") {
      self = .taken(
        name,
        OutboxState.Waiting(
          offset: offset, since: since, attempts: number("attempts") ?? 0, due: number("due") ?? 0,
          reason: text("reason")), next: number("next"))
    } else if let name, let attempts = number("attempts"), let due = number("due") {
      self = .failed(name, attempts: attempts, due: due, reason: text("reason"))
    } else if let next = number("next") {
      let last = name.flatMap { name in number("at").map { OutboxState.Line(offset: $0, id: name.id) } }
      self = .passed(form: form, OutboxState.Cursor(next: next, last: last))
    } else {
      return nil
    }
  }
}

private func number(_ number: Int) -> JSONValue { .number(String(number)) }
