package import Localization
import Support

/// A store of options that is asked only for what a page shows: a database, a directory, a service.
///
/// The site asks before it answers a request: for the rows of the open view, and for the labels of the chosen values. Thrown errors
/// go to the log; the visitor is asked to try again, and loses nothing.
public protocol OptionProvider: Sendable {
  /// The options from the first on.
  /// - Parameter count: the maximum number; "Show more" asks for more, from the first again.
  func page(first count: Int) async throws -> OptionPage

  /// The options that a search finds, from the first on.
  /// - Parameters:
  ///   - text: as the visitor typed it; it has at least one letter or digit.
  ///   - count: as of `page(first:)`.
  func search(for text: String, first count: Int) async throws -> OptionPage

  /// The options with these values, in any order. A form with a value that is left out is refused.
  func labels(for values: [String]) async throws -> [Option]
}

/// A store of options that can pick out those which fit other cells (`"where"` of a source).
///
/// `columns` names what each column has to equal: the value of another cell as it would be submitted. It is never empty.
public protocol FilteringOptionProvider: OptionProvider {
  /// As `page(first:)`, of the options that fit.
  func page(where columns: [String: String], first count: Int) async throws -> OptionPage

  /// As `search(for:first:)`, among the options that fit.
  func search(for text: String, where columns: [String: String], first count: Int) async throws -> OptionPage

  /// The options with these values that fit, in any order. A form with a value that is left out is refused.
  func labels(for values: [String], where columns: [String: String]) async throws -> [Option]
}

/// The beginning of a provider's options, or of those that a search finds.
public struct OptionPage: Sendable {
  /// Under headers of their own, where they have a title.
  public var lists: [OptionSource.List]
  /// The total number, on the page or not.
  public var matchCount: Int

  /// - Parameters:
  ///   - lists: under headers of their own, where they have a title.
  ///   - matchCount: how many there are in all, on the page or not.
  public init(lists: [OptionSource.List], matchCount: Int) {
    self.lists = lists
    self.matchCount = matchCount
  }

  /// Options without headers.
  public init(options: [Option], matchCount: Int) {
    self.init(lists: [OptionSource.List(options: options)], matchCount: matchCount)
  }
}

/// A store whose options have texts in several languages, of which those of the visitor are searched.
package protocol TranslatedOptionProvider: OptionProvider {
  func search(
    for text: String, in languages: [LanguageTag], where columns: [String: String], first count: Int
  ) async throws -> OptionPage
}

extension OptionProvider {
  /// The answer to a question that is not about a tree.
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

/// A provider was asked for options that fit, and takes no such question: the site refuses it at its start.
private struct CannotFilter: Error {}

/// The stores that the `source` of a definition may name beside files.
public struct OptionStores: Sendable {
  /// The names under which the host gives its site providers.
  package var providers: Set<String>
  /// Files that are not on a disk, by the paths that a source names: of the gallery.
  package var files: [String: [UInt8]] = [:]
  /// Opens a table of an SQLite database; nil: the program cannot.
  package var openSQLite: (@Sendable (OptionDatabase) throws(OptionFileErrors) -> OptionSource)?

  /// - Parameter providers: the names under which the host gives its site providers.
  public init(providers: some Sequence<String> = []) { self.providers = Set(providers) }
}

/// A table of a database as a definition names it.
package struct OptionDatabase: Sendable, Equatable {
  package let path: String
  package let table: String
  package let columns: OptionColumns
  /// The folders below which the file may be, whatever links lead to it.
  package let folders: [String]
  /// The existing images, by their paths under Public; nil: not checked.
  package let images: Set<String>?

  package init(path: String, table: String, columns: OptionColumns, folders: [String], images: Set<String>? = nil) {
    self.path = path
    self.table = table
    self.columns = columns
    self.folders = folders
    self.images = images
  }
}

/// The part of a provider's options in a table: the rows of the open view, then those of chosen values.
struct OptionPart: Sendable {
  /// Maximum rows of one view, so that a provider is never asked for all its options.
  static let rowLimit = 10_000

  /// Rows at the beginning that the view lists.
  let listedCount: Int
  /// Options that match in all.
  let matchCount: Int
  /// What the columns of the rows that the view lists have to equal.
  var listedWhere: [String: String] = [:]
  /// What is known of the options that fit, by what their columns have to equal.
  var subsets: [[String: String]: Subset] = [:]
  /// The level of a tree that the view lists, by the value above it; nil: none.
  var listedLevel: String?
  /// Values that are no options.
  var absent: Set<String> = []
  /// Collects what a request needs and does not find; nil: the provider can't be asked, and no option is known to be gone.
  let wishes: OptionWishes?

  struct Subset: Sendable {
    /// Whether there are any; nil: not asked.
    var hasRows: Bool?
    /// Whether these are among them.
    var values: [String: Bool] = [:]
  }
}

/// What a request needs from a provider.
final class OptionWishes: Sendable {
  struct Rows: Sendable, Equatable {
    /// Empty: no search.
    let search: String
    /// In which the search is made; of no search none.
    let languages: [LanguageTag]
    /// Of a tree, without a search: the value above; empty: the top level.
    let level: String?
    var count: Int
    let columns: [String: String]

    /// Whether they are the beginning of the same rows.
    func isPart(of other: Rows) -> Bool {
      search == other.search && languages == other.languages && level == other.level && columns == other.columns
        && count <= other.count
    }
  }

  struct State: Sendable {
    /// Values and the labels that were last known of them; nil: none.
    var values: [String: String?] = [:]
    var rows: Rows?
    /// Values of which it is asked whether they fit, by what their columns have to equal.
    var subsets: [[String: String]: Set<String>] = [:]
    /// Of which it is asked whether any option fits.
    var asksAny: Set<[String: String]> = []
  }

  /// Values that one request can ask for: those of a view with `OptionPart.rowLimit` rows, and as many again. Only a forged page has
  /// more.
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
  /// Whether it has all options.
  package var isWhole: Bool { part == nil }

  /// Whether a value that is not in it may still be an option.
  var isUnasked: Bool { part.map { $0.wishes == nil } ?? false }

  /// Whether it is not known yet whether an option has this value.
  package func isUnasked(_ value: String) -> Bool {
    guard let part, part.wishes != nil, !part.absent.contains(value) else { return false }
    return row(of: value) == nil
  }

  /// The rows that can be listed without a search.
  package var offeredRows: RowSet { RowSet(0..<(part?.listedCount ?? count)) }

  /// How many rows a view can list.
  package var listableCount: Int { part.map { min($0.matchCount, OptionPart.rowLimit) } ?? count }

  /// How many options there are for what its listed rows were asked for; nil: they are counted.
  package var matchCount: Int? { part?.matchCount }

  /// Says what the open view lists.
  /// - Parameters:
  ///   - languages: of the visitor's, the best first.
  ///   - level: of a tree: the value above the rows; empty: the top level.
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

  /// Some of a provider's options.
  /// - `lists`: of the open view.
  /// - `others`: those of chosen values.
  /// - `columns`: what those of the view were asked for by.
  /// - `subsets`: what is known of the options that fit.
  /// - `absent`: values that are no options.
  /// - `level`: the one that the view lists.
  /// - `tree`: where they are; nil: they are no tree.
  convenience init(
    lists: [OptionSource.List], and others: [Option], matchCount: Int, where columns: [String: String] = [:],
    subsets: [[String: String]: OptionPart.Subset] = [:], absent: Set<String> = [], level: String? = nil,
    tree: OptionPlaces? = nil, wishes: OptionWishes?
  ) {
    // A level has its own title.
    var lists = tree == nil || lists.isEmpty ? lists : [OptionSource.List(options: lists.flatMap(\.options))]
    var listed: Set<String> = []
    // A duplicate value is one option.
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
  /// - `places`: of a tree, where they were.
  package convenience init(chosen options: [Option], places: [String: OptionPlace]? = nil) {
    self.init(
      lists: [], and: options, matchCount: OptionPart.rowLimit,
      tree: places.map { OptionPlaces(places: $0, choosesParents: true) }, wishes: nil)
  }
}
