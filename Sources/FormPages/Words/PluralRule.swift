import FormCells

/// Which plural category a whole number is of in one language, by the cardinal rules of Unicode CLDR. Numbers with
/// decimals have rules of their own in some languages; pages count in whole numbers only.
struct PluralRule: Sendable {
  /// `n % 10 = 2..4`; of `n` itself where there is no modulus.
  private struct Relation: Sendable {
    let modulus: Int?
    let isNegated: Bool
    let ranges: [ClosedRange<Int>]

    func holds(for number: Int) -> Bool {
      let value = modulus.map { number % $0 } ?? number
      return ranges.contains { $0.contains(value) } != isNegated
    }
  }

  /// One of the alternatives holds, with all its relations.
  private typealias Condition = [[Relation]]

  private let conditions: [(category: PluralCategory, condition: Condition)]
  private let oneNumberCategories: Set<PluralCategory>

  /// The rule of the language in its region, else of the language; a language without a rule has `other` alone.
  init(_ language: LanguageTag) {
    let lines = Self.table.map { $0.split(separator: " | ") }
    func conditions(_ name: String) -> Substring? {
      lines.first { $0[0].split(separator: " ").contains(name[...]) }?[1]
    }
    let line = conditions(language.description) ?? conditions(language.language)
    let found: [(category: PluralCategory, condition: Condition)] =
      line?.split(separator: "; ").map(Self.read) ?? []
    self.conditions = found
    var counts: [PluralCategory: Int] = [:]
    // A rule repeats itself within each thousand.
    for number in 0...1_000 { counts[Self.category(of: number, by: found), default: 0] += 1 }
    oneNumberCategories = Set(counts.filter { $0.value == 1 }.keys)
  }

  func category(of number: Int) -> PluralCategory { Self.category(of: number, by: conditions) }

  private static func category(
    of number: Int, by conditions: [(category: PluralCategory, condition: Condition)]
  ) -> PluralCategory {
    for (category, condition) in conditions
    where condition.contains(where: { $0.allSatisfy { $0.holds(for: number) } }) {
      return category
    }
    return .other
  }

  /// The categories of the language in the order of CLDR; `other` is one of each.
  var categories: [PluralCategory] { conditions.map(\.category) + [.other] }

  /// Whether the category stands for one number alone, as English `one` does: its words need not name it.
  func isOneNumber(_ category: PluralCategory) -> Bool { oneNumberCategories.contains(category) }

  /// - Parameter text: "few: n % 10 = 2..4 and n % 100 != 12..14 or n = 7".
  private static func read(_ text: Substring) -> (PluralCategory, Condition) {
    let halves = text.split(separator: ": ")
    guard halves.count == 2, let category = PluralCategory(rawValue: String(halves[0])) else {
      preconditionFailure("no plural rule: \(text)")
    }
    let condition = halves[1].split(separator: " or ").map { $0.split(separator: " and ").map(relation) }
    return (category, condition)
  }

  private static func relation(_ text: Substring) -> Relation {
    let words = text.split(separator: " ")
    let modulus = words.count == 5 ? Int(words[2]) : nil
    guard words.count == 3 || modulus != nil else { preconditionFailure("no plural rule: \(text)") }
    return Relation(
      modulus: modulus, isNegated: words[words.count - 2] == "!=",
      ranges: words[words.count - 1].split(separator: ",").map { part in
        let ends = part.split(separator: ".").compactMap { Int($0) }
        return ends[0]...ends[ends.count - 1]
      })
  }
}
