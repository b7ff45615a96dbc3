import TestSupport
import Templates
import Testing

@testable import Answers

/// Compares each page with its snapshot. `RECORD_SNAPSHOTS=failed` records those that differ.
@Suite("Pages of the answers")
struct AnswersPageTests {
  static let folder = "\(AnswersPage.root)/Tests/AnswersTests/Snapshots"

  @Test("a page equals its snapshot", arguments: AnswersPage.allCases)
  func page(_ page: AnswersPage) throws {
    let html = String(decoding: PrettyHTML.format(try page.html()), as: UTF8.self)
    #expect(Snapshot.verify(html, at: "\(Self.folder)/\(page.rawValue).html") == .same)
  }

  @Test("each snapshot belongs to a page")
  func orphans() {
    let names = Set(TestFile.names(in: Self.folder, suffix: ".html"))
    #expect(names == Set(AnswersPage.allCases.map { "\($0.rawValue).html" }))
  }

  @Test("ids are unique, and references lead to existing ids", arguments: AnswersPage.allCases)
  func references(_ page: AnswersPage) throws {
    let html = HTMLPage(try page.html())
    let ids = html.elements.compactMap { $0["id"] }
    #expect(Set(ids).count == ids.count)
    for element in html.elements {
      for name in ["for", "aria-describedby", "aria-labelledby"] {
        for id in (element[name] ?? "").split(separator: " ") where !id.isEmpty {
          #expect(ids.contains(String(id)), "\(element.name) \(name)=\(id)")
        }
      }
      if element.name == "a", let link = element["href"], link.hasPrefix("#") {
        #expect(ids.contains(String(link.dropFirst())), "\(link)")
      }
    }
  }
}
