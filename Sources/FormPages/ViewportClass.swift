/// Material's window size classes: compact below 600, medium below 840, expanded from 840 CSS pixels;
/// `auto` where nothing told the server.
package enum ViewportClass: String, Sendable, CaseIterable {
  case compact, medium, expanded, auto

  /// CSS pixels from which on a window is medium, and expanded. Style sheets and scripts have the same ones.
  static let breakpoints = (medium: 600, expanded: 840)

  /// - Parameter width: CSS pixels.
  package init(width: Int) {
    self = width < Self.breakpoints.medium ? .compact : width < Self.breakpoints.expanded ? .medium : .expanded
  }

  /// From 0 to 3.
  var number: Int {
    switch self {
    case .auto: 0
    case .compact: 1
    case .medium: 2
    case .expanded: 3
    }
  }

  /// How a selection view stands on the page (AL1, AL2).
  var presentation: Presentation {
    switch self {
    case .compact: .sheet
    case .medium, .expanded: .dialog
    case .auto: .auto
    }
  }

  enum Presentation: String { case sheet, dialog, auto }
}
