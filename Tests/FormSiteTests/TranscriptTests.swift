import FormCells
import FormCellsTesting
import Gallery
import TestSupport
import Testing

@Suite("Transcripts")
struct TranscriptTests {
  /// Pages whose transcript differs from the browser's tree: a style sheet hides a part, which a browser leaves out; a text is collapsed,
  /// which a transcript contains; or the page offers to scan, which this site cannot, as it has no code reader.
  private static let others = [
    "list-picker-view-long", "switch-words", "content-details", "content-details-warning", "text-scan",
    "matrix-long",
  ]

  /// Roles below which a browser's tree has more than a transcript.
  private static let entries: Set<Substring> = [
    "Date", "DateTime", "InputTime", "textbox", "searchbox", "spinbutton", "columnheader", "rowheader",
  ]

  /// A transcript or a browser's tree, reduced to what both contain: without depths and levels, with adjacent texts joined,
  /// and without what a browser adds inside fields.
  private func comparable(_ text: String) -> [String] {
    var lines: [Substring] = []
    for line in text.split(separator: "\n") {
      // A value of several lines takes several lines in the tree.
      if let last = lines.last, last.count(where: { $0 == "\"" }) % 2 == 1 {
        lines[lines.count - 1] = "\(last)\\n\(line)"
      } else {
        lines.append(line)
      }
    }
    var found: [String] = []
    var entryDepth: Int?
    for line in lines {
      let depth = line.prefix { $0 == " " }.count
      if let entry = entryDepth, depth > entry { continue }
      let role = line.dropFirst(depth).prefix { $0 != " " }
      entryDepth = Self.entries.contains(role) ? depth : nil
      switch role {
      // A transcript shows paragraphs and strong words as plain text, and the rows of a table without their groups.
      case "page", "form", "paragraph", "strong", "rowgroup": continue
      // A table cell with nothing but text has it as its name; a browser repeats it as a child.
      case "text" where found.last == "cell" + line.dropFirst(depth + 4): continue
      case "text":
        let said = "text:" + line.replacing("\\n", with: "").filter { !" \"".contains($0) }.dropFirst(4)
        if let last = found.last, last.hasPrefix("text:") {
          found[found.count - 1] = last + said.dropFirst(5)
        } else {
          found.append(said)
        }
      default: found.append(comparable(line: line.dropFirst(depth), role))
      }
    }
    return found
  }

  private func comparable(line: Substring, _ role: Substring) -> String {
    let roles = ["Date": "date", "DateTime": "date-time", "InputTime": "time"]
    var text = (roles[String(role)] ?? String(role)) + line.dropFirst(role.count)
    text = text.replacing(" \"\"", with: "").replacing("readonly", with: "read-only")
      .replacing(" = \"No file chosen\"", with: "")
    for level in 1...6 {
      text = text.replacing(", level \(level)]", with: "]").replacing(" [level \(level)]", with: "")
    }
    // Chromium does not report these states for fields that consist of several parts, for switches and for groups.
    guard
      roles.values.contains(text.prefix { $0 != " " }.description)
        || ["switch", "checkbox", "radiogroup", "group"].contains(role)
    else {
      return text
    }
    for state in ["required", "read-only", "disabled"] {
      text = text.replacing(" [\(state)]", with: "").replacing("[\(state), ", with: "[")
    }
    return text
  }

  @Test(
    "a transcript contains the accessibility tree recorded from a browser",
    arguments: CellFixture.all.filter { !others.contains($0.slug) })
  func browser(_ fixture: CellFixture) async throws {
    let path = TestSite.root + "/Tests/Browser/Snapshots/\(fixture.slug).txt"
    let tree = comparable(String(decoding: try #require(TestFile.read(path)), as: UTF8.self))
    var visitor = Visitor(try GalleryTests.site.get().site)
    await visitor.open("/gallery/\(fixture.slug)")
    let read = comparable(Transcript(of: visitor.page).description)
    // Of most pages, only the cell or the view was recorded.
    let isThere = read.indices.contains { read[$0...].starts(with: tree) }
    #expect(isThere, "\(tree.joined(separator: "\n"))\n\nis not in\n\n\(read.joined(separator: "\n"))")
  }
}
