import FormCells
import FormController
import FormPages
import Templates

extension Gallery {
  /// `GET /gallery`: each cell in each state, each in a form of its own.
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
        // The name of a modal section's cell is its position, which others have too on one page.
        isOpen: state.open != nil || entry.form.sections.contains { $0.container == .modal },
        presentation: presentation(of: entry, for: requestContext))
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

  /// `GET /gallery/{fixture}`: its page, whose buttons work.
  func page(of entry: Entry, for requestContext: RequestContext) -> [UInt8]? {
    guard let state = state(of: entry, for: requestContext) else { return nil }
    let request = PageRequest(
      viewport: requestContext.viewport, today: requestContext.today, focusesProblems: state.formState.showsProblems)
    return requestContext.snapshot.pages.page(
      of: state.formState, overlay: state.open, in: presentation(of: entry, for: requestContext), request)
  }

  private func finish(_ content: Fragment, title: String, for requestContext: RequestContext) -> [UInt8] {
    requestContext.snapshot.pages.finish(
      content, title: title, language: "en", words: requestContext.snapshot.pages.words.english,
      assets: requestContext.mount.assets,
      furtherStylesheet: requestContext.mount.assets.galleryStylesheet, viewport: requestContext.viewport)
  }
}
