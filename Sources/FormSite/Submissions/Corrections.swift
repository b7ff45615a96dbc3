import Support

/// Which submissions of a form replace which. Memory is used for each correction only, not for each submission.
struct Corrections: Sendable {
  private struct Link {
    let replaced: Token
    let time: SubmissionTime
  }

  private var links: [Token: Link] = [:]
  /// The replacements of a submission. There are several only in files that another program has written.
  private var replacements: [Token: [Token]] = [:]

  mutating func insert(_ id: Token, replacing replaced: Token, at time: SubmissionTime) {
    guard links.updateValue(Link(replaced: replaced, time: time), forKey: id) == nil else { return }
    replacements[replaced, default: []].append(id)
  }

  mutating func remove(_ ids: some Sequence<Token>) {
    for id in ids {
      replacements[id] = nil
      guard let link = links.removeValue(forKey: id) else { continue }
      replacements[link.replaced]?.removeAll { $0 == id }
      if replacements[link.replaced]?.isEmpty == true { replacements[link.replaced] = nil }
    }
  }

  /// The submission that replaced this one; `nil` if it is the newest of its chain.
  func replacement(of id: Token) -> Token? { replacements[id]?.first }

  /// A submission, with all that it replaced and all that replaced it.
  func chain(of id: Token) -> [Token] {
    if links[id] == nil, replacements[id] == nil { return [id] }
    var chain = [id]
    var seen: Set<Token> = [id]
    var position = 0
    while position < chain.count {
      let next = (links[chain[position]].map { [$0.replaced] } ?? []) + (replacements[chain[position]] ?? [])
      chain += next.filter { seen.insert($0).inserted }
      position += 1
    }
    return chain
  }

  /// The time of the last correction in a submission's chain; `nil` if it has no corrections.
  func lastTime(inChainOf id: Token) -> SubmissionTime? {
    if links[id] == nil, replacements[id] == nil { return nil }
    return chain(of: id).compactMap { links[$0]?.time }.max { $0.bits < $1.bits }
  }
}

/// Which submissions replace which, for commands. A correction takes a few bytes.
package struct CorrectionChains {
  private var corrections = Corrections()

  package init() {}

  package mutating func insert(_ id: String, replacing replaced: String) {
    guard let id = Token(id), let replaced = Token(replaced) else { return }
    corrections.insert(id, replacing: replaced, at: .unknown)
  }

  /// Whether another submission has replaced it.
  package func isReplaced(_ head: StoredHead) -> Bool { corrections.replacement(of: head.head.id) != nil }

  /// These submissions, with all that they replaced and all that replaced them.
  package func closure(of ids: Set<String>) -> Set<String> {
    Set(ids.flatMap { id in Token(id).map { corrections.chain(of: $0).map(\.text) } ?? [id] })
  }
}

/// On the write queue: refuses corrections that come too late.
extension SubmissionFiles {
  /// Logs who corrected what. Imported corrections are left out: they were made elsewhere.
  func tellCorrections(among lines: [Journal.Line]) {
    for line in lines where line.target != nil {
      guard let replaced = line.record.replaces else { continue }
      tell(
        "corrected in '\(line.record.form)' by \(line.record.by ?? "the visitor"): \(replaced), now \(line.record.id)")
    }
  }

  /// Answers corrections that came too late.
  /// - Returns: the other lines.
  func refuseConflicts(_ lines: [Journal.Line], of form: String) -> [Journal.Line] {
    guard lines.contains(where: { $0.record.replaces != nil && !$0.isCopy }) else { return lines }
    var replaced: [Token: Token] = [:]
    return lines.filter { line in
      guard let target = line.replaces, !line.isCopy else { return true }
      let earlier = replaced[target] ?? state.withLock { $0.corrections[form]?.replacement(of: target) }
      let found = earlier.map { CorrectionConflict.replaced(by: $0.text) } ?? conflict(of: line, in: form)
      guard let found else {
        replaced[target] = line.id
        return true
      }
      let error = SubmissionError(path: path(of: form), target: target.text, conflict: found)
      let continuations = state.withLock { $0.waiting.removeValue(forKey: line.id) ?? [] }
      for continuation in continuations { continuation.resume(returning: .failure(error)) }
      return false
    }
  }

  /// `nil` if the submission that it replaces exists and was not erased.
  private func conflict(of line: Journal.Line, in form: String) -> CorrectionConflict? {
    guard let target = line.target else { return nil }
    guard let bytes = try? LineSums.line(at: target, in: path(of: form)), let head = LineHead(of: bytes),
      head.id == line.replaces
    else { return .missing }
    return head.isErased ? .erased : nil
  }
}
