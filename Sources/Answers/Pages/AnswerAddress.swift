package import FormCells
package import FormPages
import Support

/// What the address of a form's table, figures or downloads asks for; parses and prints.
///
/// | parameter | means |
/// |---|---|
/// | `q` | words that occur |
/// | `f.CELL` | a value of the cell, several times for several; of texts, words in it; empty: no answer |
/// | `f.CELL.none` | of a text: no answer, in the form of a page, whose fields may be empty |
/// | `f.CELL.from`, `f.CELL.to` | bounds of numbers, days, times, durations |
/// | `f.CELL.label` | an option by its label, which becomes a value |
/// | `submitted.from`, `submitted.to` | the days on which submissions came |
/// | `sort` | `CELL`, or `-CELL` for descending; `submitted`, `-submitted` |
/// | `columns` | `a,b`: those that are shown |
/// | `page` | from 1 |
/// | `at` | of one submission: its place among the results, from 1 |
/// | `typed` | values are as people write them in the page's language, which a form of the page sends |
///
/// Without `typed` values are those of submissions: `12.50`, `2026-01-31`, `09:30`, `PT1H30M`. Others are read where they mean the
/// same in every language. A cell is named as its column is (`AnswerColumn.name`), an amount by its cell alone.
package struct AnswerAddress: Sendable, Equatable {
  /// Rows of a page.
  package static let rowsOfPage = 50
  /// Characters of a search, or of a text that is looked for in a cell.
  static let textLimit = 200
  /// Values of one column that are looked for.
  static let valueLimit = 500

  /// Bytes of what is asked for: requests have some 8,000, and signing in leads back by an address within an address.
  static let byteLimit = 4000
  /// Behind the name of a text's filter: those without an answer. The page's form sends the filter itself even where it is empty.
  static let noneEnding = ".none"
  /// Behind the name of a column's filter, in parameters.
  static let filterEndings = [""] + rangeEndings + [".label", noneEnding]
  static let rangeEndings = [".from", ".to"]

  /// Why a part of it was not used.
  package struct Mistake: Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
      case unknownParameter, repeated, unknownColumn
      case filter(FilterMistake)
      case noSuchPage
      /// Links with it would be longer than an address may be.
      case tooLong
    }

    /// The name of the parameter.
    package let parameter: String
    /// What it says.
    package let text: String
    package let reason: Reason
  }

  package internal(set) var search = ""
  package internal(set) var submitted = DayRange()
  /// In the order of the columns; one a column.
  package internal(set) var filters: [AnswerFilter] = []
  package internal(set) var sort = AnswerSort.newestFirst
  /// Nil: the form's first ones.
  package internal(set) var columns: [AnswerColumn]?
  package internal(set) var page = 1
  package internal(set) var place: Int?
  package internal(set) var mistakes: [Mistake] = []
  /// Whether its values came as people write them.
  package internal(set) var isTyped = false
  /// Whether some came otherwise than it writes them.
  var isRewritten = false

  /// All submissions, the newest first.
  package init() {}
}

// MARK: Reading it

extension AnswerAddress {
  /// - Parameters:
  ///   - query: what stands behind `?`.
  ///   - columns: of the form.
  ///   - numbers: how the page's language writes them.
  package init(parsing query: String, of columns: [FormColumn], _ numbers: NumberFormat) {
    var reader = AddressReader(query, columns: columns, numbers: numbers)
    self = reader.address()
  }

  /// Whether it came as people write it and all of it was understood: then its right address is another one, `query`.
  package var isToBeRewritten: Bool { (isTyped || isRewritten) && mistakes.isEmpty }

  /// The rows of its page.
  package var range: Range<Int> { (page - 1) * Self.rowsOfPage..<page * Self.rowsOfPage }

  /// The rows around its place, by which the submissions before and after it are found; nil: it has no place. Others may have
  /// come since: a few more are read.
  package var rangeAroundPlace: Range<Int>? {
    place.map { max(0, $0 - 2 - Self.shiftLimit)..<$0 + 1 + Self.shiftLimit }
  }
  private static let shiftLimit = 10

  /// The rows among which a submission stands that has just come, at one of the ends.
  /// - `total`: how many match.
  func rangeOfNewest(total: Int) -> Range<Int> {
    let count = min(total, Self.shiftLimit)
    return sort.isDescending ? 0..<count : total - count..<total
  }

  /// Goes to the last page where there is no such page.
  /// - `total`: how many match.
  /// - Returns: whether its rows are others now.
  package mutating func limitPage(to total: Int) -> Bool {
    let last = max(1, (total + Self.rowsOfPage - 1) / Self.rowsOfPage)
    guard page > last else { return false }
    if !mistakes.contains(where: { $0.parameter == "page" }) {
      mistakes.append(Mistake(parameter: "page", text: String(page), reason: .noSuchPage))
    }
    page = last
    return true
  }

  /// The id of a submission, if its reference is what is searched for: as a receipt shows it, or with other signs between its
  /// groups.
  var reference: String? {
    let digits = search.filter { !$0.isWhitespace && !"-‐‑–_.:".contains($0) }.lowercased()
    return Token(digits)?.text
  }

  /// Whether it narrows what is found.
  package var isNarrowed: Bool { !search.isEmpty || submitted != DayRange() || !filters.isEmpty }

  /// How it is looked up.
  /// - `zone`: of the form.
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
  /// Of what is not about rows and columns.
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

  /// All submissions in the same order and columns.
  var withoutFilters: AnswerAddress {
    var address = ofAllRows
    (address.search, address.submitted, address.filters) = ("", DayRange(), [])
    return address
  }
}

// MARK: Writing it

extension AnswerAddress {
  /// What stands behind `?`; empty: nothing. Read again it is the same address, without mistakes.
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
  /// An amount, or a number in a text, has the name of its cell.
  package var nameInAddress: String {
    guard let part, kind == .number else { return name }
    for own in ["amount", Self.digits] {
      if part == own { return cell }
      if part.hasSuffix(".\(own)") { return "\(cell).\(part.dropLast(own.count + 1))" }
    }
    return name
  }

  /// Whether values between two bounds are looked for.
  var hasRange: Bool {
    switch kind {
    case .number, .day, .time, .moment, .duration, .count: true
    case .choice, .text, .flag: false
    }
  }
}

extension AnswerBound {
  /// As a submission writes it.
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

  /// Whether it is behind another one of its kind.
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
