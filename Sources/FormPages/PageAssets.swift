/// The URLs of what every page loads.
public struct PageAssets: Sendable {
  public var stylesheet: String
  public var icon: String

  public init(stylesheet: String, icon: String) {
    self.stylesheet = stylesheet
    self.icon = icon
  }

  /// Under their names in `Public`, without content hashes: for pages that nobody serves (snapshots).
  public static let unhashed = PageAssets(stylesheet: "/assets/css/site.css", icon: "/assets/icon.svg")
}
