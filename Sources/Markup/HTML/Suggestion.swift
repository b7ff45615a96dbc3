/// "did you mean": the nearest of the known names, where one is near.
enum Suggestion {
  /// `; did you mean 'x'?`, or nothing.
  static func text(for name: String, among known: some Sequence<String>) -> String {
    let limit = max(1, name.count / 3)
    let nearest = known.map { (distance(name, $0), $0) }.filter { $0.0 <= limit }.min { $0 < $1 }
    return nearest.map { "; did you mean '\($0.1)'?" } ?? ""
  }

  /// Levenshtein's, with two letters swapped as one mistake; letters are compared without case.
  private static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first.lowercased().unicodeScalars)
    let second = Array(second.lowercased().unicodeScalars)
    var rows = [Array(0...second.count)]
    for (index, scalar) in first.enumerated() {
      var row = [index + 1]
      for (other, candidate) in second.enumerated() {
        let changed = rows[index][other] + (scalar == candidate ? 0 : 1)
        var cost = min(changed, row[other] + 1, rows[index][other + 1] + 1)
        if index > 0, other > 0, scalar == second[other - 1], candidate == first[index - 1] {
          cost = min(cost, rows[index - 1][other - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[first.count][second.count]
  }
}
