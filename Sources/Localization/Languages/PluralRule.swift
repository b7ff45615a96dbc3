import Support

/// Finds the plural category of a whole number in one language, by the cardinal rules of Unicode CLDR. Numbers with decimals follow
/// other rules in some languages; pages count only in whole numbers.
package struct PluralRule: Sendable {
  /// A relation such as `n % 10 = 2..4`; without a modulus it is about `n` itself.
  private struct Relation: Sendable {
    let modulus: Int?
    let isNegated: Bool
    let ranges: [ClosedRange<Int>]

    func holds(for number: Int) -> Bool {
      let value = modulus.map { number % $0 } ?? number
      return ranges.contains { $0.contains(value) } != isNegated
    }
  }

  /// Holds if all relations of at least one alternative hold.
  private typealias Condition = [[Relation]]

  private let conditions: [(category: PluralCategory, condition: Condition)]
  /// The categories of the language in the order of CLDR; `other` is always among them.
  package let categories: [PluralCategory]
  /// Whether a category holds for one number only, by `PluralCategory.index`.
  private let oneNumberCategories: [Bool]

  /// The rule of the language in its region, else of the language; a language without a rule has only `other`.
  package init(_ language: LanguageTag) {
    let line = Self.lines[language.description[...]] ?? Self.lines[language.language[...]]
    let found: [(category: PluralCategory, condition: Condition)] = line?.pieces(at: ";").map(Self.read) ?? []
    self.conditions = found
    categories = found.map(\.category) + [.other]
    var counts = [Int](repeating: 0, count: PluralCategory.allCases.count)
    // A category that holds for more than one number does so for a second one up to 200.
    for number in 0...200 { counts[Self.category(of: number, by: found).index] += 1 }
    oneNumberCategories = counts.map { $0 == 1 }
  }

  /// The conditions by language.
  private static let lines: [Substring: Substring] = {
    var lines: [Substring: Substring] = [:]
    for line in table {
      guard let (names, conditions) = line.halves(at: "|") else { preconditionFailure("no plural rule: \(line)") }
      for name in names.pieces(at: " ") { lines[name] = conditions }
    }
    return lines
  }()

  package func category(of number: Int) -> PluralCategory { Self.category(of: number, by: conditions) }

  private static func category(
    of number: Int, by conditions: [(category: PluralCategory, condition: Condition)]
  ) -> PluralCategory {
    for (category, condition) in conditions
    where condition.contains(where: { $0.allSatisfy { $0.holds(for: number) } }) {
      return category
    }
    return .other
  }

  /// Whether the category holds for a single number, as English `one` does: its words need not contain the number.
  package func isOneNumber(_ category: PluralCategory) -> Bool { oneNumberCategories[category.index] }

  /// - Parameter text: "few: n % 10 = 2..4 and n % 100 != 12..14 or n = 7".
  private static func read(_ text: Substring) -> (PluralCategory, Condition) {
    guard let (name, alternatives) = text.halves(at: ":"), let category = name.pieces(at: " ").first,
      let category = PluralCategory(rawValue: String(category))
    else { preconditionFailure("no plural rule: \(text)") }
    let condition = alternatives.pieces(at: " ").split(separator: "or").map {
      $0.split(separator: "and").map { relation(Array($0)) }
    }
    return (category, condition)
  }

  private static func relation(_ words: [Substring]) -> Relation {
    let modulus = words.count == 5 ? Int(words[2]) : nil
    guard words.count == 3 || modulus != nil else { preconditionFailure("no plural rule: \(words)") }
    return Relation(
      modulus: modulus, isNegated: words[words.count - 2] == "!=",
      ranges: words[words.count - 1].pieces(at: ",").map { part in
        let ends = part.pieces(at: ".").compactMap { Int($0) }
        return ends[0]...ends[ends.count - 1]
      })
  }
}

/// The form of words beside a number (Unicode CLDR). Which numbers belong to which category depends on the language:
/// English has `one` for 1 and `other` for the rest, Polish has four categories, Japanese has only `other`.
package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other

  /// The index in an array with one element per category.
  package var index: Int {
    switch self {
    case .zero: 0
    case .one: 1
    case .two: 2
    case .few: 3
    case .many: 4
    case .other: 5
    }
  }
}
