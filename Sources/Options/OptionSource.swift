import Support
import Synchronization
public import Localization

/// Where a picker's options come from: fixed options or lists of a definition, a file that may change under a running server,
/// or a provider that is asked.
public final class OptionSource: Sendable {
  /// A value list as a definition writes it.
  public struct List: Sendable, Equatable {
    package var title: Localized?
    package var action: OptionList.Action
    package var actionLabel: Localized?
    package var options: [Option]
    /// - Parameters:
    ///   - title: the header; nil: "All".
    ///   - action: what the header's button does.
    ///   - actionLabel: the button's label; nil: the built-in words.
    ///   - options: the rows under it.
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
    /// The new file is in force; its rows.
    case reloaded(count: Int, warnings: [OptionFileError] = [])
    /// The new file is bad: reported this once, the last good table stays in force.
    case failed(OptionFileErrors)
  }

  private struct Seen {
    /// The last state of the file that was looked at, good or bad; nil: it was missing.
    var identity: FileIdentity?
    /// So many rows have to be there that can be chosen.
    var needed = 0
    /// The tables that were in force before, the last one first.
    var former: [OptionTable] = []
    /// Of the table in force.
    var warnings: [OptionFileError] = []
  }

  /// Whoever is asked for options.
  package enum Store: Sendable {
    /// The one that the host gives this name.
    case named(String)
    case provider(any OptionProvider)
  }

  /// Values of a provider's options that can be chosen in a cell, and that it is asked for at once: more than people tick, as
  /// many as databases take in one question. The page carries each of them.
  public static let providedValueLimit = 1000

  /// Tables, and rows of them together, that are kept for pages that were made of them.
  private static let formerTableLimit = 8
  private static let formerRowLimit = 100_000

  private let table: AtomicReference<OptionTable>
  /// Of the table, set behind it: who reads it first, and the table then, has the table or a later one.
  private let serial: Atomic<UInt64>
  /// Nil: all options are in the table.
  package let store: Store?
  /// Whether a provider is asked for them.
  package let isProvided: Bool
  /// Of the options of a store.
  private let storedImages: Set<String>
  private let file: OptionFile?
  /// Held while the file is read, so that it is read once however many threads ask.
  private let seen: Lock<Seen>

  /// Fixed options. Where two have one value, the first is found by it and `current.repeatedRows` tells of the other.
  package convenience init(options: [Option]) { self.init(lists: [List(options: options)]) }

  /// Fixed custom lists. Their order is the order of the rows.
  package convenience init(lists: [List]) { self.init(OptionTable(lists: lists)) }

  private convenience init(store: Store, images: Set<String> = []) {
    self.init(OptionTable(chosen: []), store: store, images: images)
  }

  private init(
    _ table: OptionTable, store: Store? = nil, images: Set<String> = [], file: OptionFile? = nil,
    identity: FileIdentity? = nil, warnings: [OptionFileError] = []
  ) {
    self.table = AtomicReference(table)
    serial = Atomic(table.serial)
    self.store = store
    isProvided = store != nil
    storedImages = images
    self.file = file
    seen = Lock(Seen(identity: identity, warnings: warnings))
  }

  /// Options that the site asks for where a page shows them.
  package convenience init(provider: any OptionProvider) { self.init(store: .provider(provider)) }

  /// - `images`: of its options, where that is known.
  package convenience init(provider: any OptionProvider, images: Set<String>) {
    self.init(store: .provider(provider), images: images)
  }

  /// The same of the provider that the host gives the site under this name.
  package convenience init(providerNamed name: String) { self.init(store: .named(name)) }

  /// Options that are data.
  /// - Parameters:
  ///   - path: ends in `.csv` (RFC 4180 with a header row), `.json` (an array) or `.jsonl`.
  ///   - columns: which columns hold what. In JSON, an option's own keys stand where `value` and `label` have their own
  ///     names.
  ///   - folders: the file has to be below one of them, also when it is read again and a link leads elsewhere then; nil:
  ///     it may be anywhere.
  ///   - images: those that there are, by their paths under Public: others are mistakes; nil: not asked.
  /// - Throws: every mistake in the file, up to a bound.
  package static func file(
    _ path: String, columns: OptionColumns, within folders: [String]? = nil, images: Set<String>? = nil
  ) throws(OptionFileErrors) -> OptionSource {
    let file = OptionFile(path: path, columns: columns, folders: folders, images: images)
    let content = try file.read()
    return OptionSource(content.table, file: file, identity: content.identity, warnings: content.warnings)
  }

  /// The table now in force. Cheap, from any thread. Of a provider: what the request that is answered has asked for.
  package var current: OptionTable {
    guard isProvided, let windows = OptionWindows.current else { return table.load() }
    return windows.table(of: self)
  }
  /// Tells the table now in force from others (`OptionTable.serial`), without a look at it.
  package var currentSerial: UInt64 { isProvided ? current.serial : serial.load(ordering: .acquiring) }
  /// Rows of the table now in force.
  package var count: Int { current.count }
  /// Whether the options are data (a file, a provider's) rather than part of the definition.
  package var isData: Bool { file != nil || isProvided }
  /// Whether there is an option of this value, and it cannot be chosen.
  package func isDisabled(_ value: String) -> Bool {
    let table = current
    return table.row(of: value).map(table.isDisabled) ?? false
  }
  /// The images of all options, as far as they are known.
  package var images: Set<String> { isProvided ? storedImages : current.images }
  /// Warnings about the file that is in force.
  package var warnings: [OptionFileError] { seen.withLock(\.warnings) }
  /// The source file.
  package var path: String? { file?.path }

  /// The tables that the file held before, the last one first, unless they are large: they know the rows and labels that a
  /// page of theirs names.
  package var former: [OptionTable] { file == nil ? [] : seen.withLock(\.former) }

  /// Whether it reads the same columns of the same file.
  package func readsSame(as other: OptionSource) -> Bool {
    guard let file, let otherFile = other.file else { return false }
    return file.path == otherFile.path && file.columns == otherFile.columns
  }

  /// Takes the table of another source that reads the same file.
  package func follow(_ other: OptionSource) {
    let table = other.current
    guard table !== self.table.load() else { return }
    let identity = other.seen.withLock(\.identity)
    seen.withLock { seen in
      seen.identity = identity
      replace(with: table, &seen)
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

  /// From now on the file is good only where so many of its rows can be chosen: a required cell has them.
  package func require(_ count: Int) {
    seen.withLock { $0.needed = max($0.needed, count) }
  }

  /// Makes ready what a search in a file needs: a tenth of a second for a million rows. A search that comes before waits.
  package func prepareSearch() {
    if file != nil { table.load().prepareSearch() }
  }

  /// Reads the file again if its time, size or inode is another than at the last reading. Other threads keep the old
  /// table until the new one is complete. Takes about a second for a million rows: not for a thread that answers.
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
        table.prepareSearch()
        replace(with: table, &seen)
        seen.warnings = content.warnings
        return .reloaded(count: table.count, warnings: content.warnings)
      } catch {
        // Someone is writing it: nothing is known of the new file yet, the next look tells.
        if error.errors.first?.reason == .changedWhileReading { return .unchanged }
        seen.identity = identity
        return .failed(error)
      }
    }
  }
}
