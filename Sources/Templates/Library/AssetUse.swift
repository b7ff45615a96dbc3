package import Support

/// A file that a template names by its path among the site's assets: `<img src="logo.svg" alt=""/>`. Its address is written
/// when the page is, as it changes with the file.
package struct AssetUse: Sendable {
  package let file: String
  let source: SourceFile
  let offset: Int

  package func diagnostic(_ message: String) -> Diagnostic { source.diagnostic(.error, at: offset, message) }
}
