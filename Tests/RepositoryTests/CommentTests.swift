import Testing

/// Comments are read by people who have nothing but this repository.
@Suite("Comments")
struct CommentTests {
  private static let files = ["Sources", "Tests", "Public", "Templates"].flatMap(Repository.here.files(in:)).filter {
    ["swift", "mjs", "css", "html", "py", "c", "h", "md"].contains($0.suffix) && !$0.path.contains("/Snapshots/")
      && !$0.path.contains("/Cases/")
  }

  @Test("nothing is cited that is not in the repository")
  func sources() {
    let cited = ["con" + "tract", "features" + ".md", "anch" + "ors B", "anch" + "ors F"]
    for file in Self.files {
      for (number, line) in file.lines.enumerated() where cited.contains(where: line.contains) {
        let comment = Self.comment(in: line, of: file)
        #expect(!cited.contains(where: comment.contains), "\(file.path):\(number + 1)")
      }
    }
  }

  @Test("a visitor is they")
  func visitors() {
    let words = ["h" + "e", "hi" + "s", "hi" + "m"]
    for file in Self.files {
      for (number, line) in file.lines.enumerated() {
        let comment = Self.comment(in: line, of: file)
        // As bytes: a character costs a hundred times as much.
        for word in comment.utf8.split(whereSeparator: { !(65...90 ~= $0 || 97...122 ~= $0) }) where 2...3 ~= word.count
        {
          #expect(!words.contains(Substring(word).lowercased()), "\(file.path):\(number + 1)")
        }
      }
    }
  }

  /// The part of a line that people read; empty where there is none.
  private static func comment(in line: Substring, of file: Repository.File) -> Substring {
    let text = line.drop { $0 == " " }
    switch file.suffix {
    case "md", "html", "css": return line
    case "py": return line.contains("\"\"\"") || text.hasPrefix("#") ? text : ""
    default:
      if text.hasPrefix("*") || text.hasPrefix("/*") { return text }
      return line.firstRange(of: "//").map { line[$0.upperBound...] } ?? ""
    }
  }
}
