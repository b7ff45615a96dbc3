/// A store of options that is asked for what a page shows and no more: a database, a directory, a service.
///
/// The site asks before it answers a request: for the rows of the view that is open, and for the labels of the values that
/// are chosen. What is thrown goes to the log; the visitor is asked to try again, and loses nothing.
public protocol OptionProvider: Sendable {
  /// The options from the first on.
  /// - Parameter count: so many at most; "Show more" asks for more of them, from the first again.
  func page(first count: Int) async throws -> OptionPage

  /// The options that a search finds, from the first on.
  /// - Parameters:
  ///   - text: as the visitor typed it; it has a letter or a digit at least.
  ///   - count: as of `page(first:)`.
  func search(for text: String, first count: Int) async throws -> OptionPage

  /// The options of these values, in any order. A value that is left out is none that can be chosen: a form with it is
  /// refused.
  func labels(for values: [String]) async throws -> [Option]
}

/// The beginning of a provider's options, or of those that a search finds.
public struct OptionPage: Sendable {
  /// Under headers of their own, where they have a title.
  public var lists: [OptionSource.List]
  /// How many there are in all, on the page or not.
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

extension OptionProvider {
  package func answer(_ question: OptionQuestion) async throws -> OptionPage {
    switch question {
    case .labels(let values):
      let options = try await labels(for: values.keys.sorted())
      return OptionPage(options: options, matchCount: options.count)
    case .rows(search: "", let count): return try await page(first: count)
    case .rows(let text, let count): return try await search(for: text, first: count)
    }
  }
}
