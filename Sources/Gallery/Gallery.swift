package import FormCells
package import FormController
package import FormPages
package import Templates

/// The fixtures as a part of the site, with their forms: the pages that they show post to real forms. The libraries for hosts do not
/// link it.
package final class Gallery: ExtraPages {
  struct Entry: Sendable {
    let fixture: CellFixture
    let form: Form
  }

  package let home = Home(path: "/gallery", title: "Gallery")
  package let forms: [Form]
  let templates: GalleryTemplates
  let entries: [Entry]
  private let bySlug: [String: Entry]

  package init(_ templates: GalleryTemplates) {
    self.templates = templates
    entries = CellFixture.all.compactMap { fixture in
      // A fixture that does not decode is left out here, and fails its test.
      guard let form = try? fixture.form() else { return nil }
      return Entry(fixture: fixture, form: form)
    }
    forms = entries.map(\.form)
    bySlug = Dictionary(entries.map { ($0.fixture.slug, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package func page(at path: String, for requestContext: RequestContext) -> [UInt8]? {
    if path == home.path { return index(for: requestContext) }
    guard path.hasPrefix(home.path + "/") else { return nil }
    let name = String(path.dropFirst(home.path.utf8.count + 1))
    return bySlug[name].flatMap { page(of: $0, for: requestContext) }
  }

  func link(to fixture: CellFixture, for requestContext: RequestContext) -> String {
    "\(requestContext.mount.link(to: home))/\(fixture.slug)"
  }

  /// The form after the fixture's steps; `nil` if its values are wrong, which fails its test.
  func state(of entry: Entry, for requestContext: RequestContext) -> CellFixture.State? {
    try? entry.fixture.state(of: entry.form, today: requestContext.today, fillingID: requestContext.makeToken())
  }

  func presentation(of state: CellFixture.State, for requestContext: RequestContext) -> FormPresentation {
    requestContext.presentation(of: state.formState.form)
  }
}

extension Gallery {
  /// `GET /gallery`: each cell in each state, each in a separate form.
  func index(for requestContext: RequestContext) -> [UInt8] {
    let request = PageRequest(viewport: requestContext.viewport, today: requestContext.today)
    var entries: [CellFixture.Group: [GalleryEntryView]] = [:]
    for entry in self.entries {
      guard let state = state(of: entry, for: requestContext) else { continue }
      let fixture = entry.fixture
      let shown = GalleryEntry(
        slug: fixture.slug, sentence: fixture.sentence, features: fixture.features,
        pages: [ViewportClass.compact, .medium, .expanded].map { viewport in
          (viewport.rawValue, "\(link(to: fixture, for: requestContext))?viewport=\(viewport.rawValue)")
        }, formState: state.formState,
        // A modal section's cells are named by position, so names would repeat on one page.
        isOpen: state.open != nil || entry.form.sections.contains { $0.container != .page },
        presentation: presentation(of: state, for: requestContext))
      entries[fixture.group, default: []].append(
        GalleryEntryView(
          entry: shown,
          cells: shown.isOpen
            ? [] : requestContext.snapshot.pages.cells(of: shown.formState, in: shown.presentation, request)))
    }
    let groups = CellFixture.Group.allCases.compactMap { group in
      entries[group].map { GalleryGroupView(id: "_\(group.rawValue)", title: group.title, entries: $0) }
    }
    let view = GalleryView(
      groups: groups, words: requestContext.snapshot.pages.words.english, forms: requestContext.mount.link(to: .index))
    return finish(templates.index.fragment(view), title: home.title, for: requestContext)
  }

  /// `GET /gallery/{fixture}`: the fixture's page, with working buttons.
  func page(of entry: Entry, for requestContext: RequestContext) -> [UInt8]? {
    guard let state = state(of: entry, for: requestContext) else { return nil }
    let request = PageRequest(
      viewport: requestContext.viewport, today: requestContext.today, focusesProblems: state.formState.showsProblems)
    return requestContext.snapshot.pages.page(
      of: state.formState, overlay: state.open, in: presentation(of: state, for: requestContext), request)
  }

  private func finish(_ content: Fragment, title: String, for requestContext: RequestContext) -> [UInt8] {
    requestContext.snapshot.pages.finish(
      content, title: title,
      in: DocumentContext(
        language: "en", words: requestContext.snapshot.pages.words.english, assets: requestContext.mount.assets),
      furtherStylesheet: requestContext.mount.assets.galleryStylesheet, viewport: requestContext.viewport)
  }
}

/// The templates of the gallery, compiled with the site's.
package struct GalleryTemplates: Sendable {
  let index: Template<GalleryView>

  package init(_ library: inout TemplateLibrary) {
    index = library.template("gallery/index", for: GalleryView.self)
  }
}

extension Pages {
  /// All pages, including the gallery's: then every template of the folder is used.
  /// - `further`: compiles templates of the same folder for other pages.
  package static func withGallery(
    directory: String, builtIn: String? = nil, onLateMistakes: WordCatalogue.LateMistakes? = nil,
    further: (inout TemplateLibrary) -> Void = { _ in }
  ) throws(TemplateErrors) -> (Pages, GalleryTemplates) {
    var gallery: GalleryTemplates?
    let pages = try Pages(directory: directory, builtIn: builtIn, onLateMistakes: onLateMistakes) { library in
      gallery = GalleryTemplates(&library)
      further(&library)
    }
    guard let gallery else { preconditionFailure("the templates were asked for") }
    return (pages, gallery)
  }
}
