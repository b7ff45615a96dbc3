import CellFixtures
import FormCells
import FormPages
import TestSupport
import Testing

/// What holds of every cell in every state.
@Suite("Fixtures")
struct FixtureTests {
  @Test("every fixture decodes, and its steps lead where they should", arguments: CellFixture.all)
  func decodes(_ fixture: CellFixture) throws {
    let form = try fixture.form()
    #expect(form.id == fixture.formID)
    #expect(form.title.text(in: ["en"]) == fixture.sentence)
    _ = try fixture.state(of: form, today: CalendarDate(parsing: "2026-01-31")!, fillingID: "0")
  }

  @Test("slugs, sentences and the ids of cells are all different, so that one page can hold them all")
  func unique() throws {
    #expect(Set(CellFixture.all.map(\.slug)).count == CellFixture.all.count)
    #expect(Set(CellFixture.all.map(\.sentence)).count == CellFixture.all.count)
    let ids = try CellFixture.all.flatMap { try $0.form().cells.map(\.id) }
    #expect(Set(ids).count == ids.count)
  }

  @Test("a fixture names only requirements that there are", arguments: CellFixture.all)
  func features(_ fixture: CellFixture) {
    let known = Set(Feature.all.map(\.id))
    #expect(Set(fixture.features).subtracting(known).isEmpty)
    #expect(!fixture.features.isEmpty)
  }

  @Test("every id on a page is there once, and everything that names one finds it", arguments: CellFixture.all)
  func references(_ fixture: CellFixture) throws {
    let page = HTMLPage(try FixturePage.html(of: fixture, .auto))
    let ids = page.elements.compactMap { $0["id"] }
    #expect(Set(ids).count == ids.count)
    for element in page.elements {
      for attribute in ["aria-labelledby", "aria-describedby", "aria-errormessage", "aria-controls", "for"] {
        for id in element[attribute]?.split(separator: " ") ?? [] {
          #expect(ids.contains(String(id)), "\(attribute)=\(id)")
        }
      }
      if element.name == "a", let link = element["href"], link.hasPrefix("#") {
        #expect(ids.contains(String(link.dropFirst())), "\(link)")
      }
    }
  }

  @Test(
    "TI9 LP9 AX13 every control has a name, and no two buttons of one group have the same", arguments: CellFixture.all)
  func names(_ fixture: CellFixture) throws {
    let page = HTMLPage(try FixturePage.html(of: fixture, .auto))
    var buttons: [String] = []
    for element in page.elements
    where ["input", "textarea", "button"].contains(element.name) && element["type"] != "hidden" {
      guard element["aria-hidden"] == nil, !page.isInert(element) else { continue }
      let name = page.name(of: element)
      #expect(!name.isEmpty, "\(element.name) \(element.attributes)")
      let group = element.ancestors.last { page.elements[$0]["role"] == "group" }
      if element.name == "button" { buttons.append("\(name) of \(group ?? 0)") }
    }
    #expect(Set(buttons).count == buttons.count, "\(buttons)")
  }

  @Test("FO5 a cell in error says so, is linked from the summary, and names its message", arguments: CellFixture.all)
  func problems(_ fixture: CellFixture) throws {
    let form = try fixture.form()
    let state = try fixture.state(of: form, today: CalendarDate(parsing: "2026-01-31")!, fillingID: "0")
    guard state.filling.showsProblems, state.open == nil else { return }
    let page = HTMLPage(try FixturePage.html(of: fixture, .auto))
    #expect(page.title.hasPrefix("Error: "))
    let links = page.all("a") { $0["href"]?.hasPrefix("#") == true }
    #expect(!links.isEmpty)
    for link in links {
      let cell = try #require(page.element(id: String(link["href"]!.dropFirst())))
      #expect(cell["aria-invalid"] == "true", "\(fixture.slug)")
      let message = try #require(cell["aria-errormessage"].flatMap { page.element(id: $0) })
      #expect(message.text.contains(link.text), "\(fixture.slug)")
    }
  }
}
