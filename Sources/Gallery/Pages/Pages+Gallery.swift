package import FormPages
package import Templates

extension Pages {
  /// All pages, the gallery's among them: then every template of the folder is used.
  package static func withGallery(
    directory: String, builtIn: String? = nil
  ) throws(TemplateErrors) -> (Pages, GalleryTemplates) {
    var gallery: GalleryTemplates?
    let pages = try Pages(directory: directory, builtIn: builtIn) { gallery = GalleryTemplates(&$0) }
    guard let gallery else { preconditionFailure("the templates were asked for") }
    return (pages, gallery)
  }
}
