import Gallery
import FormPages
import Templates
import TestSupport

/// The part of its page that a fixture is about.
enum FixtureExcerpt {
  /// - A selection view or an open modal section: its dialog, with the question in front of it.
  /// - A form as a whole: the page's `main`.
  /// - Else the cell with its messages, and the notice where there is one. Cells that only stand beside it are left out.
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
