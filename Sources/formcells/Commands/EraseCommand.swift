import FormCells
import FormSite
import Glibc
import Support

/// `formcells erase`: erases submissions, by their ids or by their values. A server that has the data folder does the work; if none
/// runs, the command takes the folder.
struct EraseCommand {
  private let form: String
  private let data: String
  private let place: SubmissionPlace
  private let ids: [String]
  private let conditions: [SubmittedCondition]
  private let isDryRun: Bool
  private let isConfirmed: Bool
  private let user: uid_t

  init(_ arguments: Arguments) throws(UsageError) {
    let name = try arguments.required("FORM")
    guard name.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else {
      throw UsageError(message: "'\(name)' is not the id of a form, which is made of a-z, 0-9 and '-'", command: .erase)
    }
    form = name
    user = arguments.user
    data = arguments.text(.data, default: "./data")
    place = try arguments.submissionPlace()
    var ids: [String] = []
    for text in arguments.texts(.id) {
      // Receipts show ids in groups.
      let id = text.lowercased().filter { $0 != " " && $0 != "-" }
      guard Token(id) != nil else {
        throw arguments.usageError(
          .id, message: "'\(text)' is not the id of a submission, which has 32 digits and letters a-f")
      }
      if !ids.contains(id) { ids.append(id) }
    }
    self.ids = ids
    var conditions: [SubmittedCondition] = []
    for text in arguments.texts(.where) {
      guard let condition = SubmittedCondition(text) else {
        throw arguments.usageError(.where, message: "'\(text)' is not CELL=VALUE, such as email=ada@example.org")
      }
      guard !condition.isEmpty else {
        throw arguments.usageError(
          .where, message: "'\(text)' has no value; submissions without an answer can be erased by their ids only")
      }
      conditions.append(condition)
    }
    self.conditions = conditions
    guard ids.isEmpty != conditions.isEmpty else {
      throw UsageError(
        message: ids.isEmpty
          ? "which submissions? --id ID or --where CELL=VALUE" : "--id and --where can't be combined",
        command: .erase)
    }
    isDryRun = try arguments.flag(.dryRun)
    let isYes = try arguments.flag(.yes)
    if isDryRun, isYes { throw arguments.usageError(.yes, message: "has no effect with --dry-run") }
    // In a script, nobody can confirm.
    isConfirmed = isYes || isatty(STDIN_FILENO) != 1
  }

  func run() throws {
    let found = try find()
    try erase(found)
    if found.unreadCount > 0 {
      throw Failure("error: \(found.unreadCount) damaged lines were not searched, such as that of \(found.unread)")
    }
  }

  private func erase(_ found: Found) throws {
    for stored in found.stored { try Terminal.print("\(stored.id)  \(stored.time)") }
    for id in found.setAside { try Terminal.print("\(id)  in what was set aside as damaged") }
    if found.likeCount > 0 {
      Terminal.error(
        "note: capital and small letters count: \(found.likeCount) more would be found if they didn't, such as \(found.like)"
      )
    }
    if found.stored.isEmpty, found.missing.isEmpty, found.setAside.isEmpty {
      let what = conditions.isEmpty ? "nothing is left to erase" : "no submission has that value"
      return Terminal.error("note: \(what)")
    }
    let count = found.stored.count
    if isDryRun {
      for id in found.missing { Terminal.error("error: \(id): '\(form)' has no such submission") }
      if !found.missing.isEmpty { throw Failure([]) }
      return
    }
    if !found.stored.isEmpty, !isConfirmed, !ask(count) { throw Failure("nothing was erased") }
    // Ids that no line has may be in lines that were set aside as damaged.
    let report = try erase(found.stored.map(\.id) + found.missing + found.setAside)
    try Terminal.print("\(report.erased.count) erased")
    for id in report.missing { Terminal.error("error: \(id): '\(form)' has no such submission") }
    if !report.missing.isEmpty { throw Failure([]) }
  }

  private func ask(_ count: Int) -> Bool {
    let what = count == 1 ? "this submission" : "these \(count) submissions"
    Terminal.control("Erase \(what) of '\(form)'? It can't be undone. Type yes: ")
    return readLine() == "yes"
  }

  // MARK: Which ones

  private struct Found {
    /// Submissions that exist and are not erased, with all of their chains.
    var stored: [(id: String, time: String)] = []
    /// Given ids that no line has.
    var missing: [String] = []
    /// The ids of damaged lines that have the values.
    var setAside: [String] = []
    /// The number of submissions that have the values in other case, and the id of one of them.
    var likeCount = 0
    var like = ""
    /// The number of submissions whose values cannot be read, and the id of one of them.
    var unreadCount = 0
    var unread = ""
  }

  private func setAside() throws -> [String] {
    let path = SubmissionFiles.path(of: form, inData: data) + ".torn"
    guard place.isFolder, !conditions.isEmpty, FileIdentity(path: path) != nil else { return [] }
    var ids: [String] = []
    try SubmissionFileReader.forEachLine(ofFile: path) { line, _ in
      guard let head = StoredHead(of: line), conditions.allSatisfy({ $0.isPart(of: line) }) else { return }
      ids.append(head.id)
    }
    return ids
  }

  /// Reads all lines twice: a correction may come long after the line that it corrects.
  private func find() throws -> Found {
    let source: any SubmissionExport
    let forms: [String]
    do throws(SubmissionError) {
      source = try place.export(data: data)
      forms = try source.forms()
    } catch { throw Failure("\(error)") }
    guard forms.contains(form) else {
      let meant = Suggestion.nearest(to: form, among: forms).map { "; did you mean '\($0)'?" } ?? ""
      throw Failure("\(source.place(of: form)): error: there are no submissions of '\(form)'\(meant)")
    }
    var chains = CorrectionChains()
    var found = Found()
    var matches = Set(ids)
    var cells = Set<String>()
    try forEachLine(of: source) { line, head in
      if let replaced = head.replaces { chains.insert(head.id, replacing: replaced) }
      if conditions.isEmpty || head.isErased { return }
      guard let values = try? JSONReader.storedLine(line).value["values"] else {
        (found.unreadCount, found.unread) = (found.unreadCount + 1, head.id)
        return
      }
      if case .object(let members) = values { cells.formUnion(members.map(\.key)) }
      if conditions.allSatisfy({ $0.holds(in: values) }) {
        matches.insert(head.id)
      } else if conditions.allSatisfy({ $0.holds(in: values, inAnyLetters: true) }) {
        (found.likeCount, found.like) = (found.likeCount + 1, head.id)
      }
    }
    if !cells.isEmpty, let condition = conditions.first(where: { !$0.isOfAnyCell && !cells.contains($0.cell) }) {
      let meant = Suggestion.nearest(to: condition.cell, among: cells.sorted()).map { "; did you mean '\($0)'?" } ?? ""
      throw Failure("error: --where: no submission of '\(form)' has a cell '\(condition.cell)'\(meant)")
    }
    let all = chains.closure(of: matches)
    var seen: Set<String> = []
    try forEachLine(of: source) { _, head in
      guard all.contains(head.id) else { return }
      seen.insert(head.id)
      if !head.isErased { found.stored.append((head.id, head.time)) }
    }
    found.missing = ids.filter { !seen.contains($0) }
    found.setAside = try setAside()
    return found
  }

  private func forEachLine(
    of source: any SubmissionExport, _ take: (_ line: [UInt8], _ head: StoredHead) throws -> Void
  ) throws {
    do {
      try source.forEachLine(of: form) { line, _ in
        if let head = StoredHead(of: line) { try take(line, head) }
      }
    } catch let error as SubmissionError {
      throw Failure("\(error)")
    }
  }

  // MARK: Erasing

  private func erase(_ ids: [String]) throws -> ErasureReport {
    let name = userName()
    var report = ErasureReport()
    var direct: (any SubmissionEditor)?
    for start in stride(from: 0, to: ids.count, by: EraseRequest.idLimit) {
      let request = EraseRequest(
        form: form, ids: Array(ids[start..<min(ids.count, start + EraseRequest.idLimit)]), by: name)
      let part: ErasureReport
      if direct == nil, place.isFolder, let answer = try ControlSocket.ask(data, request: request.json) {
        part = EraseRequest.report(answer)
      } else {
        if direct == nil {
          do throws(SubmissionError) { direct = try place.storage(data: data, note: { Terminal.error($0) }) } catch {
            throw Failure("\(error)")
          }
        }
        guard let storage = direct else { preconditionFailure("the storage is open") }
        let result: Result<ErasureReport, any Error> = blocking {
          do { return .success(try await storage.erase(request.ids, in: request.form, by: request.by)) } catch {
            return .failure(error)
          }
        }
        do { part = try result.get() } catch { throw Failure("\(error)") }
      }
      report.erased += part.erased
      report.erasedBefore += part.erasedBefore
      report.missing += part.missing
    }
    return report
  }

  /// The name of the machine's user, for the log and for what remains of the erased lines.
  private func userName() -> String {
    guard let entry = getpwuid(user), let name = entry.pointee.pw_name else { return "user \(user)" }
    return String(cString: name)
  }
}

/// A cell, or a part of it, and the value that it must have (`--where CELL=VALUE`).
struct SubmittedCondition {
  let cell: String
  /// The names after points: a part of a value, or a cell of an entry.
  private let path: [String]
  private let value: String

  /// `nil` if the text is not a condition.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].wholeMatch(of: /\*|[a-z0-9-]{1,64}(\.[A-Za-z0-9-]{1,64})*/) != nil else {
      return nil
    }
    let names = parts[0].split(separator: ".").map(String.init)
    (cell, path, value) = (names[0], Array(names.dropFirst()), String(parts[1]))
  }

  /// Whether the condition applies to any cell.
  var isOfAnyCell: Bool { cell == "*" }

  /// Whether the condition would hold for an empty value.
  var isEmpty: Bool { value.isEmpty }

  /// - Parameter inAnyLetters: whether to ignore case.
  func holds(in values: JSONValue, inAnyLetters: Bool = false) -> Bool {
    let test = Test(value: value, inAnyLetters: inAnyLetters)
    if isOfAnyCell { return test.isAnywhere(in: values) }
    return values[cell].map { test.holds(for: $0, path[...]) } ?? false
  }

  /// Whether an incomplete line contains the value as it would be written.
  func isPart(of line: [UInt8]) -> Bool { line.contains(JSONValue.string(value).compactBytes) }
}

/// Compares values with the wanted one.
private struct Test {
  private let value: String
  private let number: DecimalNumber?
  private let inAnyLetters: Bool

  init(value: String, inAnyLetters: Bool) {
    self.value = inAnyLetters ? value.lowercased() : value
    self.inAnyLetters = inAnyLetters
    number = try? DecimalNumber(parsingJSON: value)
  }

  func isAnywhere(in value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): elements.contains { isAnywhere(in: $0) }
    case .object(let members): isAmount(value) || members.contains { isAnywhere(in: $0.value) }
    default: isSame(value)
    }
  }

  func holds(for value: JSONValue, _ path: ArraySlice<String>) -> Bool {
    // With several values or entries, one must match.
    if case .array(let elements) = value { return elements.contains { holds(for: $0, path) } }
    guard let name = path.first else { return isSame(value) }
    if path == ["amount"], isAmount(value) { return true }
    return value[name].map { holds(for: $0, path.dropFirst()) } ?? false
  }

  private func isSame(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .array: false
    case .bool(let flag): self.value == (flag ? "true" : "false")
    case .number(let digits): isNumber(digits)
    // Texts are stored in one normal form, so bytes can be compared.
    case .string(let text): self.value == (inAnyLetters ? text.lowercased() : text)
    case .object:
      isAmount(value) || ["amount", "other", "name", "sha256"].contains { key in value[key].map(isSame) ?? false }
    }
  }

  private func isNumber(_ digits: String) -> Bool {
    // Numbers with more digits than a cell accepts are compared as texts.
    guard let number, let found = try? DecimalNumber(parsingJSON: digits) else { return value == digits }
    return number == found
  }

  /// Whether it is an amount of money with this number, whose digits are stored as a text: `12.5` equals `12.50`.
  private func isAmount(_ value: JSONValue) -> Bool {
    guard value["currency"] != nil, case .string(let digits)? = value["amount"] else { return false }
    return isNumber(digits)
  }
}
