/// Where a picker's options come from: fixed options or lists of a definition, or a file that may change under a
/// running server.
public final class OptionSource: Sendable {
  /// A value list as a definition writes it (contract, "lists").
  public struct List: Sendable, Equatable {
    public var title: Localized?
    public var action: OptionList.Action
    public var actionLabel: Localized?
    public var options: [Option]
    public init(
      title: Localized? = nil, action: OptionList.Action = .selectAll, actionLabel: Localized? = nil, options: [Option]
    ) {
      self.title = title
      self.action = action
      self.actionLabel = actionLabel
      self.options = options
    }
  }

  public enum ReloadOutcome: Sendable, Equatable {
    case unchanged
    /// The new file is in force; its rows.
    case reloaded(count: Int)
    /// The new file is bad: reported this once, the last good table stays in force.
    case failed(OptionFileErrors)
  }

  private let table: OptionTable

  /// Fixed options. Where two have one value, the first is found by it and `current.repeatedRows` tells of the other.
  public convenience init(options: [Option]) { self.init(lists: [List(options: options)]) }

  /// Fixed custom lists.
  public init(lists: [List]) { table = OptionTable(lists: lists) }

  init(file: OptionTable) { table = file }

  /// Options that are data.
  /// - Parameters:
  ///   - path: ends in `.csv` (RFC 4180 with a header row), `.json` (an array) or `.jsonl`.
  ///   - columns: which columns hold what. In JSON, an option's own keys stand where none is named.
  /// - Throws: every mistake in the file, up to a bound.
  public static func file(_ path: String, columns: OptionColumns) throws(OptionFileErrors) -> OptionSource {
    throw OptionFileErrors([OptionFileError(.missingFile, path: path)])
  }

  /// The table now in force. Cheap, from any thread.
  public var current: OptionTable { table }
  /// Rows of the table now in force.
  public var count: Int { current.count }
  /// Whether the options are data (a file) rather than part of the definition.
  public var isData: Bool { false }
  /// The source file.
  public var path: String? { nil }

  /// Reads the file again if its time, size or inode is another than at the last reading. Other threads keep the old
  /// table until the new one is complete.
  public func reloadIfChanged() -> ReloadOutcome { .unchanged }
}
