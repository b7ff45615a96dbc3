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
      groups: groups, words: requestContext.snapshot.pages.words.english, forms: requestContext.mount.link(to: .index),
      conformance: conformanceLink(for: requestContext))
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

  /// `GET /gallery/conformance`: every requirement, with the fixtures that show it and the test that proves it.
  func conformance(for requestContext: RequestContext) -> [UInt8] {
    let groups = Feature.Chapter.allCases.map { chapter in
      ConformanceGroup(
        id: "_\(chapter.rawValue)", title: chapter.title,
        rows: Feature.all.filter { $0.chapter == chapter }.map { feature in
          ConformanceRow(
            id: feature.id, kind: feature.kind.rawValue, requirement: feature.requirement,
            source: feature.source, warning: GuidelineID(rawValue: feature.id)?.rawValue,
            examples: entries.filter { $0.fixture.features.contains(feature.id) }.map {
              ConformanceExample(link: link(to: $0.fixture, for: requestContext), sentence: $0.fixture.sentence)
            }, test: feature.test)
        })
    }
    return finish(
      templates.conformance.fragment(ConformanceView(groups: groups, gallery: requestContext.mount.link(to: home))),
      title: "Conformance", for: requestContext)
  }

  private func finish(_ content: Fragment, title: String, for requestContext: RequestContext) -> [UInt8] {
    requestContext.snapshot.pages.finish(
      content, title: title, language: "en", words: requestContext.snapshot.pages.words.english,
      assets: requestContext.mount.assets,
      furtherStylesheet: requestContext.mount.assets.galleryStylesheet, viewport: requestContext.viewport)
  }
}
