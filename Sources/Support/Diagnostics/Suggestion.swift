/// "Did you mean": the nearest of some known words.
package enum Suggestion {
  /// The longest word for which a suggestion is made: longer words are not typing errors, and the comparison takes quadratic
  /// time.
  private static let letterLimit = 64

  /// The nearest known word, ignoring case, hyphens, underscores and spaces. It may differ in up to a third of its letters, at
  /// most three. Of equally near words, the alphabetically first. `nil` if none is near.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    guard word.count <= letterLimit else { return nil }
    let letters = letters(of: word)
    var best: (distance: Int, word: String)?
    for candidate in known {
      let others = Self.letters(of: candidate)
      let distance = distance(letters, others)
      // Words of one or two letters must match: only case and hyphens may differ.
      let limit = others.count < 3 ? 0 : min(3, max(1, others.count / 3))
      guard distance <= limit, best.map({ (distance, candidate) < $0 }) ?? true else { continue }
      best = (distance, candidate)
    }
    return best?.word
  }

  private static func letters(of word: String) -> [Character] {
    word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }

  /// The number of insertions, removals, replacements and swaps of neighbours (optimal string alignment).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, before[j - 2] + 1) }
        row.append(cost)
      }
      (before, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
