package import Support

extension Diagnostic.Code {
  /// A file under `Public` cannot be served.
  package static let asset = Diagnostic.Code(rawValue: "asset")
}

extension Diagnostic {
  init(path: String, position: SourcePosition = .start, asset message: String) {
    self.init(path: path, position: position, code: .asset, message: message)
  }

  /// - Parameter offset: where in `source`, the file's bytes.
  init(path: String, source: [UInt8], at offset: Int, asset message: String) {
    self.init(path: path, position: SourceText(source).position(of: offset), asset: message)
  }
}
