/// The URLs of what pages load, and of the images that options name.
package final class PageAssets: Sendable {
  package let stylesheet: String
  /// The style sheet of all that a form by itself does not show: views, answers, lists.
  package let laterStylesheet: String
  /// A further style sheet, of the gallery's own pages.
  package let galleryStylesheet: String
  package let script: String
  package let icon: String
  /// The first style sheet and the script within the page; nil: pages ask for them.
  package let inlined: InlinedAssets?
  /// The address of an image under `Public`; nil where there is none of that path.
  package let image: @Sendable (String) -> String?
  /// The address of a file under `Public` that a template names; nil where there is none of that path.
  package let file: @Sendable (String) -> String?

  package init(
    stylesheet: String, laterStylesheet: String, galleryStylesheet: String, script: String, icon: String,
    inlined: InlinedAssets? = nil,
    image: @escaping @Sendable (String) -> String? = { _ in nil },
    file: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.stylesheet = stylesheet
    self.laterStylesheet = laterStylesheet
    self.galleryStylesheet = galleryStylesheet
    self.script = script
    self.icon = icon
    self.inlined = inlined
    self.image = image
    self.file = file
  }

  /// The files under `Public` that pages name.
  package static let files = ["css/site.css", "css/later.css", "css/gallery.css", "js/formcells.mjs", "icon.svg"]

  /// Those of which a page may hold the text: its first style sheet, and its script.
  package static let inlinedFiles = [files[0], files[3]]

  /// - `link`: the address of a file under `Public`.
  package convenience init<Failure: Error>(
    inlined: InlinedAssets? = nil,
    image: @escaping @Sendable (String) -> String?, file: @escaping @Sendable (String) -> String?,
    link: (String) throws(Failure) -> String
  ) throws(Failure) {
    self.init(
      stylesheet: try link(Self.files[0]), laterStylesheet: try link(Self.files[1]),
      galleryStylesheet: try link(Self.files[2]), script: try link(Self.files[3]), icon: try link(Self.files[4]),
      inlined: inlined, image: image, file: file)
  }

  /// The same files, their addresses behind a path that all addresses of the site begin with.
  /// - `keepingInlined`: whether pages hold the texts of some: to place them costs more than a page is worth that may never be
  ///   asked for again.
  package func below(_ path: String, keepingInlined: Bool) -> PageAssets {
    if path.isEmpty, keepingInlined { return self }
    return PageAssets(
      stylesheet: path + stylesheet, laterStylesheet: path + laterStylesheet,
      galleryStylesheet: path + galleryStylesheet, script: path + script, icon: path + icon,
      inlined: keepingInlined ? inlined?.below(path) : nil,
      image: { [image] in image($0).map { path + $0 } },
      file: { [file] in file($0).map { path + $0 } })
  }

  /// Under their names in `Public`, without content hashes: for pages that nobody serves (snapshots).
  package static let unhashed = PageAssets(
    stylesheet: "/assets/css/site.css", laterStylesheet: "/assets/css/later.css",
    galleryStylesheet: "/assets/css/gallery.css", script: "/assets/js/formcells.mjs", icon: "/assets/icon.svg",
    image: { "/assets/\($0)" }, file: { "/assets/\($0)" })
}
