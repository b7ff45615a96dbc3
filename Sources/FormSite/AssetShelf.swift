import HTTPCore
import Assets

/// The files that are served, and those from before: a page that came before them may still ask.
final class AssetShelf: Sendable {
  let assets: Assets
  private let former: Assets?

  init(_ assets: Assets, after last: AssetShelf? = nil) {
    self.assets = assets
    former = last?.assets
  }

  subscript(name: String) -> Asset? { assets[name] ?? former?[name] }
}
