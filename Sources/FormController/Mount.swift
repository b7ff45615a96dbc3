package import FormPages
package import HTTPCore

/// Where the visitors of a request see the site: what all addresses on their pages begin with.
package final class Mount: Sendable {
  package let path: MountPath
  package let assets: PageAssets
  /// Whether it is kept, and what is made for it may be: of the others there may be any number.
  let isKept: Bool

  /// - Parameter assets: with addresses that have no mount path.
  init(_ path: MountPath, _ assets: PageAssets, isKept: Bool) {
    self.path = path
    self.assets = assets.below(path.text, keepingInlined: isKept)
    self.isKept = isKept
  }

  package func link(to route: Route) -> String { path.text + route.path }
  package func link(to home: Home) -> String { path.text + home.path }
}
