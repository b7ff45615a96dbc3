/// Where a picker's options come from: a fixed list in the definition, or a file that may change under a running server.
public final class OptionSource: Sendable {
  private let table: OptionTable
  public init(options: [Option]) { table = OptionTable(count: options.count, lists: [], digest: "") }
  /// The table now in force.
  public var current: OptionTable { table }
  /// Whether the options are data (a file) rather than part of the definition.
  public var isData: Bool { false }
}
