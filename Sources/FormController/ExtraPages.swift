package import FormCells

/// Pages beside the forms' own, with forms that are served and not listed: the gallery.
package protocol ExtraPages: Sendable {
  var forms: [Form] { get }
  /// Where the forms' pages lead back to.
  var home: Home { get }
  /// The page at this path below the site's mount path; nil: there is none.
  func page(at path: String, for requestContext: RequestContext) -> [UInt8]?
}

/// The page that a form's pages lead back to, and its name.
package struct Home: Sendable {
  /// Below the site's mount path.
  package let path: String
  package let title: String

  package init(path: String, title: String) {
    self.path = path
    self.title = title
  }
}
