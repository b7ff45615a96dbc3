/// The stores that the `source` of a definition may name beside files.
public struct OptionStores: Sendable {
  /// The names under which the host gives its site providers.
  package var providers: Set<String>

  public init(providers: some Sequence<String> = []) { self.providers = Set(providers) }
}
