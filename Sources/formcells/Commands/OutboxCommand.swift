import FormController
import FormSite
import Glibc
import Support
#if PostgreSQL
import PostgreSQLSubmissions
#endif

/// `formcells outbox`: lists deliveries that wait, retries them at once, or drops them.
struct OutboxCommand {
  private enum Verb: String { case list, retry, drop }

  private enum Format: String, CaseIterable { case text, json }

  private let verb: Verb
  private let name: String?
  private let data: String
  private let place: SubmissionPlace
  private let format: Format
  private let ids: [String]
  private let isSure: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    verb = Verb(rawValue: arguments.verb) ?? .list
    name = arguments.argument
    data = arguments.text(.data, default: "./data")
    place = try arguments.submissionPlace()
    format = try arguments.choice(.format, default: .text)
    ids = arguments.texts(.id)
    isSure = try arguments.flag(.yes)
    let isAll = try arguments.flag(.all)
    if let name, !Destination.isName(name) {
      throw UsageError(message: "'\(name)' is not the name of a destination", command: .outbox)
    }
    for id in ids where id.wholeMatch(of: /[0-9a-f]{32}/) == nil {
      throw arguments.usageError(.id, message: "'\(id)' is not the id of a submission: 32 digits from 0 to f")
    }
    guard verb != .list || ids.isEmpty else {
      throw arguments.usageError(.id, message: "it is an option of retry and drop")
    }
    guard verb == .list || arguments.text(.format) == nil else {
      throw arguments.usageError(.format, message: "it is an option of list")
    }
    guard verb == .drop || !isAll else { throw arguments.usageError(.all, message: "it is an option of drop") }
    guard verb == .drop || !isSure else { throw arguments.usageError(.yes, message: "it is an option of drop") }
    guard verb == .drop else { return }
    guard name != nil else { throw UsageError(message: "drop needs the NAME of a destination", command: .outbox) }
    guard isAll == ids.isEmpty else {
      throw UsageError(message: "drop needs either --id ID or --all", command: .outbox)
    }
  }

  func run() throws {
    do {
      switch verb {
      case .list: try list()
      case .retry:
        try Terminal.print("tried again now: \(try carryOut(.retry, whereNone: "is not a failed delivery"))")
      case .drop:
        try confirm()
        try Terminal.print("dropped: \(try carryOut(.drop, whereNone: "is not waiting for \(name ?? "")"))")
      }
    } catch let error as SubmissionError {
      throw Failure("\(error)")
    }
  }

  private func list() throws {
    if format == .text { try Terminal.print("destination\tform\tid\twaiting since\tattempts\tnext attempt\treason") }
    var isEmpty = true
    try place.forEachOutboxEntry(data: data) { entry in
      guard name == nil || entry.destination == name else { return }
      isEmpty = false
      let next = entry.due == 0 ? nil : Timestamp(seconds: entry.due / 1000, milliseconds: entry.due % 1000).iso8601
      switch format {
      case .text:
        try Terminal.print(
          [
            entry.destination, entry.form, entry.id, entry.since, "\(entry.attempts)", next ?? "now",
            entry.reason ?? "",
          ].joined(separator: "\t"))
      case .json:
        let object: JSONValue = [
          "destination": .string(entry.destination), "form": .string(entry.form), "id": .string(entry.id),
          "since": .string(entry.since), "attempts": .number("\(entry.attempts)"),
          "next": next.map { .string($0) } ?? .null, "reason": entry.reason.map { .string($0) } ?? .null,
        ]
        try Terminal.print(object.compactBytes + [10])
      }
    }
    if isEmpty { Terminal.error("nothing waits") }
  }

  /// Asks for confirmation: a dropped delivery is lost.
  private func confirm() throws(Failure) {
    if isSure { return }
    let what = ids.isEmpty ? "all that waits" : ids.joined(separator: ", ")
    guard isatty(STDIN_FILENO) == 1 else {
      throw Failure("error: \(what) would never be delivered to \(name ?? ""); add --yes to drop it")
    }
    Terminal.control("Drop \(what)? It will never be delivered to \(name ?? ""). [y/N] ")
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure("nothing was dropped")
    }
  }

  /// Does what the order says for each id, or for all.
  /// - Returns: the number of deliveries.
  private func carryOut(_ order: OutboxRequest.Order, whereNone reason: String) throws -> Int {
    if ids.isEmpty { return try place.carryOut(OutboxRequest(order, destination: name, id: nil), data: data) }
    var total = 0
    for id in ids {
      let count = try place.carryOut(OutboxRequest(order, destination: name, id: id), data: data)
      guard count > 0 else { throw Failure("error: \(id) \(reason)" + (total > 0 ? "; done: \(total)" : "")) }
      total += count
    }
    return total
  }
}

extension SubmissionPlace {
  /// Goes through the deliveries that wait.
  func forEachOutboxEntry(data: String, _ take: (OutboxEntry) throws -> Void) throws {
    switch self {
    case .files:
      guard FolderContent.isFolder(data) else {
        throw Failure("\(data): error: there is no such folder; --data names the server's data folder")
      }
      try FileOutbox.forEachEntry(inData: data, take)
    #if PostgreSQL
    case .postgreSQL(let address): try PostgreSQLOutbox.forEachEntry(at: address, take)
    #endif
    }
  }

  /// Sends a request to a running server, or carries it out on what the server has left.
  /// - Returns: the number of deliveries.
  func carryOut(_ request: OutboxRequest, data: String) throws -> Int {
    switch self {
    case .files:
      guard FolderContent.isFolder(data) else {
        throw Failure("\(data): error: there is no such folder; --data names the server's data folder")
      }
      if let answer = try ControlSocket.ask(data, request: request.json) { return OutboxRequest.count(answer) }
      let folder = try DataFolder(data)
      defer { folder.release() }
      let outbox = try FileOutbox(
        data: data, destinations: [], isInOrder: false, note: { Terminal.error($0) }, tellsFormer: false)
      return try request.carryOut(by: outbox)
    #if PostgreSQL
    case .postgreSQL(let address):
      return try request.carryOut(
        by: PostgreSQLOutbox(address, destinations: [], isInOrder: false, note: { Terminal.error($0) }))
    #endif
    }
  }
}
