import Markup
import TestSupport
import Testing

@testable import FormPages

@Suite("States of the text family")
struct StateSnapshotTests {
  private static let folder = "\(FixturePage.root)/Tests/FormPagesTests/StateSnapshots"

  @Test("a page of states is as its snapshot", arguments: SamplePage.all.map(\.name))
  func snapshot(_ name: String) throws {
    let page = try #require(SamplePage.all.first { $0.name == name })
    let html = PrettyHTML.format(try page.render(.compact))
    #expect(Snapshot.verify(String(decoding: html, as: UTF8.self), at: "\(Self.folder)/\(name).html") == .same)
  }

  @Test("no snapshot without its page")
  func orphans() {
    #expect(Set(TestFile.names(in: Self.folder, suffix: ".html")) == Set(SamplePage.all.map { "\($0.name).html" }))
  }
}
