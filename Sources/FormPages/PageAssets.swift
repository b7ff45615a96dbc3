import Templates
import Support

/// The URLs of what pages load, and of the images that options name.
package final class PageAssets: Sendable {
  package let stylesheet: String
  /// The style sheet for everything that a form alone does not need: views, answers, lists.
  package let laterStylesheet: String
  /// A further style sheet for the pages of the gallery.
  package let galleryStylesheet: String
  package let script: String
  package let icon: String
  /// The first style sheet and the script for inlining in pages; `nil` if pages load them.
  package let inlined: InlinedAssets?
  /// The address of an image under `Public`; `nil` if there is no image at that path.
  package let image: @Sendable (String) -> String?
  /// The address of a file under `Public` that a template names; `nil` if there is no file at that path.
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

  /// The service worker, and the script that replaces it with `--no-offline`; that one deletes the caches and itself.
  package static let serviceWorkers = ["js/service-worker.mjs", "js/no-service-worker.mjs"]

  /// The files whose text a page may contain: its first style sheet and its script.
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

  /// The same files, with a path prepended to their addresses, for a site below that path.
  /// - `keepingInlined`: whether pages contain the texts of some files. Preparing these costs too much for pages that
  ///   may never be requested again.
  package func below(_ path: String, keepingInlined: Bool) -> PageAssets {
    if path.isEmpty, keepingInlined { return self }
    return PageAssets(
      stylesheet: path + stylesheet, laterStylesheet: path + laterStylesheet,
      galleryStylesheet: path + galleryStylesheet, script: path + script, icon: path + icon,
      inlined: keepingInlined ? inlined?.below(path) : nil,
      image: { [image] in image($0).map { path + $0 } },
      file: { [file] in file($0).map { path + $0 } })
  }

  /// The files under their names in `Public`, without content hashes, for pages that nobody serves (snapshots).
  package static let unhashed = PageAssets(
    stylesheet: "/assets/css/site.css", laterStylesheet: "/assets/css/later.css",
    galleryStylesheet: "/assets/css/gallery.css", script: "/assets/js/formcells.mjs", icon: "/assets/icon.svg",
    image: { "/assets/\($0)" }, file: { "/assets/\($0)" })
}

/// The style sheet and the script of every page, inlined, so that a first-time visitor sees the page one round trip
/// earlier.
package struct InlinedAssets: Sendable {
  /// The elements that contain them.
  let fragment: Fragment
  /// The names of the texts in the content security policy (CSP Level 3 §2.3.1, `hash-source`).
  package let styleSource: String
  package let scriptSource: String

  private let style: [UInt8]
  private let script: [UInt8]

  /// - `script`: has a zero byte at the start of each address, in the place of the path at which the site is mounted.
  /// - `path`: that path; empty if the site is mounted at the root of its server.
  package init(style: [UInt8], script: [UInt8], below path: String = "") {
    self.style = style
    self.script = script
    let placed = Array(script.split(separator: 0, omittingEmptySubsequences: false).joined(separator: path.utf8))
    // The script comes first, so that what it imports loads while the rest of the page arrives.
    fragment = .verbatim(
      Array("<script type=\"module\" async>".utf8) + placed + "</script><style>".utf8 + style + "</style>".utf8)
    styleSource = Self.source(style)
    scriptSource = Self.source(placed)
  }

  func below(_ path: String) -> InlinedAssets { InlinedAssets(style: style, script: script, below: path) }

  private static func source(_ text: [UInt8]) -> String {
    var digest: [UInt8] = []
    Base64.standard.append(SHA256.digest(of: text), to: &digest)
    // 32 bytes: one letter of padding.
    return "'sha256-\(String(decoding: digest, as: UTF8.self))='"
  }
}
