import FormPages
package import HTTPCore
import Assets
package import FormCells
import FormController
import Support

/// The files that are served, and those before the last reload: an open page may still ask for them.
final class AssetShelf: Sendable {
  let assets: Assets
  private let former: Assets?
  /// The service worker, which names the other files, or the script that removes it from browsers.
  let serviceWorker: Lazy<Asset>

  /// - Parameter offline: `nil` if forms do not work offline.
  init(_ assets: Assets, after last: AssetShelf? = nil, offline: OfflineSettings?) {
    self.assets = assets
    serviceWorker = Lazy {
      let files = PageAssets.files.filter { !$0.contains("gallery") }
      let text = assets.serviceWorker(
        PageAssets.serviceWorkers[offline == nil ? 1 : 0], naming: files, settings: offline?.members ?? [])
      return Asset(text: Response(contentType: "text/javascript; charset=utf-8", body: text).secured())
    }
    former = last?.assets
  }

  subscript(name: String) -> Asset? { assets[name] ?? former?[name] }
}

/// The JSON Schemas of what programs may send to the current forms. Each is made when it is first requested.
final class FormSchemas: Sendable {
  /// By the forms' versions.
  private let assets = AppendOnlyTable<String, Asset>(entryLimit: entryLimit)

  /// Forms whose schemas are kept. For further forms they are made each time.
  private static let entryLimit = 64

  func asset(of form: Form) -> Asset {
    let make = { Asset(schema: form.sentSchema.prettyBytes) }
    return assets.value(for: form.version, make: make) ?? make()
  }
}

extension Asset {
  init(schema: [UInt8]) {
    self.init(text: Response(contentType: "application/schema+json", body: schema).secured())
  }
}

extension PageAssets {
  /// - Throws: an error if a file is missing that pages name.
  convenience init(_ assets: Assets, for pages: Pages) throws(Diagnostic) {
    if let mistake = pages.missingAssets({ assets.missing($0) }).first { throw mistake }
    var inlined: InlinedAssets?
    if let style = assets.text(of: Self.inlinedFiles[0]), let script = assets.text(of: Self.inlinedFiles[1]) {
      inlined = InlinedAssets(style: style, script: script)
    }
    try self.init(inlined: inlined, image: { assets.image($0) }, file: { assets.address(of: $0) }) {
      file throws(Diagnostic) in
      try assets.link(to: file)
    }
  }
}

extension Site {
  /// A file of the pages by its name in their addresses; `nil` if there is none. It is the same for everybody.
  package func asset(_ name: String, for request: Request) -> Response? {
    assets.load()[name]?.response(to: request.fields)
  }

  package var now: Timestamp { environment.now() }

  /// Today's date in a time zone.
  package func today(in zone: TimeZone) -> CalendarDate { now.day(in: zone) }
}
