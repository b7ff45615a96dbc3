import Gallery
import FormCells
import FormPages
import Support
import TestSupport
import Testing
import Templates

/// Checks of every cell in every state.
@Suite("Fixtures")
struct FixtureTests {
  @Test("every fixture is decoded, and its form state can be reached", arguments: CellFixture.all)
  func decodes(_ fixture: CellFixture) throws {
    let form = try fixture.form()
    #expect(form.id == fixture.formID)
    #expect(form.title.text(in: ["en"]) == fixture.sentence)
    _ = try fixture.state(of: form, today: FixturePage.today)
  }

  @Test("slugs, sentences and cell ids are unique, so that one page can show all fixtures")
  func unique() throws {
    #expect(Set(CellFixture.all.map(\.slug)).count == CellFixture.all.count)
    #expect(Set(CellFixture.all.map(\.sentence)).count == CellFixture.all.count)
    let ids = try CellFixture.all.flatMap { try $0.form().cells.map(\.id) }
    #expect(Set(ids).count == ids.count)
  }

  @Test("every id on a page is unique, and every reference to an id finds it", arguments: CellFixture.all)
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
    let state = try fixture.state(of: fixture.form(), today: FixturePage.today)
    let form = state.formState.form
    guard state.formState.showsProblems, state.open == nil else { return }
    let page = HTMLPage(try FixturePage.html(of: fixture, .auto))
    let links = page.all("a") { $0["href"]?.hasPrefix("#") == true }
    #expect(!links.isEmpty)
    // The cell of an element: a row of a matrix belongs to its cell.
    func owner(_ id: Substring) -> Substring {
      let cell = id.prefix { $0 != "_" }
      return form.cell(String(cell)) == nil ? id : cell
    }
    for link in links {
      let cell = try #require(page.element(id: String(link["href"]!.dropFirst())))
      if let title = try entryTitle(cell, on: page, of: state.formState) {
        #expect(link.text.hasPrefix("\(title): "), "\(fixture.slug)")
        continue
      }
      #expect(cell["aria-invalid"] == "true", "\(fixture.slug)")
      let message = try #require(cell["aria-errormessage"].flatMap { page.element(id: $0) })
      // In the summary the message follows the cell's label. A link to a modal section's cell is worded the same.
      let text = message.text.replacing("Error: ", with: "")
      let label = form.cell(String(owner(cell["id"]![...])))?.label.text(in: ["en"])
      #expect(link.text == (label.map { "\($0): \(text)" } ?? text), "\(fixture.slug)")
    }
    let summarized = Set(links.map { owner($0["href"]!.dropFirst()) }).subtracting(namesOfEntries(in: form))
    let wrong = page.elements.filter { $0["aria-invalid"] == "true" }
    // If a cell has several fields, the summary links its group.
    let groups = Set(wrong.filter { $0.name == "fieldset" }.compactMap { $0["id"] })
    let own = wrong.filter { field in
      !field.ancestors.contains { page.elements[$0]["id"].map(groups.contains) ?? false }
    }
    let invalid = Set(own.compactMap { $0["id"] })
    #expect(summarized == Set(invalid.map { $0[...] }), "\(fixture.slug)")
  }

  @Test(
    "a page's title names what is in front and marks an error, and its form has the hidden fields",
    arguments: CellFixture.all)
  func frame(_ fixture: CellFixture) throws {
    let state = try fixture.state(of: fixture.form(), today: FixturePage.today)
    let form = state.formState.form
    let page = HTMLPage(try FixturePage.html(of: fixture, .auto))
    let overlay = page.all("dialog") { $0["role"] == nil }.last
    #expect((overlay != nil) == (state.open != nil))
    let isRefused =
      if let overlay {
        page.elements.contains { $0["class"] == "error" && page.isInside($0, overlay) }
      } else {
        state.formState.showsProblems
      }
    #expect(page.title == (isRefused ? "Error: " : "") + (overlay.map(page.name(of:)) ?? fixture.sentence))
    #expect(page.all("h1").map(\.text) == [fixture.sentence])
    #expect(page.isInert(try #require(page.all("main").first)) == (overlay != nil))

    func hidden(_ name: String) -> [String?] { page.all("input") { $0["name"] == name }.map { $0["value"] } }
    #expect(hidden("_fill") == [Token.zero.text])
    #expect(hidden("_version") == [form.version])
    #expect(hidden("_base").count == 1)
    let action = try #require(page.all("form").first?["action"])
    let level = state.formState.drafts.values.first?.level ?? ""
    #expect(
      action == "/forms/\(form.id)" + (state.open.map { "/cells/\($0.path(in: form))" } ?? "")
        + (level.isEmpty ? "" : "?in=\(level)"))
  }
}

extension FixtureTests {
  /// The name of the entry, or of the list of entries, that a link in the summary leads to. Its message is shown beside it
  /// and describes it.
  /// - Returns: `nil` if the link leads to a control that is invalid itself.
  private func entryTitle(_ target: HTMLPage.Element, on page: HTMLPage, of formState: FormState) throws -> String? {
    let form = formState.form
    guard
      let section = form.sections.indices.first(where: { form.name(of: .section($0)) == target["id"] }),
      let repeated = form.sections[form.sections[section].entry?.section ?? section].repeated
    else { return nil }
    guard let number = formState.number(ofEntry: section) else {
      #expect(page.elements.contains { $0["class"] == "error" && page.isInside($0, target) })
      return form.sections[section].title?.text(in: ["en"])
    }
    let message = try #require(target["aria-describedby"].flatMap { page.element(id: $0) })
    #expect(message["class"] == "error")
    return "\(repeated.item.text(in: ["en"])) \(number)"
  }

  private func namesOfEntries(in form: Form) -> Set<Substring> {
    Set(
      form.sections.indices
        .filter { form.sections[$0].entry != nil || form.sections[$0].repeated != nil }
        .map { form.name(of: .section($0))[...] })
  }
}

extension Overlay {
  fileprivate func path(in form: Form) -> String {
    guard case .section(let section) = self, let entry = form.sections[section].entry,
      let repeated = form.sections[entry.section].repeated
    else { return form.name(of: self) }
    return "\(repeated.id)/\(entry.number)"
  }
}

/// The pages of fixtures as the snapshots have them: the same bytes each time.
enum FixturePage {
  static let root = String(#filePath.split(separator: "/Tests/").first!)

  /// Compiled once for all tests.
  static let pagesWithGallery = Result { try Pages.withGallery(directory: "\(root)/Templates") }
  static let pages = pagesWithGallery.map(\.0)
  static let today = CalendarDate(parsing: "2026-01-31")!

  static func html(of fixture: CellFixture, _ viewport: ViewportClass) throws -> [UInt8] {
    let state = try fixture.state(of: fixture.form(), today: today)
    let request = PageRequest(
      viewport: viewport, today: today, focusesProblems: state.formState.showsProblems)
    return try pages.get().page(
      of: state.formState, overlay: state.open, in: presentation(of: state.formState.form), request)
  }

  static func presentation(of form: Form) throws -> FormPresentation {
    let links = FormLinks(
      to: form, home: "/", form: "/forms/\(form.id)", assets: .unhashed, view: { "/forms/\(form.id)/cells/\($0)" })
    let language = PageLanguage(of: form, for: [], in: try pages.get().words)
    return FormPresentation(form, languages: [language.tag], words: language.words, links: links)
  }
}

/// The part of a page that its fixture is about.
enum FixtureExcerpt {
  /// - For a selection view or an open modal section: its dialog, and the question in front of it if there is one.
  /// - For a whole form: the page's `main`.
  /// - Otherwise: the cell with its messages, and the notice if there is one. Other cells of the form are left out.
  static func html(of fixture: CellFixture) throws -> String {
    let page = String(decoding: PrettyHTML.format(try FixturePage.html(of: fixture, .compact)), as: UTF8.self)
    let dialogs = HTMLExcerpt.elements(of: page, beginning: "<dialog ")
    if !dialogs.isEmpty { return dialogs.joined() }
    if fixture.group == .form { return HTMLExcerpt.elements(of: page, beginning: "<main").joined() }
    let cells = HTMLExcerpt.elements(of: page, beginning: "<div class=\"cell ")
    let own = cells.filter { $0.contains(" id=\"\(fixture.slug)\"") }
    let notices = HTMLExcerpt.elements(of: page, beginning: "<div class=\"notice\"")
    return ((own.isEmpty ? cells : own) + notices).joined()
  }
}
