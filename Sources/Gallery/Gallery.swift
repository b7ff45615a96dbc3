package import FormCells
package import FormController
import FormPages

/// The fixtures as a part of the site, with their forms: the pages that they show post to real forms. No host's library
/// links it.
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

  /// The form as the fixture's steps leave it; nil where its values are wrong, which fails its test.
  func state(of entry: Entry, for requestContext: RequestContext) -> CellFixture.State? {
    try? entry.fixture.state(of: entry.form, today: requestContext.today, fillingID: requestContext.makeToken())
  }

  func presentation(of entry: Entry, for requestContext: RequestContext) -> FormPresentation {
    requestContext.presentation(of: entry.form)
  }
}
