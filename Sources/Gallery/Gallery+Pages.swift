import FormCells
import FormDesk
import FormPages
import Markup

extension Gallery {
  /// `GET /gallery`: each cell in each state, each in a form of its own.
  func index(for visit: Visit) -> [UInt8] {
    let request = PageRequest(viewport: visit.viewport, today: visit.today)
    var entries: [CellFixture.Group: [GalleryEntryView]] = [:]
    for entry in self.entries {
      guard let state = state(of: entry, for: visit) else { continue }
      let fixture = entry.fixture
      let shown = GalleryEntry(
        slug: fixture.slug, sentence: fixture.sentence, features: fixture.features,
        pages: [ViewportClass.compact, .medium, .expanded].map { viewport in
          (viewport.rawValue, "\(link(to: fixture, for: visit))?viewport=\(viewport.rawValue)")
        }, filling: state.filling,
        // The name of a modal section's cell is its position, which others have too on one page.
        isOpen: state.open != nil || entry.form.sections.contains { $0.container == .modal },
        presentation: presentation(of: entry, for: visit))
      entries[fixture.group, default: []].append(
        GalleryEntryView(
          entry: shown,
          cells: shown.isOpen
            ? [] : visit.edition.pages.cells(of: shown.filling, in: shown.presentation, request)))
    }
    let groups = CellFixture.Group.allCases.compactMap { group in
      entries[group].map { GalleryGroupView(id: "_\(group.rawValue)", title: group.title, entries: $0) }
    }
    let view = GalleryView(
      groups: groups, words: visit.edition.pages.words.english, forms: visit.mount.link(to: .index),
      conformance: conformanceLink(for: visit))
    return finish(templates.index.fragment(view), title: home.title, for: visit)
  }

  /// `GET /gallery/{fixture}`: its page, whose buttons work.
  func page(of entry: Entry, for visit: Visit) -> [UInt8]? {
    guard let state = state(of: entry, for: visit) else { return nil }
    let request = PageRequest(
      viewport: visit.viewport, today: visit.today, focusesProblems: state.filling.showsProblems)
    return visit.edition.pages.page(
      of: state.filling, front: state.open, in: presentation(of: entry, for: visit), request)
  }

  /// `GET /gallery/conformance`: every requirement, with the fixtures that show it and the test that proves it.
  func conformance(for visit: Visit) -> [UInt8] {
    let groups = Feature.Chapter.allCases.map { chapter in
      ConformanceGroup(
        id: "_\(chapter.rawValue)", title: chapter.title,
        rows: Feature.all.filter { $0.chapter == chapter }.map { feature in
          ConformanceRow(
            id: feature.id, kind: feature.kind.rawValue, requirement: feature.requirement,
            source: feature.source, warning: GuidelineID(rawValue: feature.id)?.rawValue,
            examples: entries.filter { $0.fixture.features.contains(feature.id) }.map {
              ConformanceExample(link: link(to: $0.fixture, for: visit), sentence: $0.fixture.sentence)
            }, test: feature.test)
        })
    }
    return finish(
      templates.conformance.fragment(ConformanceView(groups: groups, gallery: visit.mount.link(to: home))),
      title: "Conformance", for: visit)
  }

  private func finish(_ content: Fragment, title: String, for visit: Visit) -> [UInt8] {
    visit.edition.pages.finish(
      content, title: title, language: "en", words: visit.edition.pages.words.english, assets: visit.mount.assets,
      furtherStylesheet: visit.mount.assets.galleryStylesheet, viewport: visit.viewport)
  }
}
