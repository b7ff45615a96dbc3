import Support
import Localization

/// The part of a provider's options that a table has: the rows that the open view lists, and those of chosen values behind
/// them.
struct OptionPart: Sendable {
  /// Rows of one view at most, so that nobody asks a provider for all it has.
  static let rowLimit = 10_000

  /// Rows at the beginning that the view lists.
  let listedCount: Int
  /// Options that match in all.
  let matchCount: Int
  /// Takes what a request asks for and does not find; nil: nothing can be asked for, and nothing is known to be gone.
  let wishes: OptionWishes?
}

/// The wishes of a request to a provider.
final class OptionWishes: Sendable {
  struct Rows: Sendable, Equatable {
    /// Empty: no search.
    let search: String
    let count: Int
  }

  struct State: Sendable {
    /// Values and the labels that were last known of them; nil: none.
    var values: [String: String?] = [:]
    var rows: Rows?
  }

  /// Values that one request can ask for: those that a view of `OptionPart.rowLimit` rows lists, and as many besides. Only a
  /// page that was made by hand has more.
  private static let valueLimit = 2 * OptionPart.rowLimit

  private let state = Lock(State())

  var all: State { state.withLock { $0 } }

  func add(_ value: String, label: String?) {
    state.withLock { state in
      if let known = state.values[value] {
        if known != nil { return }
      } else if state.values.count == Self.valueLimit {
        return
      }
      state.values[value] = .some(label)
    }
  }

  func add(_ rows: Rows) { state.withLock { $0.rows = rows } }
}

extension OptionTable {
  /// Whether it has all options that there are.
  package var isWhole: Bool { part == nil }

  /// Whether a value that is not in it may be an option all the same.
  var isUnasked: Bool { part.map { $0.wishes == nil } ?? false }

  /// The rows that can be listed without a search.
  package var offeredRows: RowSet { RowSet(0..<(part?.listedCount ?? count)) }

  /// How many rows a view can come to list.
  package var listableCount: Int { part.map { min($0.matchCount, OptionPart.rowLimit) } ?? count }

  /// How many options there are for what its listed rows were asked for; nil: they are counted.
  package var matchCount: Int? { part?.matchCount }

  /// Says what the open view lists.
  package func ask(for search: String, first count: Int) {
    guard let wishes = part?.wishes else { return }
    wishes.add(OptionWishes.Rows(search: SearchTerm.terms(of: search).isEmpty ? "" : search, count: count))
  }

  /// Some of a provider's options.
  /// - `lists`: of the open view.
  /// - `others`: those of chosen values.
  convenience init(lists: [OptionSource.List], and others: [Option], matchCount: Int, wishes: OptionWishes?) {
    var lists = lists
    var listed: Set<String> = []
    // A value that stands there twice is one option.
    for index in lists.indices { lists[index].options.removeAll { !listed.insert($0.value).inserted } }
    let count = listed.count
    // All of a list can be chosen at once only where all of it is there.
    if matchCount > count { for index in lists.indices { lists[index].action = .none } }
    let rest = others.filter { listed.insert($0.value).inserted }
    self.init(
      lists: lists, behind: rest,
      part: OptionPart(listedCount: count, matchCount: max(matchCount, count), wishes: wishes))
  }

  /// The options of chosen values alone, as they were when they were chosen.
  package convenience init(chosen options: [Option]) {
    self.init(
      lists: [], behind: options, part: OptionPart(listedCount: 0, matchCount: OptionPart.rowLimit, wishes: nil))
  }
}
