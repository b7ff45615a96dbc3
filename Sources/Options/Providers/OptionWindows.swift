import Support
package import Localization

/// The providers' options for one request. Reading a table never waits. So a request is tried with the known options, then the
/// missing ones are requested, and it is tried again until nothing is missing.
package final class OptionWindows: Sendable {
  /// The options of the current request; `nil`: providers are not asked.
  @TaskLocal package static var current: OptionWindows?

  /// The answers of one source, and the table made from them.
  fileprivate struct Window: Sendable {
    let source: OptionSource
    var answers = Answers()
    var wishes: OptionWishes?
    var table: OptionTable
  }

  fileprivate struct Answers: Sendable {
    /// The options by value; `nil`: there is no such option.
    var options: [String: Option?] = [:]
    /// For a tree: the places of these and of the listed options, by value.
    var places: [String: OptionPlace] = [:]
    var rows: OptionWishes.Rows?
    var page: OptionPage?
    /// What is known about options that fit, by the values that their columns must have.
    var subsets: [[String: String]: OptionPart.Subset] = [:]
  }

  /// Whether the request is only tried, without effect.
  package let isTrial: Bool
  private let windows: Lock<[ObjectIdentifier: Window]>

  private convenience init() { self.init(isTrial: true, [:]) }

  private init(isTrial: Bool, _ windows: [ObjectIdentifier: Window]) {
    self.isTrial = isTrial
    self.windows = Lock(windows)
  }

  /// Whether the current request is only tried, without effect.
  package static var isTrying: Bool { current?.isTrial == true }

  func table(of source: OptionSource) -> OptionTable {
    windows.withLock { windows in
      if let window = windows[ObjectIdentifier(source)] { return window.table }
      let window = Window(source: source, Answers())
      windows[ObjectIdentifier(source)] = window
      return window.table
    }
  }

  /// Rounds of questions for one request, as answers can lead to new questions.
  private static let roundLimit = 8

  /// Tries a request until nothing is missing.
  /// - Parameters:
  ///   - attempt: looks up what the request needs; it must have no other effect.
  ///   - ask: puts one question to a source's provider; the answer has an option for each value that is known.
  package static func needed(
    by attempt: () async -> Void, asking ask: (OptionSource, OptionQuestion) async throws -> OptionAnswer
  ) async rethrows -> OptionWindows {
    var windows = OptionWindows()
    for _ in 0..<roundLimit {
      await $current.withValue(windows) { await attempt() }
      guard let next = try await windows.answered(by: ask) else { break }
      windows = next
    }
    return windows.frozen
  }

  /// Asks for everything that the request did not find.
  /// - Returns: `nil` if it found everything.
  private func answered(
    by ask: (OptionSource, OptionQuestion) async throws -> OptionAnswer
  ) async rethrows -> OptionWindows? {
    var windows = windows.withLock { $0 }
    var isAnswered = true
    for (id, window) in windows {
      guard let wishes = window.wishes?.all else { continue }
      var answers = window.answers
      let values = wishes.values.filter { answers.options[$0.key] == nil }
      if !values.isEmpty {
        isAnswered = false
        for value in values.keys { answers.options[value] = .some(nil) }
        for part in Self.questions(about: values) {
          let found = try await ask(window.source, .labels(of: part))
          for option in found.page.lists.flatMap(\.options) where values[option.value] != nil {
            answers.options[option.value] = option
          }
          answers.places.merge(found.places) { $1 }
        }
      }
      if let rows = wishes.rows, !answers.hold(rows) {
        isAnswered = false
        let question =
          rows.level.map { OptionQuestion.level(below: $0, first: rows.count) }
          ?? .rows(search: rows.search, in: rows.languages, first: rows.count, where: rows.columns)
        let found = try await ask(window.source, question)
        answers.page = found.page
        answers.places.merge(found.places) { $1 }
        answers.rows = rows
      }
      for columns in wishes.asksAny where answers.subsets[columns]?.hasRows == nil {
        isAnswered = false
        let page = try await ask(window.source, .rows(search: "", in: [], first: 1, where: columns)).page
        answers.subsets[columns, default: OptionPart.Subset()].hasRows = page.matchCount > 0
      }
      for (columns, values) in wishes.subsets {
        if try await answers.ask(window.source, about: values, where: columns, by: ask) { isAnswered = false }
      }
      windows[id] = Window(source: window.source, answers)
    }
    return isAnswered ? nil : OptionWindows(isTrial: true, windows)
  }

  /// The values in parts, so that no provider is asked for too many at once.
  private static func questions(about values: [String: String?]) -> [[String: String?]] {
    let limit = OptionSource.providedValueLimit
    guard values.count > limit else { return [values] }
    let all = values.sorted { $0.key < $1.key }
    return stride(from: 0, to: all.count, by: limit).map { start in
      Dictionary(uniqueKeysWithValues: all[start..<min(start + limit, all.count)].map { ($0.key, $0.value) })
    }
  }

  /// The same answers, for the request itself instead of a trial.
  private var frozen: OptionWindows { OptionWindows(isTrial: false, windows.withLock { $0 }) }
}

/// One question to a provider.
package enum OptionQuestion: Sendable {
  /// Labels of values, each with its last known label.
  case labels(of: [String: String?])
  /// Which of these values fit.
  case fitting([String], where: [String: String])
  /// Rows. An empty search means all rows. The columns are the values that options must have; if there are none, all options are meant.
  case rows(search: String, in: [LanguageTag], first: Int, where: [String: String])
  /// A level of a tree, by its parent value; empty: the top level.
  case level(below: String, first: Int)

  /// The answer to use while the provider is unavailable: all chosen values count as options.
  package var trustingAnswer: OptionAnswer {
    let page =
      switch self {
      case .labels(let values):
        OptionPage(
          options: values.map { Option(value: $0.key, label: $0.value.map { Localized($0) }) },
          matchCount: values.count)
      case .fitting(let values, _): OptionPage(options: values.map { Option(value: $0) }, matchCount: values.count)
      case .rows, .level: OptionPage(options: [], matchCount: OptionPart.rowLimit)
      }
    return OptionAnswer(page: page)
  }
}

extension OptionWindows.Answers {
  fileprivate func hold(_ wish: OptionWishes.Rows) -> Bool {
    rows.map(wish.isPart) ?? false
  }

  /// Asks which of these values fit.
  /// - Returns: false if all of that is known.
  fileprivate mutating func ask(
    _ source: OptionSource, about values: Set<String>, where columns: [String: String],
    by ask: (OptionSource, OptionQuestion) async throws -> OptionAnswer
  ) async rethrows -> Bool {
    var subset = subsets[columns] ?? OptionPart.Subset()
    let unknown = values.filter { subset.values[$0] == nil }.sorted()
    guard !unknown.isEmpty else { return false }
    for start in stride(from: 0, to: unknown.count, by: OptionSource.providedValueLimit) {
      let some = Array(unknown[start..<min(start + OptionSource.providedValueLimit, unknown.count)])
      let fitting = try await ask(source, .fitting(some, where: columns)).page.lists.flatMap(\.options).map(\.value)
      for value in some { subset.values[value] = fitting.contains(value) }
    }
    subsets[columns] = subset
    return true
  }
}

extension OptionWindows.Window {
  fileprivate init(source: OptionSource, _ answers: OptionWindows.Answers) {
    let wishes = OptionWishes()
    self.source = source
    self.answers = answers
    self.wishes = wishes
    table = OptionTable(
      lists: answers.page?.lists ?? [], and: answers.options.values.compactMap(\.self),
      matchCount: answers.page?.matchCount ?? 0, where: answers.rows?.columns ?? [:], subsets: answers.subsets,
      absent: Set(answers.options.filter { $0.value == nil }.keys), level: answers.rows?.level,
      tree: source.tree.map { OptionPlaces(places: answers.places, choosesParents: $0.choosesParents) },
      wishes: wishes)
  }
}
