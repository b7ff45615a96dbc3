import Support

/// An ES module without what only its developers read, in the pieces that a bundle is made of.
///
/// Whole lines are removed, and anything before the code on a line: `//` comments that fill a line, block comments
/// that begin a line, indentation, blank lines. A comment after code stays. This is safe as long as no line begins inside
/// a literal or a comment. So a module must not have a template literal, string or regular expression that continues on another
/// line, nor a block comment that begins after code and ends on another line: each is an error with its place.
/// A comment for engines stays if it is the first line.
struct ScriptModule {
  /// `import { a, b } from "./x.mjs";`: the only accepted form of a static import, on a separate line.
  struct Import: Equatable {
    let names: [String]
    let specifier: String
    let position: SourcePosition
  }

  /// `import("./x.mjs")`, for a file that is requested later.
  struct LateImport: Equatable {
    let specifier: String
    let position: SourcePosition
    /// The range of the name in `text`, without its quotes.
    let range: Range<Int>
  }

  /// A declaration at the beginning of a line, without indentation: `export function f`, `const a`.
  struct Declaration: Equatable {
    let name: String
    let position: SourcePosition
    let isExported: Bool
  }

  /// A first line for engines, such as `//# allFunctionsCalledOnLoad` (V8, explicit compile hints). Empty if there is none.
  private(set) var engineLine: [UInt8] = []
  /// The text without the lines of the static imports.
  private(set) var text: [UInt8] = []
  private(set) var imports: [Import] = []
  private(set) var lateImports: [LateImport] = []
  private(set) var declarations: [Declaration] = []
  /// The ranges of `export ` in `text`, which must be removed when the text follows another module's.
  private var exportWords: [Range<Int>] = []
  /// The place of an export without a name: only a module that is requested by `import()` can have one.
  private(set) var defaultExport: SourcePosition?

  /// - Parameter path: the file's name for messages.
  init(_ source: [UInt8], path: String) throws(Diagnostic) {
    var scanner = ScriptScanner(source, path: path)
    let lines = SourceText(source)
    var lineStart = 0
    var at = 0
    while at < source.count {
      if source[at] <= 0x20 {
        if source[at] == 0x0A { lineStart = at + 1 }
        at += 1
      } else if source.has("//", at: at) {
        let end = lines.end(ofLineAt: at)
        if at == 0, source.has("//# ", at: at) { engineLine = Array(source[..<end]) + "\n".utf8 }
        at = end
      } else if source.has("/*", at: at) {
        guard let close = source.firstIndex(of: "*/", from: at + 2) else {
          throw Diagnostic(path: path, source: source, at: at, asset: "this comment does not end")
        }
        at = close + 2
      } else {
        let end = lines.end(ofLineAt: at)
        let specifiers = try scanner.specifiers(inLine: at..<end)
        try take(ScriptLine(lines, in: at..<end, isIndented: at > lineStart), specifiers: specifiers, path: path)
        at = end
      }
    }
  }

  private mutating func take(
    _ line: ScriptLine, specifiers: [ScriptScanner.Specifier], path: String
  ) throws(Diagnostic) {
    for specifier in specifiers where !specifier.isLate {
      guard specifiers.count == 1, let names = line.importedNames(from: specifier.range) else {
        throw Diagnostic(
          path: path, position: line.position(of: specifier.range.lowerBound),
          asset: "write `import { name } from \"./file.mjs\";` on a separate line: files are joined by such lines")
      }
      imports.append(
        Import(
          names: names, specifier: line.text(of: specifier.range),
          position: line.position(of: specifier.range.lowerBound)))
      return
    }
    if !line.isIndented || line.beginsExport { try takeDeclaration(line, path: path) }
    let shift = text.count - line.range.lowerBound
    for specifier in specifiers {
      lateImports.append(
        LateImport(
          specifier: line.text(of: specifier.range), position: line.position(of: specifier.range.lowerBound),
          range: (specifier.range.lowerBound + shift)..<(specifier.range.upperBound + shift)))
    }
    text += line.bytes
    while text.last.map({ $0 <= 0x20 }) == true { text.removeLast() }
    text.append(0x0A)
  }

  private mutating func takeDeclaration(_ line: ScriptLine, path: String) throws(Diagnostic) {
    var words = line.words
    let isExported = words.first == "export"
    if isExported {
      words.removeFirst()
      exportWords.append(text.count..<(text.count + "export ".utf8.count))
    }
    let isDefault = isExported && words.first == "default"
    if isDefault {
      defaultExport = line.position
      words.removeFirst()
    }
    if words.first == "async" { words.removeFirst() }
    if words.count > 1, ["function", "class", "const", "let", "var"].contains(words[0]) {
      declarations.append(Declaration(name: words[1], position: line.position, isExported: isExported))
    } else if isExported && !isDefault {
      throw Diagnostic(
        path: path, position: line.position, asset: "export a declaration, such as `export function name() {`")
    }
  }

  /// The text with other names in the late imports, in their order.
  /// - `isWhole`: whether it stays a separate module, whose exports others use.
  func text(naming names: [String], isWhole: Bool) -> [UInt8] {
    var changes = zip(lateImports, names).map { (range: $0.range, bytes: Array($1.utf8)) }
    if !isWhole { changes += exportWords.map { (range: $0, bytes: []) } }
    var output: [UInt8] = []
    var at = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      output += text[at..<change.range.lowerBound]
      output += change.bytes
      at = change.range.upperBound
    }
    return output + text[at...]
  }
}

/// A line of a script, from its first character that is not a blank.
private struct ScriptLine {
  let source: SourceText
  let range: Range<Int>
  let isIndented: Bool

  init(_ source: SourceText, in range: Range<Int>, isIndented: Bool) {
    self.source = source
    self.range = range
    self.isIndented = isIndented
  }

  var bytes: ArraySlice<UInt8> { source.bytes[range] }
  /// Whether it begins with `export`: a reserved word, which begins nothing else.
  var beginsExport: Bool { source.bytes.has("export", at: range.lowerBound) && words.first == "export" }
  var position: SourcePosition { position(of: range.lowerBound) }

  func text(of range: Range<Int>) -> String { String(decoding: source.bytes[range], as: UTF8.self) }
  func position(of offset: Int) -> SourcePosition { source.position(of: offset) }

  /// The words at its beginning: `export`, `function`, `f` in `export function f(`.
  var words: [String] {
    var words: [String] = []
    var at = range.lowerBound
    while at < range.upperBound {
      let end =
        bytes[at...].firstIndex { !ScriptScanner.isOfWord($0) || $0 == UInt8(ascii: "#") } ?? range.upperBound
      if end > at { words.append(text(of: at..<end)) }
      guard end < range.upperBound, source.bytes[end] == UInt8(ascii: " ") else { break }
      at = end + 1
    }
    return words
  }

  /// The names between the braces of `import { a, b } from "…";`; `nil` if the line does not have this form.
  func importedNames(from specifier: Range<Int>) -> [String]? {
    let (head, tail) = ("import { ".utf8, " } from \"".utf8)
    let before = source.bytes[range.lowerBound..<specifier.lowerBound]
    let behind = source.bytes[specifier.upperBound..<range.upperBound].filter { $0 != 0x0D && $0 != 0x20 }
    guard !isIndented, before.starts(with: head), before.suffix(tail.count).elementsEqual(tail),
      behind.elementsEqual("\";".utf8)
    else { return nil }
    let names = before.dropFirst(head.count).dropLast(tail.count).split(separator: UInt8(ascii: ",")).map {
      $0.drop { $0 == 0x20 }
    }
    return names.contains { $0.isEmpty || $0.contains(0x20) } ? nil : names.map { String(decoding: $0, as: UTF8.self) }
  }
}
