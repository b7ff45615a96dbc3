package import Templates

/// The templates of the gallery, compiled with the site's.
package struct GalleryTemplates: Sendable {
  let index: Template<GalleryView>

  package init(_ library: inout TemplateLibrary) {
    index = library.template("gallery/index", for: GalleryView.self)
  }
}
