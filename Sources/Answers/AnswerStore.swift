package import FormCells

/// Where the submissions of forms are looked up: an index beside the files, or a database.
///
/// Replaced and erased submissions are in no summary, row, tally or download; only `answer(_:of:)` finds them.
/// What takes long runs on threads of its own: none of the calls blocks an event loop.
package protocol AnswerStore: Sendable {
  /// The forms of which there are submissions, in alphabetical order, erased ones among them.
  func forms() async throws(AnswerError) -> [String]

  /// What is known of each form; of one without submissions, a count of 0.
  /// - `days`: those that are counted one by one.
  func summaries(
    of forms: [String], days: ClosedRange<CalendarDate>, zone: TimeZone
  ) async throws(AnswerError) -> [AnswerSummary]

  /// The rows of this range among those that match, in the query's order.
  func rows(of form: String, _ query: AnswerQuery, in range: Range<Int>) async throws(AnswerError) -> AnswerRows

  /// The submission of this id, also one that was replaced or erased; nil: there is none.
  func storedAnswer(_ id: String, of form: String) async throws(AnswerError) -> StoredAnswer?

  /// What the figures show of those that match, in the order of the requests.
  func tallies(
    of form: String, matching query: AnswerQuery, requests: [TallyRequest]
  ) async throws(AnswerError) -> [Tally]

  /// Gives the lines that match, in the query's order. They are never all in memory.
  /// - `take`: gets a JSON object without its line's end, on another thread, one after the other.
  /// - Throws: what `take` throws, which ends it; an `AnswerError`.
  func forEachLine(
    of form: String, matching query: AnswerQuery, take: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws

  /// Nil: all of the form can be looked up; else the share that can, from 0 to 1, while the rest is being read.
  func progress(of form: String) -> Double?
}

/// Why submissions could not be looked up.
package enum AnswerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Others look up so much that this one would wait too long: it may be tried again.
  case busy
  /// The search took longer than any may.
  case tooLong
  /// More options than that have this word in their labels.
  case tooManyOptions(word: String, limit: Int)
  /// The submissions are still being read; the share that is, from 0 to 1.
  case notReady(Double)
  /// The files or the database can't be read: the place and the reason, for the log.
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

/// What the page of all forms shows of one.
package struct AnswerSummary: Sendable, Equatable {
  package let form: String
  package let count: Int
  /// When the newest came (RFC 3339 in UTC); nil: there is none.
  package let newest: String?
  /// By day, as asked for.
  package let perDay: [Int]

  package init(form: String, count: Int, newest: String?, perDay: [Int]) {
    (self.form, self.count, self.newest, self.perDay) = (form, count, newest, perDay)
  }
}

/// Some rows of those that match.
package struct AnswerRows: Sendable, Equatable {
  /// Of all that match.
  package let total: Int
  /// As they are stored: JSON objects with `id`, `version`, `submittedAt` and `values`.
  package let lines: [[UInt8]]

  package init(total: Int, lines: [[UInt8]]) { (self.total, self.lines) = (total, lines) }

  var ids: [String] { lines.compactMap(StoredLine.id) }
}

/// One submission.
package struct StoredAnswer: Sendable, Equatable {
  package enum State: Sendable, Equatable {
    case current
    /// - `by`: the id of the newest one in its place.
    case replaced(by: String)
    /// Its line says when, and by whom.
    case erased
  }

  /// As it is stored.
  package let line: [UInt8]
  package let state: State

  package init(line: [UInt8], state: State) { (self.line, self.state) = (line, state) }
}

/// Which submissions are looked for, and in which order.
package struct AnswerQuery: Sendable, Equatable {
  /// The words that must all occur in each, each anywhere in a typed text or a label.
  package private(set) var search = AnswerSearch()
  package var submitted = DayRange()
  /// All of them must hold.
  package var filters: [AnswerFilter] = []
  package var sort = AnswerSort.newestFirst
  /// The zone of the days on which submissions came.
  package var zone = TimeZone.utc

  package init() {}

  /// - Parameters:
  ///   - words: as typed. Case and accents make no difference, as in the search of options.
  ///   - columns: of the form: whether a text is typed or names an option, and the options' labels.
  package mutating func search(for words: String, in columns: [FormColumn]) throws(AnswerError) {
    search = try AnswerSearch(words, in: columns)
  }
}

/// Days from one to another, both included; nil: no bound.
package struct DayRange: Sendable, Equatable {
  package var from: CalendarDate?
  package var to: CalendarDate?

  package init(from: CalendarDate? = nil, to: CalendarDate? = nil) { (self.from, self.to) = (from, to) }

  package func contains(_ day: CalendarDate) -> Bool {
    (from.map { $0 <= day } ?? true) && (to.map { day <= $0 } ?? true)
  }
}

/// A column of values: a cell, or a part of one.
package struct AnswerColumn: Sendable, Hashable {
  /// How its values are compared, and what can be told of them.
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
  /// `amount`, `currency`, `from`, `to`, `other`, `digits`, the row of a matrix, the cell of a repeated section's entries; nil: all
  /// of it.
  package let part: String?
  package let kind: Kind

  package init(_ cell: String, part: String? = nil, kind: Kind) {
    (self.cell, self.part, self.kind) = (cell, part, kind)
  }

  /// The part of a text that is the number which it spells, such as "9" or "0012.50". No id is like it.
  package static let digits = "#"

  /// `total.amount`: ids have no points in them.
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
  /// One of these values: of options, of numbers and days as submissions write them; of flags `true` and `false`.
  /// `noAnswer` and `other` stand for those that have none, and a typed text.
  case anyOf(Set<String>)
  /// From one value to another, both included; nil: no bound. Where there is no answer it doesn't hold.
  case range(from: AnswerBound?, to: AnswerBound?)
  /// Each of these words occurs in the column's text.
  case contains(String)

  /// Among the values of `anyOf`: no answer, or an empty one.
  package static let noAnswer = ""
  /// Among the values of `anyOf`: the visitor typed a text of `other`.
  package static let other = OtherChoice.mark
}

/// A bound of the column's own kind; one of another kind holds for nothing.
package enum AnswerBound: Sendable, Equatable {
  /// Of numbers, amounts and counts.
  case number(DecimalNumber)
  case day(CalendarDate)
  case moment(LocalDateTime)
  /// Of times of day and durations.
  case minutes(Int)
}

/// The order of rows. Rows without an answer come last in both directions; rows of equal answers in the order in which they
/// came, the newest first where it is descending.
package enum AnswerSort: Sendable, Equatable {
  case submitted(isDescending: Bool)
  /// - `ranks`: of choices: the position of each value, such as that of its label; others come behind.
  case column(AnswerColumn, isDescending: Bool, ranks: [String: Int] = [:])

  package static let newestFirst = AnswerSort.submitted(isDescending: true)

  package var isDescending: Bool {
    switch self {
    case .submitted(let isDescending), .column(_, let isDescending, _): isDescending
    }
  }
}
