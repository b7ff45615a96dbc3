import Localization
import Support

/// The texts of a cell with a first and a last value, as they were entered. In the cell's value each of them is a line.
package struct RangeTexts: Sendable, Equatable {
  package enum End: String, Sendable, CaseIterable { case from, to }

  package var from: String
  package var to: String

  /// The names of its fields.
  static let names = End.allCases.map(\.rawValue)

  package init(from: String, to: String) { (self.from, self.to) = (from, to) }

  /// - Parameter text: the text of a cell's value; a single line is the first text.
  package init(_ text: String) { self.init(text, separator: "\n") }

  /// Two lines, or an interval as programs write it: `2026-01-05/2026-01-09` (ISO 8601).
  init(posted text: String) { self.init(text, separator: text.contains("\n") ? "\n" : "/") }

  /// What a program sends without the page: both ends separately, or one text.
  init(plain texts: [String]) {
    self = texts.count == 2 ? RangeTexts(from: texts[0], to: texts[1]) : RangeTexts(posted: texts.last ?? "")
  }

  private init(_ text: String, separator: Character) {
    let texts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    self = texts.count == 2 ? RangeTexts(from: texts[0], to: texts[1]) : RangeTexts(from: text, to: "")
  }

  package subscript(end: End) -> String { end == .from ? from : to }

  /// The texts as a cell's value holds them.
  package var text: String { from.isBlank && to.isBlank ? "" : "\(from)\n\(to)" }

  package func map(_ change: (String) -> String) -> RangeTexts { RangeTexts(from: change(from), to: change(to)) }

  /// What is wrong with the texts themselves; an empty one is wrong, too.
  func problem(_ problem: (String) -> Problem?) -> Problem? {
    let problems = End.allCases.compactMap { end -> Problem? in
      self[end].isBlank ? .missingEnd(end) : problem(self[end]).map { .ofEnd(end, $0) }
    }
    return problems.count == 2 ? .ofBothEnds(problems[0], problems[1]) : problems.first
  }

  /// What is wrong if one of the texts, or both, could not be read; `nil` if both could.
  func readingProblem(
    _ reading: (String) -> Problem?, problem: (_ text: String, _ today: CalendarDate?) -> Problem?
  ) -> Problem? {
    guard End.allCases.contains(where: { !self[$0].isBlank && reading(self[$0]) != nil }) else { return nil }
    return self.problem { reading($0) ?? problem($0, nil) }
  }

  /// - Parameter value: converts a text that is not empty.
  func json(_ value: (String) -> JSONValue) -> JSONValue {
    if text.isEmpty { return .null }
    return .object(End.allCases.map { JSONValue.Member($0.rawValue, self[$0].isBlank ? .null : value(self[$0])) })
  }

  /// The schema of a value with both ends.
  static func sentSchema(_ demand: SentDemand, each: JSONValue) -> [JSONValue.Member] {
    let members = names.map { JSONValue.Member($0, each) }
    return demand.type("object") + JSONValue.sentObject(members, required: names.map(JSONValue.string)).dropFirst()
  }
}
