package import FormCells
import Markup

/// The templates of the gallery.
struct GalleryTemplates: Sendable {
  let index: Template<GalleryView>
  let conformance: Template<ConformanceView>

  init(_ library: inout TemplateLibrary) {
    index = library.template("gallery/index", for: GalleryView.self)
    conformance = library.template("gallery/conformance", for: ConformanceView.self)
  }
}

extension Pages {
  /// Every cell in every state on one page, each in a form of its own.
  package func gallery(
    _ groups: [GalleryGroup], assets: PageAssets, viewport: ViewportClass, today: CalendarDate
  ) -> [UInt8] {
    let view = GalleryView(
      groups: groups.map { group in
        GalleryGroupView(
          id: "_\(group.name)", title: group.title,
          entries: group.entries.map { entry in
            let messages = messages(for: entry.filling, in: entry.presentation, today: today)
            let sections =
              entry.isOpen ? [] : sections(of: entry.filling, in: entry.presentation, messages, today: today)
            return GalleryEntryView(entry: entry, cells: sections.flatMap(\.cells))
          })
      })
    return finish(
      gallery.index.fragment(view), title: "Gallery", language: "en", assets: assets,
      furtherStylesheet: assets.galleryStylesheet, viewport: viewport)
  }

  /// The table of requirements.
  package func conformance(_ groups: [ConformanceGroup], assets: PageAssets, viewport: ViewportClass) -> [UInt8] {
    finish(
      gallery.conformance.fragment(ConformanceView(groups: groups)), title: "Conformance", language: "en",
      assets: assets, furtherStylesheet: assets.galleryStylesheet, viewport: viewport)
  }
}
