package import FormCells

/// Looks up the submissions of forms, in an index beside the files or in a database.
///
/// Replaced and erased submissions are in no summary, row, tally or download; only `storedAnswer(_:of:)` finds them.
/// Long work runs on other threads, so that no call blocks an event loop.
package protocol AnswerStore: Sendable {
  /// The forms with submissions, including erased ones, in alphabetical order.
  func forms() async throws(AnswerError) -> [String]

  /// A summary of each form; the count of a form without submissions is 0.
  /// - `days`: the days for which submissions are counted separately.
  func summaries(
    of forms: [String], days: ClosedRange<CalendarDate>, zone: TimeZone
  ) async throws(AnswerError) -> [AnswerSummary]

  /// The rows in this range of those that match, in the query's order.
  func rows(of form: String, _ query: AnswerQuery, in range: Range<Int>) async throws(AnswerError) -> AnswerRows

  /// The submission with this id, even if it was replaced or erased; `nil` if there is none.
  func storedAnswer(_ id: String, of form: String) async throws(AnswerError) -> StoredAnswer?

  /// The tallies of the submissions that match, in the order of the requests.
  func tallies(
    of form: String, matching query: AnswerQuery, requests: [TallyRequest]
  ) async throws(AnswerError) -> [Tally]

  /// Passes on the lines that match, in the query's order, without holding all of them in memory.
  /// - `take`: is called on another thread, once for each line, with a JSON object without a line break.
  /// - Throws: an `AnswerError`, or an error that `take` throws, which ends the loop.
  func forEachLine(
    of form: String, matching query: AnswerQuery, take: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws

  /// The share of the form's submissions that can be looked up, from 0 to 1, while the rest is being read; `nil` if all
  /// can.
  func progress(of form: String) -> Double?
}

/// Why submissions could not be looked up.
package enum AnswerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There are so many searches that this one would wait too long. It can be tried again.
  case busy
  /// The search exceeded the time limit.
  case tooLong
  /// More options than the limit have this word in their labels.
  case tooManyOptions(word: String, limit: Int)
  /// The submissions are still being read. The value is the share already read, from 0 to 1.
  case notReady(Double)
  /// The files or the database cannot be read. The text is the place and the reason, for the log.
  case unreadable(String)

  package var description: String {
    switch self {
    case .busy: "too many searches at once; try again"
    case .tooLong: "the search took too long; search for less at once"
    case .tooManyOptions(let word, let limit): "more than \(limit) options have “\(word)” in their labels"
    case .notReady(let share): "the submissions are still being read: \(Int(share * 100)) %"
    case .unreadable(let reason): reason
    }
  }
}

/// What the list of forms shows of one form.
package struct AnswerSummary: Sendable, Equatable {
  package let form: String
  package let count: Int
  /// When the newest submission was sent (RFC 3339 in UTC); `nil` if there is none.
  package let newest: String?
  /// The counts of the requested days.
  package let perDay: [Int]

  package init(form: String, count: Int, newest: String?, perDay: [Int]) {
    (self.form, self.count, self.newest, self.perDay) = (form, count, newest, perDay)
  }
}

/// Some of the rows that match.
package struct AnswerRows: Sendable, Equatable {
  /// The number of all rows that match.
  package let total: Int
  /// The stored lines: JSON objects with `id`, `version`, `submittedAt` and `values`.
  package let lines: [[UInt8]]

  package init(total: Int, lines: [[UInt8]]) { (self.total, self.lines) = (total, lines) }

  var ids: [String] { lines.compactMap(StoredLine.id) }
}

/// One submission.
package struct StoredAnswer: Sendable, Equatable {
  package enum State: Sendable, Equatable {
    case current
    /// - `by`: the id of the newest submission that replaces it.
    case replaced(by: String)
    /// The line says when it was erased, and by whom.
    case erased
  }

  /// The stored line.
  package let line: [UInt8]
  package let state: State

  package init(line: [UInt8], state: State) { (self.line, self.state) = (line, state) }
}

/// Which submissions to look up, and in which order.
package struct AnswerQuery: Sendable, Equatable {
  /// The words that must all occur in a submission, each in any typed text or label.
  package private(set) var search = AnswerSearch()
  package var submitted = DayRange()
  /// All of them must hold.
  package var filters: [AnswerFilter] = []
  package var sort = AnswerSort.newestFirst
  /// The time zone that decides on which day a submission was sent.
  package var zone = TimeZone.utc

  package init() {}

  /// - Parameters:
  ///   - words: as typed. Case and accents are ignored, as in the search of options.
  ///   - columns: the form's columns, which say whether a text is typed or names an option, and have the options'
  ///     labels.
  package mutating func search(for words: String, in columns: [FormColumn]) throws(AnswerError) {
    search = try AnswerSearch(words, in: columns)
  }
}

/// A range of days, including both ends; `nil` means that an end is open.
package struct DayRange: Sendable, Equatable {
  package var from: CalendarDate?
  package var to: CalendarDate?

  package init(from: CalendarDate? = nil, to: CalendarDate? = nil) { (self.from, self.to) = (from, to) }

  package func contains(_ day: CalendarDate) -> Bool {
    (from.map { $0 <= day } ?? true) && (to.map { day <= $0 } ?? true)
  }
}

/// A column of values: a cell, or a part of a cell.
package struct AnswerColumn: Sendable, Hashable {
  /// How its values are compared and counted.
  package enum Kind: Sendable, Hashable {
    /// Values of options; a submission may have several.
    case choice
    case number
    case day
    /// Minutes since midnight.
    case time
    /// A day and a time.
    case moment
    /// Minutes.
    case duration
    case text
    case flag
    /// The number of a repeated section's entries, or of files.
    case count
  }

  package let cell: String
  /// `amount`, `currency`, `from`, `to`, `other`, `digits`, the row of a matrix, or the cell of a repeated section's
  /// entries; `nil` for the whole cell.
  package let part: String?
  package let kind: Kind

  package init(_ cell: String, part: String? = nil, kind: Kind) {
    (self.cell, self.part, self.kind) = (cell, part, kind)
  }

  /// The part of a text that is the number it spells, such as "9" or "0012.50". No id looks like this.
  package static let digits = "#"

  /// Such as `total.amount`; ids contain no dots.
  package var name: String { part.map { "\(cell).\($0)" } ?? cell }
}

/// A condition on one column.
package struct AnswerFilter: Sendable, Equatable {
  package var column: AnswerColumn
  package var condition: AnswerCondition

  package init(_ column: AnswerColumn, condition: AnswerCondition) {
    (self.column, self.condition) = (column, condition)
  }
}

package enum AnswerCondition: Sendable, Equatable {
  /// One of these values: of options; of numbers and days, as submissions write them; of flags, `true` and `false`.
  /// `noAnswer` means that there is no value, and `other` that a text was typed.
  case anyOf(Set<String>)
  /// From one value to another, including both; `nil` means that an end is open. False if there is no answer.
  case range(from: AnswerBound?, to: AnswerBound?)
  /// All of these words occur in the column's text.
  case contains(String)

  /// A value of `anyOf`: there is no answer, or an empty one.
  package static let noAnswer = ""
  /// A value of `anyOf`: the visitor typed a text for `other`.
  package static let other = OtherChoice.mark
}

/// A bound of the same kind as the column; no value meets a bound of another kind.
package enum AnswerBound: Sendable, Equatable {
  /// For numbers, amounts and counts.
  case number(DecimalNumber)
  case day(CalendarDate)
  case moment(LocalDateTime)
  /// For times of day and durations.
  case minutes(Int)
}

/// The order of rows. Rows without an answer come last in both directions. Rows with equal answers are in the order of
/// sending, the newest first in descending order.
package enum AnswerSort: Sendable, Equatable {
  case submitted(isDescending: Bool)
  /// - `ranks`: for choices, the position of each value, for example by its label; other values come after these.
  case column(AnswerColumn, isDescending: Bool, ranks: [String: Int] = [:])

  package static let newestFirst = AnswerSort.submitted(isDescending: true)

  package var isDescending: Bool {
    switch self {
    case .submitted(let isDescending), .column(_, let isDescending, _): isDescending
    }
  }
}
