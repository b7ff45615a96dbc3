import FormCellsTesting
import Gallery
import FormCells
import FormPages
import HTTPCore
import Support
import TestSupport
import Testing

@testable import FormSite

@Suite("Gallery")
struct GalleryTests {
  /// Made once, because compiling the templates and decoding every fixture takes longer than a page.
  static let site = Result { try TestSite([], showsGallery: true) }

  @Test("without the option, neither the gallery nor its forms exist")
  func off() async throws {
    var visitor = Visitor(try TestSite([SampleForms.trip]).site)
    for path in ["/gallery", "/gallery/text-empty", "/forms/gallery-text-empty"] {
      await visitor.open(path)
      #expect(visitor.status == .notFound, "\(path)")
    }
  }

  @Test("the gallery links to every fixture in each viewport class, and has no duplicate ids")
  func index() async throws {
    var visitor = Visitor(try TestSite([], showsGallery: true).site)
    await visitor.open("/gallery")
    #expect(visitor.status == .ok)
    let links = Set(visitor.page.all("a").compactMap { $0["href"] })
    for fixture in CellFixture.all {
      for viewport in ["compact", "medium", "expanded"] {
        #expect(links.contains("/gallery/\(fixture.slug)?viewport=\(viewport)"), "\(fixture.slug)")
      }
    }
    let ids = visitor.page.elements.compactMap { $0["id"] }
    #expect(Set(ids).count == ids.count)
  }

  @Test("a gallery page accepts no POST, but its form does", arguments: CellFixture.all)
  func posts(_ fixture: CellFixture) async throws {
    var visitor = Visitor(try Self.site.get().site)
    await visitor.post(FormData(), to: "/gallery/\(fixture.slug)")
    #expect(visitor.status == .methodNotAllowed)
    await visitor.open("/gallery/\(fixture.slug)")
    #expect(visitor.status == .ok)
    let action = try #require(visitor.page.all("form").first?["action"])
    #expect(action.hasPrefix("/forms/gallery-\(fixture.slug)"))
    try await visitor.pressEnter()
    #expect([.ok, .unprocessableContent].contains(visitor.status), "\(visitor.status)")
  }

  @Test("FO7 a fixture's page shows the same values after a round trip", arguments: CellFixture.all)
  func roundTrip(_ fixture: CellFixture) async throws {
    let test = try Self.site.get()
    var visitor = Visitor(test.site)
    await visitor.open("/gallery/\(fixture.slug)")
    func values(_ page: HTMLPage) -> [String] {
      page.successfulControls.filter { !$0.name.hasPrefix("_") }.map { "\($0.name)=\($0.value)" }
    }
    let shown = values(visitor.page)
    // A body without a button would be refused as a bad request, so the page's submit button is used.
    let submit = try #require(visitor.page.all("button") { $0["value"] == "submit" }.last)
    await visitor.post(visitor.body(with: submit), to: "/forms/\(fixture.formID)")
    if visitor.status == .unprocessableContent {
      #expect(values(visitor.page) == shown)
    } else {
      #expect(visitor.status == .ok)
      let receipt = try #require(visitor.path.split(separator: "receipt=").last.map { String($0.prefix(32)) })
      #expect(try test.submissions(of: fixture.formID).count { $0["id"] == .string(receipt) } == 1)
    }
  }
}
