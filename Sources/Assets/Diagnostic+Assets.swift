package import Support

extension Diagnostic.Code {
  package static let asset = Diagnostic.Code("asset", "A file under Public cannot be served.")
}

extension Diagnostic {
  init(path: String, position: SourcePosition = .start, asset message: String) {
    self.init(path: path, position: position, code: .asset, message: message)
  }

  /// - Parameter offset: where in `source`, the file's bytes.
  init(path: String, source: [UInt8], at offset: Int, asset message: String) {
    let place = SourceText(source).place(of: offset)
    self.init(path: path, position: place.position, code: .asset, message: message, excerpt: place.excerpt)
  }
}
