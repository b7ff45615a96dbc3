package import FormCells
package import FormPages
import Support

/// What the address of a form's table, figures or downloads requests. It can be parsed and printed.
///
/// | parameter | means |
/// |---|---|
/// | `q` | words that must occur |
/// | `f.CELL` | a value of the cell, repeated for several; for texts, words in it; empty for no answer |
/// | `f.CELL.none` | for a text: no answer. A page's form needs this, because its text fields may be empty |
/// | `f.CELL.from`, `f.CELL.to` | bounds of numbers, days, times, durations |
/// | `f.CELL.label` | an option by its label, which is replaced by its value |
/// | `submitted.from`, `submitted.to` | the days on which submissions were sent |
/// | `sort` | `CELL`, or `-CELL` for descending; `submitted`, `-submitted` |
/// | `columns` | the columns to show: `a,b` |
/// | `page` | the number of the page, from 1 |
/// | `at` | for one submission: its place among the results, from 1 |
/// | `typed` | values are written as in the page's language; the page's form sends this |
///
/// Without `typed`, values are written as in submissions: `12.50`, `2026-01-31`, `09:30`, `PT1H30M`. Other spellings
/// are accepted if they mean the same in every language. A cell has the name of its column (`AnswerColumn.name`); an
/// amount has the name of its cell.
package struct AnswerAddress: Sendable, Equatable {
  /// The number of rows on a page.
  package static let rowsOfPage = 50
  /// The number of characters in a search, or in a text to look for in a cell.
  static let textLimit = 200
  /// The number of values to look for in one column.
  static let valueLimit = 500

  /// The limit for the query in bytes. A request may have some 8,000, and after signing in an address leads back by an
  /// address within an address.
  static let byteLimit = 4000
  /// The ending for a text's filter that means "no answer". A separate name is needed, because the page's form sends
  /// the filter even if it is empty.
  static let noneEnding = ".none"
  /// The endings of the names of a filter's parameters.
  static let filterEndings = [""] + rangeEndings + [".label", noneEnding]
  static let rangeEndings = [".from", ".to"]

  /// A part of the address that was not used, and why.
  package struct Mistake: Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
      case unknownParameter, repeated, unknownColumn
      case filter(FilterMistake)
      case noSuchPage
      /// Links with it would be longer than the limit.
      case tooLong
    }

    /// The name of the parameter.
    package let parameter: String
    /// Its value.
    package let text: String
    package let reason: Reason
  }

  package internal(set) var search = ""
  package internal(set) var submitted = DayRange()
  /// In the order of the columns, at most one for each column.
  package internal(set) var filters: [AnswerFilter] = []
  package internal(set) var sort = AnswerSort.newestFirst
  /// `nil` for the form's first columns.
  package internal(set) var columns: [AnswerColumn]?
  package internal(set) var page = 1
  package internal(set) var place: Int?
  package internal(set) var mistakes: [Mistake] = []
  /// Whether values are written as people write them (`typed`).
  package internal(set) var isTyped = false
  /// Whether values are written otherwise than this type would print them.
  var isRewritten = false

  /// All submissions, the newest first.
  package init() {}
}

// MARK: Reading it

extension AnswerAddress {
  /// - Parameters:
  ///   - query: the part after `?`.
  ///   - columns: the form's columns.
  ///   - numbers: the number format of the page's language.
  package init(parsing query: String, of columns: [FormColumn], _ numbers: NumberFormat) {
    var reader = AddressReader(query, columns: columns, numbers: numbers)
    self = reader.address()
  }

  /// Whether the address is written as people write it and all of it was understood. The canonical address is then
  /// another one, `query`.
  package var isToBeRewritten: Bool { (isTyped || isRewritten) && mistakes.isEmpty }

  /// The rows on its page.
  package var range: Range<Int> { (page - 1) * Self.rowsOfPage..<page * Self.rowsOfPage }

  /// The rows around its place, in which the neighbouring submissions are found; `nil` if it has no place. The range
  /// has some rows more, because other submissions may have been sent since.
  package var rangeAroundPlace: Range<Int>? {
    place.map { max(0, $0 - 2 - Self.shiftLimit)..<$0 + 1 + Self.shiftLimit }
  }
  private static let shiftLimit = 10

  /// The rows, at one of the ends, that contain a submission which was just sent.
  /// - `total`: the number of rows that match.
  func rangeOfNewest(total: Int) -> Range<Int> {
    let count = min(total, Self.shiftLimit)
    return sort.isDescending ? 0..<count : total - count..<total
  }

  /// Changes to the last page if the page does not exist.
  /// - `total`: the number of rows that match.
  /// - Returns: whether the page was changed.
  package mutating func limitPage(to total: Int) -> Bool {
    let last = max(1, (total + Self.rowsOfPage - 1) / Self.rowsOfPage)
    guard page > last else { return false }
    if !mistakes.contains(where: { $0.parameter == "page" }) {
      mistakes.append(Mistake(parameter: "page", text: String(page), reason: .noSuchPage))
    }
    page = last
    return true
  }

  /// The id of a submission, if the search text is its reference. It may be written as on a receipt, or with other
  /// separators between its groups.
  var reference: String? {
    let digits = search.filter { !$0.isWhitespace && !"-‐‑–_.:".contains($0) }.lowercased()
    return Token(digits)?.text
  }

  /// Whether the address restricts the results.
  package var isNarrowed: Bool { !search.isEmpty || submitted != DayRange() || !filters.isEmpty }

  /// The query for the store.
  /// - `zone`: the form's time zone.
  package func answerQuery(
    of columns: [FormColumn], zone: TimeZone
  ) throws(AnswerError) -> AnswerQuery {
    var query = AnswerQuery()
    try query.search(for: search, in: columns)
    query.submitted = submitted
    query.filters = filters
    query.zone = zone
    query.sort = sort
    if case .column(let column, let isDescending, _) = sort,
      let options = columns.first(where: { $0.column == column })?.options?.all
    {
      let ranks = Dictionary(options.enumerated().map { ($1.value, $0) }, uniquingKeysWith: { first, _ in first })
      query.sort = .column(column, isDescending: isDescending, ranks: ranks)
    }
    return query
  }
}

// MARK: Others like it

extension AnswerAddress {
  /// The address without page and place.
  var ofAllRows: AnswerAddress {
    var address = self
    (address.page, address.place) = (1, nil)
    return address
  }

  func showing(page: Int) -> AnswerAddress {
    var address = self
    address.page = page
    return address
  }

  func at(place: Int?) -> AnswerAddress {
    var address = ofAllRows
    address.place = place
    return address
  }

  func sorted(by sort: AnswerSort) -> AnswerAddress {
    var address = ofAllRows
    address.sort = sort
    return address
  }

  func without(_ column: AnswerColumn) -> AnswerAddress {
    var address = ofAllRows
    address.filters.removeAll { $0.column == column }
    return address
  }

  var withoutSearch: AnswerAddress {
    var address = ofAllRows
    address.search = ""
    return address
  }

  var withoutDays: AnswerAddress {
    var address = ofAllRows
    address.submitted = DayRange()
    return address
  }

  /// All submissions, with the same order and columns.
  var withoutFilters: AnswerAddress {
    var address = ofAllRows
    (address.search, address.submitted, address.filters) = ("", DayRange(), [])
    return address
  }
}

// MARK: Writing it

extension AnswerAddress {
  /// The part after `?`; empty for the default. Parsing it gives the same address without mistakes.
  package var query: String {
    var pairs: [(name: String, value: String)] = []
    if !search.isEmpty { pairs.append(("q", search)) }
    if let from = submitted.from { pairs.append(("submitted.from", from.description)) }
    if let to = submitted.to { pairs.append(("submitted.to", to.description)) }
    for filter in filters { pairs += Self.pairs(of: filter) }
    if sort != .newestFirst { pairs.append(("sort", Self.text(of: sort))) }
    if page > 1 { pairs.append(("page", String(page))) }
    if let place { pairs.append(("at", String(place))) }
    var items = pairs.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    if let columns {
      items.append("columns=" + columns.map { PercentEncoding.encode($0.nameInAddress) }.joined(separator: ","))
    }
    return items.joined(separator: "&")
  }

  private static func pairs(of filter: AnswerFilter) -> [(name: String, value: String)] {
    let name = "f.\(filter.column.nameInAddress)"
    switch filter.condition {
    case .anyOf(let values): return values.sorted().map { (name, $0) }
    case .contains(let text): return [(name, text)]
    case .range(let from, let to):
      let kind = filter.column.kind
      return [(".from", from), (".to", to)].compactMap { end, bound in bound.map { (name + end, $0.text(of: kind)) } }
    }
  }

  static func text(of sort: AnswerSort) -> String {
    let name =
      switch sort {
      case .submitted: "submitted"
      case .column(let column, _, _): column.nameInAddress
      }
    return sort.isDescending ? "-\(name)" : name
  }
}

extension AnswerColumn {
  /// The name of the column in addresses. An amount, or a number in a text, has the name of its cell.
  package var nameInAddress: String {
    guard let part, kind == .number else { return name }
    for own in ["amount", Self.digits] {
      if part == own { return cell }
      if part.hasSuffix(".\(own)") { return "\(cell).\(part.dropLast(own.count + 1))" }
    }
    return name
  }

  /// Whether a filter looks for values between two bounds.
  var hasRange: Bool {
    switch kind {
    case .number, .day, .time, .moment, .duration, .count: true
    case .choice, .text, .flag: false
    }
  }
}

extension AnswerBound {
  /// The bound as a submission writes it.
  func text(of kind: AnswerColumn.Kind) -> String {
    switch self {
    case .number(let number): number.description(minimumDecimals: number.decimals)
    case .day(let day): day.description
    case .moment(let moment): moment.description
    case .minutes(let minutes) where kind == .duration: "PT\(minutes / 60)H\(minutes % 60)M"
    case .minutes(let minutes): Self.clock(minutes)
    }
  }

  /// `09:30`
  static func clock(_ minutes: Int) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// Whether it is greater than another bound of the same kind.
  func isBehind(_ other: AnswerBound) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a > b
    case (.day(let a), .day(let b)): a > b
    case (.moment(let a), .moment(let b)): a > b
    case (.minutes(let a), .minutes(let b)): a > b
    default: false
    }
  }
}
