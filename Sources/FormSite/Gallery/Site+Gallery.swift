import CellFixtures
import FormCells
import FormPages
import HTTPMessage

extension Site {
  /// `GET /gallery`: each cell in each state.
  func showGallery(_ request: Request) -> Response {
    let (viewport, override) = viewport(request)
    let words = words(for: request)
    var entries: [CellFixture.Group: [GalleryEntry]] = [:]
    for entry in gallery?.entries ?? [] {
      guard let state = state(of: entry) else { continue }
      let fixture = entry.fixture
      entries[fixture.group, default: []].append(
        GalleryEntry(
          slug: fixture.slug, sentence: fixture.sentence, features: fixture.features,
          pages: [ViewportClass.compact, .medium, .expanded].map { viewport in
            (viewport.rawValue, "\(Route.galleryPage(fixture.slug).path)?viewport=\(viewport.rawValue)")
          }, filling: state.filling,
          // The name of a modal section's cell is its position, which others have too on one page.
          isOpen: state.open != nil || entry.form.sections.contains { $0.container == .modal },
          presentation: presentations.presentation(of: entry.form, words: words, numbers: nil, viewport: override)))
    }
    let groups = CellFixture.Group.allCases.compactMap { group in
      entries[group].map { GalleryGroup(name: group.rawValue, title: group.title, entries: $0) }
    }
    return .page(
      pages.gallery(groups, assets: pageAssets, viewport: viewport, today: environment.today()),
      language: words.language)
  }

  /// `GET /gallery/{fixture}`: its page, whose buttons work.
  func showGalleryPage(_ slug: String, _ visit: Visit) -> Response {
    guard let entry = gallery?[slug], let state = state(of: entry) else {
      return errorResponse(.notFound, words: visit.words)
    }
    let presentation = presentation(of: entry.form, visit)
    let request = Pages.FormRequest(
      viewport: visit.viewport, today: environment.today(), focusesProblems: state.filling.showsProblems)
    let page = pages.view(state.open, of: state.filling, in: presentation, request)
    return .page(page, language: visit.words.language)
  }

  /// `GET /gallery/conformance`: every requirement, with what shows and what proves it.
  func showConformance(_ request: Request) -> Response {
    let groups = Feature.Chapter.allCases.map { chapter in
      ConformanceGroup(
        id: "_\(chapter.rawValue)", title: chapter.title,
        rows: Feature.all.filter { $0.chapter == chapter }.map { feature in
          ConformanceRow(
            id: feature.id, kind: feature.kind.rawValue, requirement: feature.requirement,
            examples: (gallery?.entries ?? []).filter { $0.fixture.features.contains(feature.id) }.map {
              ConformanceExample(link: Route.galleryPage($0.fixture.slug).path, sentence: $0.fixture.sentence)
            }, test: feature.test)
        })
    }
    return .page(
      pages.conformance(groups, assets: pageAssets, viewport: viewport(request).0),
      language: words(for: request).language)
  }

  private func state(of entry: Gallery.Entry) -> CellFixture.State? {
    do {
      return try entry.fixture.state(
        of: entry.form, today: environment.today(), fillingID: Token(environment.random()).text)
    } catch {
      onFailure(error)
      return nil
    }
  }
}
