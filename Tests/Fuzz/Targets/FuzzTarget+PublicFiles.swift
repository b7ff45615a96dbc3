import Gzip
import Support
import TestSupport

@testable import Assets

extension FuzzTarget {
  static let publicFiles = [
    FuzzTarget(
      name: "style",
      invariant: "A style sheet is refused with a reason, or becomes no longer, and stays as it is the second time."
    ) { bytes in
      func read(_ bytes: [UInt8]) throws(Diagnostic) -> StyleSheet {
        let folder = AssetFolder(path: "/nowhere")
        return try StyleSheet(
          "a.css", of: StyleSheetFiles(in: folder, links: nil) { _ throws(Diagnostic) in bytes })
      }
      let sheet: StyleSheet
      do throws(Diagnostic) { sheet = try read(bytes) } catch {
        return try expect(!error.message.isEmpty, "refused without a reason")
      }
      try expect(sheet.text.count <= bytes.count, "\(sheet.text.count) bytes of \(bytes.count)")
      let again = try read(sheet.text).text
      try expect(again == sheet.text, "the second time: \(String(decoding: again, as: UTF8.self))")
    },
    FuzzTarget(
      name: "script",
      invariant: "A script is refused with a reason, or becomes no longer, and stays as it is the second time."
    ) { bytes in
      let module: ScriptModule
      do throws(Diagnostic) { module = try ScriptModule(bytes, path: "a.mjs") } catch {
        return try expect(!error.message.isEmpty, "refused without a reason")
      }
      try expect(module.text.count <= bytes.count + 1, "\(module.text.count) bytes of \(bytes.count)")
      // Without an import, the text after it may be parsed differently.
      guard module.imports.isEmpty else { return }
      let again = try ScriptModule(module.text, path: "a.mjs")
      try expect(again.text == module.text, "the second time: \(String(decoding: again.text, as: UTF8.self))")
    },
    FuzzTarget(
      name: "gzip", invariant: "zlib reads a body as it was, and it is written the same twice."
    ) { bytes in
      for effort in [GzipEffort.page, .firstPage, .file] {
        let first = gzip(bytes, effort: effort)
        try expect(ReferenceGzip.decode(first) == bytes, "zlib reads something else")
        try expect(gzip(bytes, effort: effort) == first, "the second time it is written otherwise")
      }
    },
    FuzzTarget(name: "asset-path", invariant: "A reference never leads out of the folder of assets.") { bytes in
      guard let path = AssetPath.resolve(String(decoding: bytes, as: UTF8.self), from: "js/modules/a.mjs") else {
        return
      }
      let names = path.split(separator: "/", omittingEmptySubsequences: false)
      try expect(!names.contains("..") && !names.contains(".") && !path.hasPrefix("/"), "leads to \(path)")
    },
  ]
}
