import CellFixtures
import FormCells

/// The fixtures as a part of the site, with their forms: the pages that they show post to real forms.
final class Gallery: Sendable {
  /// What the ids of the gallery's forms begin with.
  static let formPrefix = "gallery-"

  struct Entry: Sendable {
    let fixture: CellFixture
    let form: Form
  }

  let entries: [Entry]
  private let bySlug: [String: Entry]

  init() {
    entries = CellFixture.all.compactMap { fixture in
      // A fixture that does not decode is left out here, and fails its test.
      guard let form = try? fixture.form() else { return nil }
      return Entry(fixture: fixture, form: form)
    }
    bySlug = Dictionary(entries.map { ($0.fixture.slug, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(slug: String) -> Entry? { bySlug[slug] }

  func form(_ id: String) -> Form? {
    id.hasPrefix(Self.formPrefix) ? bySlug[String(id.dropFirst(Self.formPrefix.count))]?.form : nil
  }
}

extension Route {
  /// Whether it is there only where the gallery is.
  var isOfGallery: Bool {
    switch self {
    case .gallery, .galleryPage, .conformance: true
    default: false
    }
  }
}
