import Dispatch
package import FormCells
import Support

/// Counts what submissions take of a form's limit and of options' places, at the moment when they are recorded. So a limit is
/// never exceeded, whoever sends and at whichever server.
package protocol CountingSink: SubmissionSink {
  /// From now on, limits the submissions of these forms. Called again when forms change.
  /// - Parameter quotas: by form id; forms that are missing here are not counted.
  func limit(_ quotas: [String: Quotas])

  /// What all submissions of a form have taken, for pages; `nil` if that is not known yet. Does not wait.
  func taken(of form: String) -> [Quota: Int]?
}

/// What the submissions of one form have taken. A correction counts instead of the submission that it replaces; erased
/// submissions do not count.
package struct QuotaTally: Sendable {
  package let quotas: Quotas
  package private(set) var totals: [Quota: Int] = [:]
  /// By submission; those that take nothing have no entry.
  private var taken: [Token: [Quota: Int]] = [:]

  package init(_ quotas: Quotas) { self.quotas = quotas }

  /// The quotas of which too little is left for a submission.
  /// - Parameter replaced: the submission that it replaces.
  func exhausted(by new: [Quota: Int], replacing replaced: Token?) -> Set<Quota> {
    let before = replaced.flatMap { taken[$0] } ?? [:]
    return Set(
      new.filter { quota, count in
        let more = count - before[quota, default: 0]
        return more > 0 && totals[quota, default: 0] + more > quotas.limits[quota, default: .max]
      }.keys)
  }

  mutating func add(_ new: [Quota: Int], of id: Token, replacing replaced: Token?) {
    if let replaced { remove(replaced) }
    guard !new.isEmpty, taken[id] == nil else { return }
    taken[id] = new
    for (quota, count) in new { totals[quota, default: 0] += count }
  }

  mutating func remove(_ id: Token) {
    for (quota, count) in taken.removeValue(forKey: id) ?? [:] { totals[quota, default: 0] -= count }
  }
}

extension Quotas {
  /// What a line takes.
  /// - Throws: a `JSONError` if its values cannot be read.
  package func taken(byLine line: [UInt8]) throws(JSONError) -> [Quota: Int] {
    guard readsValues else { return taken(by: .null) }
    return taken(by: try JSONReader.storedLine(line).value["values"] ?? .null)
  }
}

extension SubmissionError {
  /// For stores outside this module, too.
  package static func exhausted(_ quotas: Set<Quota>, of form: String, at path: String) -> SubmissionError {
    let names = quotas.map { $0 == .form ? "its limit" : "\($0)" }.sorted().joined(separator: ", ")
    var error = SubmissionError(path: path, reason: "'\(form)' is full: \(names)", isRefusal: true)
    error.exhausted = quotas
    return error
  }
}

/// On the write queue: refuses submissions that would exceed a quota.
extension SubmissionFiles: CountingSink {
  package func limit(_ quotas: [String: Quotas]) {
    state.withLock { state in
      state.quotas = quotas
      state.tallies = state.tallies.filter { quotas[$0.key] == $0.value.quotas }
    }
    countLater()
  }

  package func taken(of form: String) -> [Quota: Int]? { state.withLock { $0.tallies[form]?.totals } }

  /// Counts in the background, so that pages show what is left before the first submission comes.
  func countLater() {
    queue.async { [self] in
      let forms = state.withLock { state in
        state.folder == nil ? [] : state.quotas.keys.filter { state.tallies[$0] == nil }
      }
      for form in forms {
        do throws(SubmissionError) { try count(form) } catch {
          tell("\(error); counting is retried with the next submission")
        }
      }
    }
  }

  /// Reads a form's lines and counts, unless they are counted already.
  private func count(_ form: String) throws(SubmissionError) {
    let quotas = state.withLock { $0.tallies[form] == nil ? $0.quotas[form] : nil }
    guard let quotas else { return }
    var tally = QuotaTally(quotas)
    let path = path(of: form)
    if FileIdentity(path: path) != nil {
      var lines = try LineReader(path)
      while let line = try lines.next() {
        guard line.hasEnd, let head = LineHead(of: line.bytes) else { continue }
        if head.isErased { continue }
        do throws(JSONError) {
          tally.add(try quotas.taken(byLine: line.bytes), of: head.id, replacing: head.replaces)
        } catch {
          tell("\(path): \(head.id.text) cannot be read, and is not counted: \(error)")
        }
      }
    }
    state.withLock { if $0.quotas[form] == quotas { $0.tallies[form] = tally } }
  }

  /// Answers submissions for which too little is left.
  /// - Returns: the others, which count from now on. If they cannot be recorded, everything is counted again.
  func refuseExhausted(_ lines: [Journal.Line], of form: String) -> [Journal.Line] {
    guard state.withLock({ $0.quotas[form] != nil }) else { return lines }
    do throws(SubmissionError) { try count(form) } catch {
      refuse(lines, with: error)
      return []
    }
    return lines.filter { line in
      do throws(SubmissionError) { try take(line, of: form) } catch {
        refuse([line], with: error)
        return false
      }
      return true
    }
  }

  private func take(_ line: Journal.Line, of form: String) throws(SubmissionError) {
    let path = path(of: form)
    guard let quotas = state.withLock({ $0.tallies[form]?.quotas }) else { return }
    let taken: [Quota: Int]
    do throws(JSONError) { taken = try quotas.taken(byLine: line.record.line) } catch {
      throw SubmissionError(path: path, reason: "\(line.id.text) cannot be read: \(error)", isRefusal: true)
    }
    let exhausted: Set<Quota> = state.withLock { state in
      let exhausted = state.tallies[form]?.exhausted(by: taken, replacing: line.replaces) ?? []
      if exhausted.isEmpty { state.tallies[form]?.add(taken, of: line.id, replacing: line.replaces) }
      return exhausted
    }
    if !exhausted.isEmpty { throw .exhausted(exhausted, of: form, at: path) }
  }

  private func refuse(_ lines: [Journal.Line], with error: SubmissionError) {
    for line in lines {
      let continuations = state.withLock { $0.waiting.removeValue(forKey: line.id) ?? [] }
      for continuation in continuations { continuation.resume(returning: .failure(error)) }
    }
  }
}
