import Support
import Synchronization
public import Localization

/// Where a picker's options come from: fixed options or lists of a definition, a file that may change while the server runs,
/// or a provider.
public final class OptionSource: Sendable {
  /// A value list as a definition writes it.
  public struct List: Sendable, Equatable {
    package var title: Localized?
    package var action: OptionList.Action
    package var actionLabel: Localized?
    package var options: [Option]
    /// - Parameters:
    ///   - title: the header; `nil`: "All".
    ///   - action: what the header's button does.
    ///   - actionLabel: the button's label; `nil`: the built-in words.
    ///   - options: the rows under the header.
    public init(
      title: Localized? = nil, action: OptionList.Action = .selectAll, actionLabel: Localized? = nil, options: [Option]
    ) {
      self.title = title
      self.action = action
      self.actionLabel = actionLabel
      self.options = options
    }
  }

  package enum ReloadOutcome: Sendable, Equatable {
    case unchanged
    /// The new file is in use; the number of its rows.
    case reloaded(count: Int, warnings: [OptionFileError] = [])
    /// The new file has mistakes, reported only this once; the last good table stays in use.
    case failed(OptionFileErrors)
  }

  private struct Seen {
    /// The last state of the file that was checked, good or bad; `nil`: it was missing.
    var identity: FileIdentity?
    /// The number of rows that must be enabled.
    var needed = 0
    /// The columns that must hold numbers, and the decimals that these may have.
    var numbers: [String: Int] = [:]
    /// The previous tables, the last one first.
    var former: [OptionTable] = []
    /// Warnings about the file that is in use, or about the store.
    var warnings: [OptionFileError] = []
  }

  /// The store that provides options on request.
  package enum Store: Sendable {
    /// The provider that the host has registered under this name.
    case named(String)
    case provider(any OptionProvider)
  }

  /// The number of a provider's options that can be chosen in a cell, and requested at once: more than people tick, and as many as
  /// databases accept in one query. The page contains each of them.
  public static let providedValueLimit = 1000

  /// Limits of the former tables that are kept for pages made from them: the number of tables, and of their rows together.
  private static let formerTableLimit = 8
  private static let formerRowLimit = 100_000

  private let table: AtomicReference<OptionTable>
  /// The table's number, stored after the table: reading the number first gives the same table or a later one.
  private let serial: Atomic<UInt64>
  /// `nil` if all options are in the table.
  package let store: Store?
  /// Whether a provider gives the options.
  package let isProvided: Bool
  /// The images and languages of a store's options.
  private let storedImages: Set<String>
  private let storedLanguages: [LanguageTag]
  /// `nil` if the options are not a tree.
  package let tree: OptionTreeColumn?
  private let file: OptionFile?
  /// The number of submissions that can choose each option of a definition, by value; options without a limit are left out.
  package let places: [String: Int]
  /// The lists of options with places; `nil` if no option has places.
  private let fixedLists: [List]?
  /// Locked while the file is read, so that it is read once however many threads ask.
  private let seen: Lock<Seen>

  /// Fixed options. Of two with the same value the first is found, and `current.repeatedRows` has the other.
  package convenience init(options: [Option]) { self.init(lists: [List(options: options)]) }

  /// Fixed custom lists. Their order is the order of the rows.
  package convenience init(lists: [List]) { self.init(OptionTable(lists: lists), lists: lists) }

  /// The same options with the same numbers of places, which are counted separately.
  package convenience init(copying other: OptionSource) { self.init(lists: other.fixedLists ?? []) }

  private convenience init(
    store: Store, tree: OptionTreeColumn? = nil, images: Set<String> = [], languages: [LanguageTag] = [],
    warnings: [OptionFileError] = []
  ) {
    self.init(
      OptionTable(chosen: []), store: store, tree: tree, images: images, languages: languages, warnings: warnings)
  }

  private init(
    _ table: OptionTable, store: Store? = nil, tree: OptionTreeColumn? = nil, images: Set<String> = [],
    languages: [LanguageTag] = [], file: OptionFile? = nil, identity: FileIdentity? = nil,
    warnings: [OptionFileError] = [], lists: [List] = []
  ) {
    var places: [String: Int] = [:]
    for option in lists.flatMap(\.options) where places[option.value] == nil { places[option.value] = option.places }
    self.places = places
    fixedLists = places.isEmpty ? nil : lists
    self.table = AtomicReference(table)
    serial = Atomic(table.serial)
    self.store = store
    isProvided = store != nil
    storedImages = images
    storedLanguages = languages
    self.tree = tree ?? file?.columns.tree
    self.file = file
    seen = Lock(Seen(identity: identity, warnings: warnings))
  }

  /// Options that the site requests when a page shows them.
  package convenience init(provider: any OptionProvider) { self.init(store: .provider(provider)) }

  /// - `images`: images of its options, if known.
  /// - `languages`: languages of its texts besides the store's default.
  /// - `warnings`: about the store.
  package convenience init(
    provider: any OptionProvider, tree: OptionTreeColumn? = nil, images: Set<String>,
    languages: [LanguageTag] = [], warnings: [OptionFileError] = []
  ) {
    self.init(
      store: .provider(provider), tree: tree, images: images, languages: languages, warnings: warnings)
  }

  /// Options of the provider that the host has registered under this name.
  package convenience init(providerNamed name: String, tree: OptionTreeColumn? = nil) {
    self.init(store: .named(name), tree: tree)
  }

  /// The same store for another cell, so that the options that fit each cell are kept apart.
  package convenience init(sharing other: OptionSource) {
    self.init(
      OptionTable(chosen: []), store: other.store, tree: other.tree, images: other.storedImages,
      languages: other.storedLanguages)
  }

  /// Options from a file.
  /// - Parameters:
  ///   - path: ends in `.csv` (RFC 4180 with a header row), `.json` (an array) or `.jsonl`.
  ///   - columns: the columns to read. In JSON, if `value` and `label` have their default names, all keys of an option are read.
  ///   - folders: the file must be in one of them, also when it is read again and a link has changed; `nil`: any folder.
  ///   - images: the existing images, by their paths under Public: others are mistakes; `nil`: not checked.
  /// - Throws: every mistake in the file, up to a limit.
  package static func file(
    _ path: String, columns: OptionColumns, within folders: [String]? = nil, images: Set<String>? = nil
  ) throws(OptionFileErrors) -> OptionSource {
    let file = OptionFile(path: path, columns: columns, folders: folders, images: images)
    let content = try file.read()
    return OptionSource(content.table, file: file, identity: content.identity, warnings: content.warnings)
  }

  /// Options from a file in memory, which never changes.
  package static func file(
    _ path: String, holding bytes: [UInt8], columns: OptionColumns
  ) throws(OptionFileErrors) -> OptionSource {
    let file = OptionFile(path: path, columns: columns)
    return OptionSource(try file.table(bytes), file: file)
  }

  /// The current table. Fast, and can be called on any thread. For a provider: the options of the current request.
  package var current: OptionTable {
    guard isProvided, let windows = OptionWindows.current else { return table.load() }
    return windows.table(of: self)
  }
  /// The number of the current table (`OptionTable.serial`), without reading the table.
  package var currentSerial: UInt64 { isProvided ? current.serial : serial.load(ordering: .acquiring) }
  /// Rows of the current table.
  package var count: Int { current.count }
  /// Whether the options come from data (a file or a provider) instead of the definition.
  package var isData: Bool { file != nil || isProvided }
  /// Whether the table of all options may soon be replaced: by a file that is read again, or by one with other full options.
  package var isChanging: Bool { file != nil || !places.isEmpty }
  /// Whether the options are a tree (`OptionTable.tree`).
  package var isTree: Bool { tree != nil }
  /// Whether the options are in lists with titles.
  package var hasLists: Bool { file?.columns.list != nil || current.lists.contains { $0.title != nil } }
  /// Whether the option with this value is disabled.
  package func isDisabled(_ value: String) -> Bool {
    let table = current
    return table.row(of: value).map(table.isDisabled) ?? false
  }
  /// The languages of the options' texts besides the default one.
  package var translatedLanguages: [LanguageTag] { isProvided ? storedLanguages : current.translatedLanguages }
  /// The images of all known options.
  package var images: Set<String> { isProvided ? storedImages : current.images }
  /// Warnings about the file that is in use, or about the store.
  package var warnings: [OptionFileError] { seen.withLock(\.warnings) }
  /// The source file.
  package var path: String? { file?.path }

  /// The file's previous tables, the last one first, unless they are large. They are needed for pages that were made from them.
  package var former: [OptionTable] { file == nil ? [] : seen.withLock(\.former) }

  /// Whether another source reads the same columns of the same file.
  package func readsSame(as other: OptionSource) -> Bool {
    guard let file, let otherFile = other.file else { return false }
    return file.path == otherFile.path && file.columns == otherFile.columns
  }

  /// Uses the table of another source that reads the same file, and its former tables.
  package func follow(_ other: OptionSource) {
    let table = other.current
    guard table !== self.table.load() else { return }
    let (identity, former) = other.seen.withLock { ($0.identity, $0.former) }
    seen.withLock { seen in
      seen.identity = identity
      let known = seen.former
      seen.former += former.filter { table in !known.contains { $0 === table } }
      replace(with: table, &seen)
    }
  }

  /// From now on, shows the options with these values as full.
  package func setFull(_ values: Set<String>) {
    guard let fixedLists else { return }
    seen.withLock { seen in
      let current = table.load()
      if Set((0..<current.count).filter(current.isFull).map(current.value)) == values { return }
      replace(with: OptionTable(lists: fixedLists, full: values), &seen)
    }
  }

  private func replace(with table: OptionTable, _ seen: inout Seen) {
    let old = self.table.load()
    self.table.store(table)
    serial.store(table.serial, ordering: .releasing)
    old.retire()
    seen.former.insert(old, at: 0)
    while seen.former.count > Self.formerTableLimit || seen.former.reduce(0, { $0 + $1.count }) > Self.formerRowLimit {
      seen.former.removeLast()
    }
  }

  /// From now on, the file is valid only with this number of enabled rows, because a required cell uses it.
  package func require(_ count: Int) {
    seen.withLock { $0.needed = max($0.needed, count) }
  }

  /// From now on, the file is valid only if this column has numbers with no more than this number of decimals, because they are
  /// calculated with.
  package func requireNumbers(inColumn name: String, decimalLimit: Int) {
    seen.withLock { $0.numbers[name] = min($0.numbers[name] ?? .max, decimalLimit) }
  }

  /// A mistake in a column that must hold numbers; `nil` if there is none.
  private static func misfit(of table: OptionTable, _ numbers: [String: Int]) -> OptionFileError.Reason? {
    for (column, decimals) in numbers.sorted(by: { $0.key < $1.key }) {
      switch table.kind(ofColumn: column) {
      case .numbers(let found)? where found > decimals: return .tooManyDecimals(column, limit: decimals)
      case .texts(let example?)?: return .notNumbers(column, example: example)
      case .numbers, .texts, nil: continue
      }
    }
    return nil
  }

  /// Prepares searches in a file, which takes a tenth of a second for a million rows. A search that comes earlier waits.
  package func prepareSearch() {
    if file != nil { table.load().prepareSearch() }
  }

  /// Reads the file again if its time, size or inode has changed. Other threads use the old table until the new one is complete.
  /// Takes about a second for a million rows, so it must not run on an event loop.
  package func reloadIfChanged() -> ReloadOutcome {
    guard let file else { return .unchanged }
    return seen.withLock { seen in
      let identity = FileIdentity(path: file.path)
      guard identity != seen.identity else { return .unchanged }
      do throws(OptionFileErrors) {
        let content = try file.read()
        let table = content.table
        seen.identity = content.identity
        if let shortage = table.shortage(of: seen.needed) { return .failed(file.failure(.shortage(shortage))) }
        if let misfit = Self.misfit(of: table, seen.numbers) { return .failed(file.failure(misfit)) }
        table.prepareSearch()
        replace(with: table, &seen)
        seen.warnings = content.warnings
        return .reloaded(count: table.count, warnings: content.warnings)
      } catch {
        // The file is being written: the next check will read it.
        if error.errors.first?.reason == .changedWhileReading { return .unchanged }
        seen.identity = identity
        return .failed(error)
      }
    }
  }
}
