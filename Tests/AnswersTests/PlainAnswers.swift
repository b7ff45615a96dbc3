import FormCells
import Support

@testable import Answers

/// The same queries without an index: parses each line as JSON and checks each condition in turn.
struct PlainAnswers {
  /// A value to compare.
  enum Leaf: Equatable {
    case text(String)
    case number(DecimalNumber)
    case flag(Bool)
    case count(Int)
    case other
  }

  struct Line {
    let position: Int
    let bytes: [UInt8]
    let value: JSONValue

    func text(_ key: String) -> String? { if case .string(let text)? = value[key] { text } else { nil } }
    var milliseconds: Int { text("submittedAt").map(PlainAnswers.milliseconds) ?? 0 }
  }

  let current: [Line]

  init(_ lines: [[UInt8]]) {
    let read = lines.enumerated().map { position, bytes in
      Line(position: position, bytes: bytes, value: (try? JSONReader.document(bytes).value) ?? .null)
    }
    let replaced = Set(read.compactMap { $0.text("replaces") })
    current = read.filter { $0.value["erasedAt"] == nil && !replaced.contains($0.text("id") ?? "") }
  }

  static func milliseconds(_ time: String) -> Int {
    let fields = time.split { !$0.isNumber }.compactMap { Int($0) }
    let day = CalendarDate(year: fields[0], month: fields[1], day: fields[2])?.daysSince1970 ?? 0
    return (((day * 24 + fields[3]) * 60 + fields[4]) * 60 + fields[5]) * 1000 + fields[6]
  }

  // MARK: Values

  static func leaves(_ column: AnswerColumn, of line: Line) -> [Leaf] {
    guard let value = line.value["values"]?[column.cell] else { return [] }
    guard let part = column.part else { return leaves(value) }
    if part == AnswerColumn.digits { return leaves(value).compactMap(digits) }
    if case .array(let elements) = value {
      let parts = part.split(separator: ".").map(String.init)
      let found = elements.flatMap { $0[parts[0]].map(leaves) ?? [] }
      return parts.last == AnswerColumn.digits ? found.compactMap(digits) : found
    }
    if part == "amount", case .string(let digits)? = value["amount"] { return leaves(.number(digits)) }
    return value[part].map(leaves) ?? []
  }

  /// The number that a text spells; `nil` if it is not a number.
  private static func digits(_ leaf: Leaf) -> Leaf? {
    guard case .text(let text) = leaf, text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil else { return nil }
    return (try? DecimalNumber(parsing: text)).map { .number($0) }
  }

  private static func leaves(_ value: JSONValue) -> [Leaf] {
    switch value {
    case .null: []
    case .bool(let flag): [.flag(flag)]
    case .number(let digits): (try? DecimalNumber(parsingJSON: digits)).map { [.number($0)] } ?? []
    case .string(let text): text.isEmpty ? [] : [.text(text)]
    case .object: value["other"] == nil ? [] : [.other]
    case .array(let elements):
      if elements.isEmpty {
        []
      } else if elements.allSatisfy({ $0["what"] != nil || $0["sha256"] != nil }) {
        [.count(elements.count)]
      } else {
        elements.flatMap(leaves)
      }
    }
  }

  /// The texts that a search looks through, with their columns.
  static func texts(of line: Line) -> [(column: String, text: String)] {
    guard case .object(let members)? = line.value["values"] else { return [] }
    return members.flatMap { texts($0.value, of: $0.key) }
  }

  private static func texts(_ value: JSONValue, of column: String) -> [(column: String, text: String)] {
    switch value {
    case .null, .bool, .number: []
    case .string(let text): text.isEmpty ? [] : [(column, text)]
    case .array(let elements):
      elements.flatMap { element -> [(column: String, text: String)] in
        if case .string(let name)? = element["name"], element["sha256"] != nil { return [(column, name)] }
        return texts(element, of: column)
      }
    case .object(let members):
      members.map(\.key) == ["hash"]
        ? []
        : members.flatMap { member in
          member.key == "amount" ? [] : texts(member.value, of: "\(column).\(member.key)")
        }
    }
  }

  static func fits(_ leaf: Leaf, _ kind: AnswerColumn.Kind) -> Bool {
    switch (leaf, kind) {
    case (.number, .number), (.flag, .flag), (.count, .count): true
    case (.text(let text), .day): CalendarDate(parsing: text) != nil || LocalDateTime(parsing: text) != nil
    case (.text(let text), .moment): LocalDateTime(parsing: text) != nil
    case (.text(let text), .time): text.count == 5 && LocalDateTime(parsing: "2026-01-01T\(text)") != nil
    case (.text(let text), .duration): text.hasPrefix("PT")
    case (.text, .text): true
    case (.count, .choice): false
    case (_, .choice): true
    default: false
    }
  }

  /// A number that orders values of a kind; `nil` if the kind has no order.
  static func rank(_ leaf: Leaf, _ kind: AnswerColumn.Kind) -> DecimalNumber? {
    func whole(_ number: Int) -> DecimalNumber { DecimalNumber(units: Int128(number), decimals: 0) }
    guard fits(leaf, kind) else { return nil }
    switch leaf {
    case .number(let number): return number
    case .count(let count): return whole(count)
    case .flag(let flag): return whole(flag ? 1 : 0)
    case .other: return nil
    case .text(let text):
      switch kind {
      case .day: return CalendarDate(parsing: String(text.prefix(10))).map { whole($0.daysSince1970) }
      case .moment: return LocalDateTime(parsing: text).map { whole($0.minutes) }
      case .time: return LocalDateTime(parsing: "1970-01-01T\(text)").map { whole($0.minutes) }
      case .duration: return DurationKind.minutes(of: text).map(whole)
      default: return nil
      }
    }
  }

  // MARK: Conditions

  func matching(_ query: AnswerQuery) -> [Line] { current.filter { Self.matches(query, $0) } }

  private static func matches(_ query: AnswerQuery, _ line: Line) -> Bool {
    if query.submitted != DayRange() {
      guard let day = query.zone.day(at: line.milliseconds / 1000), query.submitted.contains(day) else { return false }
    }
    guard query.filters.allSatisfy({ holds($0, line) }) else { return false }
    let texts = texts(of: line)
    return query.search.words.allSatisfy { word in
      texts.contains { !query.search.unread.contains($0.column) && has(word.term, $0.text) }
        || word.values.contains { name, values in
          let column = RandomAnswers.columns.first { $0.column.name == name }?.column
          return column.map {
            leaves($0, of: line).contains { if case .text(let text) = $0 { values.contains(text) } else { false } }
          }
            ?? false
        }
    }
  }

  private static func has(_ term: SearchTerm, _ text: String) -> Bool {
    !SearchTerm.matches(of: [term], in: text).isEmpty
  }

  private static func holds(_ filter: AnswerFilter, _ line: Line) -> Bool {
    let leaves = leaves(filter.column, of: line)
    switch filter.condition {
    case .anyOf(let values):
      return leaves.isEmpty ? values.contains("") : leaves.contains { leaf in values.contains { isWritten(leaf, $0) } }
    case .contains(let text):
      let own = texts(of: line).filter { $0.column == filter.column.name }.map(\.text)
      let terms = SearchTerm.terms(of: text)
      return own.isEmpty ? false : terms.allSatisfy { term in own.contains { has(term, $0) } }
    case .range(let from, let to):
      return leaves.contains { leaf in
        guard fits(leaf, filter.column.kind) else { return false }
        return isInOrder(from, leaf, filter.column.kind) { $0 <= $1 }
          && isInOrder(to, leaf, filter.column.kind) { $0 >= $1 }
      }
    }
  }

  private static func isWritten(_ leaf: Leaf, _ text: String) -> Bool {
    switch leaf {
    case .text(let own): own == text
    case .flag(let flag): text == String(flag)
    case .other: text == " "
    case .number(let number): (try? DecimalNumber(parsingJSON: text)) == number
    case .count(let count): text == String(count)
    }
  }

  private static func isInOrder(
    _ bound: AnswerBound?, _ leaf: Leaf, _ kind: AnswerColumn.Kind, _ holds: (DecimalNumber, DecimalNumber) -> Bool
  ) -> Bool {
    guard let bound else { return true }
    func compare(_ number: Int, _ like: AnswerColumn.Kind) -> Bool {
      rank(leaf, like).map { holds(DecimalNumber(units: Int128(number), decimals: 0), $0) } ?? false
    }
    switch (bound, kind) {
    case (.number(let number), .number), (.number(let number), .count), (.number(let number), .duration):
      return rank(leaf, kind).map { holds(number, $0) } ?? false
    case (.day(let day), .day), (.day(let day), .moment): return compare(day.daysSince1970, .day)
    case (.day(let day), .choice), (.day(let day), .text): return compare(day.daysSince1970, .day)
    case (.moment(let moment), .moment), (.moment(let moment), .day), (.moment(let moment), .choice),
      (.moment(let moment), .text):
      return compare(moment.minutes, .moment)
    case (.minutes(let minutes), .time), (.minutes(let minutes), .duration): return compare(minutes, kind)
    case (.minutes(let minutes), .choice), (.minutes(let minutes), .text):
      return compare(minutes, .time) || compare(minutes, .duration)
    case (.number(let number), .choice):
      return rank(leaf, .number).map { holds(number, $0) } ?? rank(leaf, .duration).map { holds(number, $0) } ?? false
    case (.number(let number), .text): return rank(leaf, .duration).map { holds(number, $0) } ?? false
    default: return false
    }
  }

  // MARK: Order

  func ordered(_ query: AnswerQuery) -> [Line] {
    let descending = query.sort.isDescending
    func key(_ line: Line) -> (bytes: [UInt8]?, number: DecimalNumber?) {
      guard case .column(let column, _, let ranks) = query.sort else {
        return (nil, DecimalNumber(units: Int128(line.milliseconds), decimals: 0))
      }
      if column.kind == .text || column.kind == .choice && ranks.isEmpty {
        let text = Self.texts(of: line).first { $0.column == column.name }?.text
        return (text.map { Array(Folding.fold($0).prefix(64)) }, nil)
      }
      let leaves = Self.leaves(column, of: line).filter { Self.fits($0, column.kind) }
      if column.kind == .choice {
        guard let first = leaves.first else { return (nil, nil) }
        let rank = if case .text(let text) = first { ranks[text] } else { nil as Int? }
        return (nil, DecimalNumber(units: Int128(rank ?? 1 << 40), decimals: 0))
      }
      return (nil, leaves.lazy.compactMap { Self.rank($0, column.kind) }.first)
    }
    return matching(query).map { (line: $0, key: key($0)) }.sorted { a, b in
      let (missingA, missingB) = (a.key.bytes == nil && a.key.number == nil, b.key.bytes == nil && b.key.number == nil)
      if missingA != missingB { return missingB }
      if let first = a.key.bytes, let second = b.key.bytes, first != second {
        return first.lexicographicallyPrecedes(second) != descending
      }
      if let first = a.key.number, let second = b.key.number, first != second { return (first < second) != descending }
      return (a.line.position < b.line.position) != descending
    }.map(\.line)
  }
}
