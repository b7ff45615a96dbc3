package import Localization
import Support

/// A store of options that is asked only for what a page shows: a database, a directory, a service.
///
/// The site asks before it answers a request: for the rows of the open view, and for the labels of the chosen values. Thrown errors
/// are logged; the visitor is asked to try again, and loses nothing.
public protocol OptionProvider: Sendable {
  /// The options, from the first on.
  /// - Parameter count: the maximum number; "Show more" asks for more, from the first again.
  func page(first count: Int) async throws -> OptionPage

  /// The options that a search finds, from the first on.
  /// - Parameters:
  ///   - text: what the visitor typed; it has at least one letter or digit.
  ///   - count: the maximum number, as for `page(first:)`.
  func search(for text: String, first count: Int) async throws -> OptionPage

  /// The options with these values, in any order. If a value is left out, a form that contains it is refused.
  func labels(for values: [String]) async throws -> [Option]
}

/// A store of options that can select the options that fit other cells (`"where"` of a source).
///
/// `columns` says what each column has to equal: the value of another cell as it would be submitted. It is never empty.
public protocol FilteringOptionProvider: OptionProvider {
  /// Like `page(first:)`, but only options that fit.
  func page(where columns: [String: String], first count: Int) async throws -> OptionPage

  /// Like `search(for:first:)`, but only options that fit.
  func search(for text: String, where columns: [String: String], first count: Int) async throws -> OptionPage

  /// The options with these values that fit, in any order. If a value is left out, a form that contains it is refused.
  func labels(for values: [String], where columns: [String: String]) async throws -> [Option]
}

/// The beginning of a provider's options, or of those that a search finds.
public struct OptionPage: Sendable {
  /// The options in lists, each under a header if it has a title.
  public var lists: [OptionSource.List]
  /// The total number, on the page or not.
  public var matchCount: Int

  /// - Parameters:
  ///   - lists: the options in lists, each under a header if it has a title.
  ///   - matchCount: the total number, on the page or not.
  public init(lists: [OptionSource.List], matchCount: Int) {
    self.lists = lists
    self.matchCount = matchCount
  }

  /// Options without headers.
  public init(options: [Option], matchCount: Int) {
    self.init(lists: [OptionSource.List(options: options)], matchCount: matchCount)
  }
}

/// A store whose options have texts in several languages; it searches those in the visitor's languages.
package protocol TranslatedOptionProvider: OptionProvider {
  func search(
    for text: String, in languages: [LanguageTag], where columns: [String: String], first count: Int
  ) async throws -> OptionPage
}

extension OptionProvider {
  /// The answer to a question about options without a tree.
  func page(of question: OptionQuestion) async throws -> OptionPage {
    switch question {
    case .labels(let values):
      let options = try await labels(for: values.keys.sorted())
      return OptionPage(options: options, matchCount: options.count)
    case .fitting(let values, let columns):
      let options = try await filtering.labels(for: values, where: columns)
      return OptionPage(options: options, matchCount: options.count)
    case .rows(search: "", _, let count, let columns):
      return columns.isEmpty
        ? try await page(first: count) : try await filtering.page(where: columns, first: count)
    case .rows(let text, let languages, let count, let columns):
      if let self = self as? any TranslatedOptionProvider {
        return try await self.search(for: text, in: languages, where: columns, first: count)
      }
      return columns.isEmpty
        ? try await search(for: text, first: count)
        : try await filtering.search(for: text, where: columns, first: count)
    case .level(_, let count): return try await page(first: count)
    }
  }

  private var filtering: any FilteringOptionProvider {
    get throws {
      guard let self = self as? any FilteringOptionProvider else { throw CannotFilter() }
      return self
    }
  }
}

/// A provider was asked for options that fit, but cannot filter: the site refuses such a provider at its start.
private struct CannotFilter: Error {}

/// The stores that the `source` of a definition may name, besides files.
public struct OptionStores: Sendable {
  /// The names under which the host registers providers with its site.
  package var providers: Set<String>
  /// Files in memory, by the paths that a source names. The gallery uses them.
  package var files: [String: [UInt8]] = [:]
  /// Opens a table of an SQLite database; `nil` if the program cannot do that.
  package var openSQLite: (@Sendable (OptionDatabase) throws(OptionFileErrors) -> OptionSource)?

  /// - Parameter providers: the names under which the host registers providers with its site.
  public init(providers: some Sequence<String> = []) { self.providers = Set(providers) }
}

/// A table of a database as a definition names it.
package struct OptionDatabase: Sendable, Equatable {
  package let path: String
  package let table: String
  package let columns: OptionColumns
  /// The folders of which one must contain the file, even if links lead to it.
  package let folders: [String]
  /// The existing images, by their paths under Public; `nil`: not checked.
  package let images: Set<String>?

  package init(path: String, table: String, columns: OptionColumns, folders: [String], images: Set<String>? = nil) {
    self.path = path
    self.table = table
    self.columns = columns
    self.folders = folders
    self.images = images
  }
}

/// The part of a provider's options that a table has: the rows of the open view, then those of chosen values.
struct OptionPart: Sendable {
  /// Maximum rows of one view, so that a provider is never asked for all its options.
  static let rowLimit = 10_000

  /// The rows at the beginning that the view lists.
  let listedCount: Int
  /// The number of all options that match.
  let matchCount: Int
  /// The values of columns by which the view's rows were filtered.
  var listedWhere: [String: String] = [:]
  /// What is known about options that fit, by the values that their columns must have.
  var subsets: [[String: String]: Subset] = [:]
  /// The level of a tree that the view lists, given by the parent value; `nil` if it lists none.
  var listedLevel: String?
  /// Values that are not options.
  var absent: Set<String> = []
  /// Collects what a request needs but does not find; `nil`: the provider cannot be asked, so no option is known to be gone.
  let wishes: OptionWishes?

  struct Subset: Sendable {
    /// Whether any option fits; `nil`: not asked yet.
    var hasRows: Bool?
    /// Whether these values fit.
    var values: [String: Bool] = [:]
  }
}

/// What a request needs from a provider.
final class OptionWishes: Sendable {
  struct Rows: Sendable, Equatable {
    /// The text to search for; empty: no search.
    let search: String
    /// The languages in which to search; empty without a search.
    let languages: [LanguageTag]
    /// The parent value of a level of a tree, without a search; empty: the top level.
    let level: String?
    var count: Int
    let columns: [String: String]

    /// Whether these are the beginning of the other rows.
    func isPart(of other: Rows) -> Bool {
      search == other.search && languages == other.languages && level == other.level && columns == other.columns
        && count <= other.count
    }
  }

  struct State: Sendable {
    /// Values with their last known labels; `nil`: no label is known.
    var values: [String: String?] = [:]
    var rows: Rows?
    /// Values to ask about whether they fit, by the values that their columns must have.
    var subsets: [[String: String]: Set<String>] = [:]
    /// Column values for which to ask whether any option fits.
    var asksAny: Set<[String: String]> = []
  }

  /// The number of values that one request can ask for: those of a view with `OptionPart.rowLimit` rows, and the same number again. Only a
  /// forged page has more.
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

  func add(_ value: String, where columns: [String: String]) {
    state.withLock { state in
      if state.subsets[columns, default: []].count < Self.valueLimit {
        state.subsets[columns, default: []].insert(value)
      }
    }
  }

  /// Asks whether any option fits.
  func addSubset(_ columns: [String: String]) { state.withLock { _ = $0.asksAny.insert(columns) } }

  func add(_ rows: Rows) {
    state.withLock { state in
      if state.rows.map(rows.isPart) != true { state.rows = rows }
    }
  }
}

extension OptionTable {
  /// Whether the table has all options.
  package var isWhole: Bool { part == nil }

  /// Whether a value that is not in the table may still be an option.
  var isUnasked: Bool { part.map { $0.wishes == nil } ?? false }

  /// Whether it is not known yet if an option has this value.
  package func isUnasked(_ value: String) -> Bool {
    guard let part, part.wishes != nil, !part.absent.contains(value) else { return false }
    return row(of: value) == nil
  }

  /// The rows that can be listed without a search.
  package var offeredRows: RowSet { RowSet(0..<(part?.listedCount ?? count)) }

  /// The number of rows that a view can list.
  package var listableCount: Int { part.map { min($0.matchCount, OptionPart.rowLimit) } ?? count }

  /// The number of options that match the request for its listed rows; `nil`: they must be counted.
  package var matchCount: Int? { part?.matchCount }

  /// Records what the open view lists.
  /// - Parameters:
  ///   - languages: the visitor's, the best first.
  ///   - level: of a tree, the value of the parent row; empty: the top level.
  package func ask(
    for search: String, in languages: [LanguageTag] = [], below level: String? = nil, first count: Int,
    where columns: [String: String] = [:]
  ) {
    guard let wishes = part?.wishes else { return }
    let search = SearchTerm.terms(of: search).isEmpty ? "" : search
    wishes.add(
      OptionWishes.Rows(
        search: search, languages: search.isEmpty ? [] : languages, level: search.isEmpty ? level : nil, count: count,
        columns: columns))
  }

  /// A table with some of a provider's options.
  /// - `lists`: the options of the open view.
  /// - `others`: those of chosen values.
  /// - `columns`: the values of columns by which the view's options were filtered.
  /// - `subsets`: what is known about options that fit.
  /// - `absent`: values that are not options.
  /// - `level`: the level that the view lists.
  /// - `tree`: the places of the options; `nil` if they are not a tree.
  convenience init(
    lists: [OptionSource.List], and others: [Option], matchCount: Int, where columns: [String: String] = [:],
    subsets: [[String: String]: OptionPart.Subset] = [:], absent: Set<String> = [], level: String? = nil,
    tree: OptionPlaces? = nil, wishes: OptionWishes?
  ) {
    // A level of a tree has a title of another kind, so its options are one list.
    var lists = tree == nil || lists.isEmpty ? lists : [OptionSource.List(options: lists.flatMap(\.options))]
    var listed: Set<String> = []
    // Options with the same value are one option.
    for index in lists.indices { lists[index].options.removeAll { !listed.insert($0.value).inserted } }
    let count = listed.count
    // "Select All" needs the complete list.
    if matchCount > count { for index in lists.indices { lists[index].action = .none } }
    let above = tree?.places.values.lazy.flatMap(\.path) ?? []
    let rest = (others + above).filter { listed.insert($0.value).inserted }
    self.init(
      lists: lists, behind: rest, tree: tree,
      part: OptionPart(
        listedCount: count, matchCount: max(matchCount, count), listedWhere: columns, subsets: subsets,
        listedLevel: level, absent: absent, wishes: wishes))
  }

  /// The options of chosen values alone, as they were when they were chosen.
  /// - `places`: their places in a tree at that time.
  package convenience init(chosen options: [Option], places: [String: OptionPlace]? = nil) {
    self.init(
      lists: [], and: options, matchCount: OptionPart.rowLimit,
      tree: places.map { OptionPlaces(places: $0, choosesParents: true) }, wishes: nil)
  }
}
