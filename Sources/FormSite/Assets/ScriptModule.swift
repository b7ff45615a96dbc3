import FormCells

/// An ES module as it is served: its imports under the names that the files are served by, and without what only its
/// developers read.
///
/// What is taken out is whole lines and what stands before the code on one: `//` comments that fill a line, block comments
/// that begin a line, indentation, blank lines. A comment behind code stays. That is safe as long as no line begins inside
/// a literal or a comment. So a module has no template literal, string or regular expression that goes on over a line
/// end, and no block comment that begins behind code and ends on another line: each is an error with its place.
struct ScriptModule {
  /// The name of another module as an import writes it, without its quotes: the `./x.mjs` of `import "./x.mjs"`, of
  /// `… from "./x.mjs"` or of `import("./x.mjs")`.
  struct Import: Equatable {
    let specifier: String
    let position: SourcePosition
    /// Where it stands in `text`.
    let range: Range<Int>
  }

  private(set) var text: [UInt8] = []
  private(set) var imports: [Import] = []

  /// - Parameter path: the file's name for messages.
  init(_ source: [UInt8], path: String) throws(AssetError) {
    var scanner = ScriptScanner(source, path: path)
    var at = 0
    while at < source.count {
      let end = source[at...].firstIndex(of: 0x0A) ?? source.count
      if source[at] <= 0x20 {
        at += 1
      } else if source.has("//", at: at) {
        at = end
      } else if source.has("/*", at: at) {
        guard let close = source.firstIndex(of: "*/", from: at + 2) else {
          throw AssetError(path: path, source: source, at: at, reason: "this comment does not end")
        }
        at = close + 2
      } else {
        let shift = text.count - at
        for specifier in try scanner.specifiers(inLine: at..<end) {
          imports.append(
            Import(
              specifier: String(decoding: source[specifier], as: UTF8.self),
              position: SourceText(source).position(of: specifier.lowerBound),
              range: (specifier.lowerBound + shift)..<(specifier.upperBound + shift)))
        }
        text += source[at..<end]
        while text.last.map({ $0 <= 0x20 }) == true { text.removeLast() }
        text.append(0x0A)
        at = end
      }
    }
  }

  /// The text with other names in the imports' places, in their order.
  func text(naming names: [String]) -> [UInt8] {
    var output: [UInt8] = []
    var at = 0
    for (place, name) in zip(imports, names) {
      output += text[at..<place.range.lowerBound]
      output += name.utf8
      at = place.range.upperBound
    }
    return output + text[at...]
  }
}
