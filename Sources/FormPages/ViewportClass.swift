/// Material's window size classes: compact below 600, medium below 840, expanded from 840 CSS pixels;
/// `auto` where nothing told the server.
public enum ViewportClass: String, Sendable, CaseIterable {
  case compact, medium, expanded, auto

  /// - Parameter width: CSS pixels.
  public init(width: Int) {
    self = width < 600 ? .compact : width < 840 ? .medium : .expanded
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
