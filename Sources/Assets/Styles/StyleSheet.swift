import Support

/// A style sheet as it is served: with its `@import "file.css";` replaced by the files, so that a page requests one file, and
/// without what only its developers read: comments, line breaks, indentation, blanks beside `{ } ; ,` and after `:`, the
/// last `;` of a block, repeated `;`.
///
/// Blanks stay wherever they could mean something: between parts of a selector, before `:` (`a :hover` is not `a:hover`),
/// around operators (`calc(1px + 2px)`), in strings, in `url()`, after an escape, as a custom property's empty value.
///
/// The first view of a page does not need what follows the comment `/* Later. */`. `@import "file.css";` takes the part before it,
/// `@import "file.css" later;` the rest, so that all styles of a cell are in one file.
struct StyleSheet {
  /// The part of a file that an import takes.
  fileprivate enum Part { case first, later }

  private static let mark: StaticString = "/* Later. */"

  private(set) var text: [UInt8] = []
  /// The files that the sheet imports and those that it refers to, by their paths in the folder, directly or through imports.
  private(set) var files: Set<String> = []
  /// Whether the text has addresses, which are relative to the served sheet.
  fileprivate private(set) var hasAddresses = false

  private let path: String
  private let sheets: StyleSheetFiles
  private let source: [UInt8]
  /// The files that import this one, outermost first, and this file.
  private let importers: [String]
  /// The kind of gap in the source between the last byte of `text` and the next one.
  private var gap = Gap.none
  /// The last byte of `text` if it is punctuation, outside of a string and not escaped.
  private var last: UInt8?
  /// The places where the blocks begin that are not closed yet.
  private var blocks: [Int] = []

  private enum Gap { case none, comment, blank }

  /// A whole sheet.
  init(_ path: String, of sheets: StyleSheetFiles) throws(Diagnostic) {
    self = try sheets.part(.first, of: path, importers: [])
    let later = try sheets.part(.later, of: path, importers: [])
    if !text.isEmpty, !later.text.isEmpty { endStatement() }
    text += later.text
    files.formUnion(later.files)
  }

  fileprivate init(
    _ source: [UInt8], _ part: Part, of path: String, _ sheets: StyleSheetFiles, importers: [String]
  ) throws(Diagnostic) {
    self.source = source
    self.path = path
    self.sheets = sheets
    self.importers = importers + [path]
    let mark = source.firstIndex(of: Self.mark, from: 0) ?? source.count
    var at = part == .later ? mark : 0
    let end = part == .first ? mark : source.count
    while at < end { at = try take(at) }
    if let block = blocks.last { throw error(at: block, "this block does not end") }
  }

  /// Takes what begins here, and returns where the next part begins.
  private mutating func take(_ at: Int) throws(Diagnostic) -> Int {
    let byte = source[at]
    switch byte {
    case _ where byte.isCSSBlank:
      gap = .blank
      var end = at + 1
      while end < source.count, source[end].isCSSBlank { end += 1 }
      return end
    case UInt8(ascii: "/") where source.has("*", at: at + 1):
      guard let end = source.firstIndex(of: "*/", from: at + 2) else {
        throw error(at: at, "this comment does not end")
      }
      if gap == .none { gap = .comment }
      return end + 2
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return emit(at..<(try endOfString(at)))
    case UInt8(ascii: "\\"):
      return emit(at..<endOfEscape(at))
    case UInt8(ascii: "@") where beginsStatement && source.has("@import", at: at):
      return try takeImport(at)
    case UInt8(ascii: ";") where last == byte:
      return at + 1
    case UInt8(ascii: "{"):
      blocks.append(at)
    case UInt8(ascii: "}"):
      guard blocks.popLast() != nil else { throw error(at: at, "this ends no block") }
      if last == UInt8(ascii: ";") { text.removeLast() }
    case _ where byte.isCSSOrdinary:
      if byte | 0x20 == UInt8(ascii: "u"), let end = try takeAddress(at) { return end }
      var end = at + 1
      while end < source.count, source[end].isCSSOrdinary { end += 1 }
      return emit(at..<end)
    default: break
    }
    _ = emit(at..<at + 1)
    if byte.isCSSPunctuation { last = byte }
    return at + 1
  }

  private var beginsStatement: Bool { text.isEmpty || last == UInt8(ascii: ";") || last == UInt8(ascii: "}") }

  /// Copies bytes unchanged, after the part of the gap that means something, and returns where they end.
  private mutating func emit(_ range: Range<Int>) -> Int {
    let next = source[range.lowerBound]
    let isEmptyValue = last == UInt8(ascii: ":") && (next == UInt8(ascii: ";") || next == UInt8(ascii: "}"))
    let isBeside = text.isEmpty || last != nil || (next != UInt8(ascii: ":") && next.isCSSPunctuation)
    if isEmptyValue && gap != .none {
      text.append(0x20)
    } else if !isBeside {
      switch gap {
      case .none: break
      case .blank: text.append(0x20)
      // An empty comment keeps two tokens apart.
      case .comment: text += "/**/".utf8
      }
    }
    gap = .none
    last = nil
    if range.count == 1 { text.append(next) } else { text += source[range] }
    return range.upperBound
  }

  private mutating func takeImport(_ at: Int) throws(Diagnostic) -> Int {
    let reason = "only @import \"file.css\"; and @import \"file.css\" later; are allowed, with a file under Public"
    var start = at + "@import".utf8.count
    while start < source.count, source[start].isCSSBlank { start += 1 }
    guard start < source.count, source[start] == UInt8(ascii: "\"") || source[start] == UInt8(ascii: "'") else {
      throw error(at: at, reason)
    }
    let end = try endOfString(start)
    var next = end
    while next < source.count, source[next].isCSSBlank { next += 1 }
    let isLater = source.has("later", at: next)
    if isLater { next += "later".utf8.count }
    while next < source.count, source[next].isCSSBlank { next += 1 }
    guard source.has(";", at: next) else { throw error(at: at, reason) }

    let reference = String(decoding: source[(start + 1)..<(end - 1)], as: UTF8.self)
    guard let file = AssetPath.resolve(reference, from: path) else { throw error(at: start, "this names no file") }
    guard FileIdentity(path: sheets.folder.name(of: file)) != nil else {
      let meant = sheets.folder.suggestion(for: reference, from: path)
      throw error(at: start, "there is no file “\(reference)” beside this one\(meant)")
    }
    if importers.contains(file) {
      throw error(at: start, "imports itself: \((importers + [file]).joined(separator: ", "))")
    }
    let imported = try sheets.part(isLater ? .later : .first, of: file, importers: importers)
    text += imported.text
    files.formUnion(imported.files.union([file]))
    hasAddresses = hasAddresses || imported.hasAddresses
    endStatement()
    last = text.last
    gap = .none
    return next + 1
  }

  /// Ends a statement; a file may leave out its last semicolon.
  private mutating func endStatement() {
    if !text.isEmpty, text.last != UInt8(ascii: "}"), text.last != UInt8(ascii: ";") { text.append(UInt8(ascii: ";")) }
  }

  private func endOfString(_ at: Int) throws(Diagnostic) -> Int {
    var index = at + 1
    while index < source.count, source[index] != 0x0A {
      if source[index] == source[at] { return index + 1 }
      index += source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    throw error(at: at, "this string does not end on its line")
  }

  /// The end of `\` and what it escapes: up to six hex digits with the blank that ends them, or one character.
  private func endOfEscape(_ at: Int) -> Int {
    var end = at + 1
    while end < source.count, end < at + 7, Character(Unicode.Scalar(source[end])).isHexDigit { end += 1 }
    if end == at + 1 { return min(at + 2, source.count) }
    return end < source.count && source[end].isCSSBlank ? end + 1 : end
  }

  /// Takes a `url(…)` that begins here, with the address of the file that it names; `nil` if none begins here.
  private mutating func takeAddress(_ at: Int) throws(Diagnostic) -> Int? {
    guard at + 4 <= source.count, ASCII.equalIgnoringCase(source[at..<at + 4], "url(".utf8) else { return nil }
    if at > 0, source[at - 1].isCSSName { return nil }
    var start = at + 4
    while start < source.count, source[start].isCSSBlank { start += 1 }
    let isQuoted = source.has("\"", at: start) || source.has("'", at: start)
    let end = isQuoted ? try endOfString(start) : try endOfBareAddress(start, of: at)
    let name = isQuoted ? source[start + 1..<end - 1] : source[start..<end]
    let reference = String(decoding: name, as: UTF8.self).pieces(at: " ").joined(separator: " ")
    guard let address = try address(of: reference, at: start) else {
      // A string ends before the bracket; what follows it is read separately.
      return emit(at..<(isQuoted ? end : end + 1))
    }
    var close = end
    while close < source.count, source[close].isCSSBlank { close += 1 }
    guard source.has(")", at: close) else { throw error(at: at, "this address does not end") }
    _ = emit(at..<at + 4)
    text += "\"\(address)\")".utf8
    return close + 1
  }

  private func endOfBareAddress(_ start: Int, of at: Int) throws(Diagnostic) -> Int {
    var index = start
    while index < source.count {
      if source[index] == UInt8(ascii: ")") { return index }
      index += source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    throw error(at: at, "this address does not end")
  }

  /// The address under which a file is served; `nil` if the reference is not to a file.
  private mutating func address(of reference: String, at offset: Int) throws(Diagnostic) -> String? {
    guard let links = sheets.links, !reference.isEmpty, !reference.hasPrefix("#"),
      !reference.lowercased().hasPrefix("data:")
    else {
      return nil
    }
    guard !reference.hasPrefix("//"), !reference.prefix(while: { $0 != "/" }).contains(":") else {
      throw error(
        at: offset,
        "browsers refuse this address: the content security policy of pages allows only their own site; put the file "
          + "under Public")
    }
    if reference.hasPrefix("/") { return nil }
    let file = reference.prefix { $0 != "?" && $0 != "#" }
    guard let path = AssetPath.resolve(String(file), from: path), let link = links[path] else {
      let meant = sheets.folder.suggestion(for: String(file), from: self.path)
      throw error(at: offset, "there is no file “\(file)” beside this one\(meant)")
    }
    files.insert(path)
    hasAddresses = true
    return AssetPath.reference(to: link, from: importers[0]) + reference.dropFirst(file.count)
  }

  private func error(at offset: Int, _ reason: String) -> Diagnostic {
    Diagnostic(path: sheets.folder.name(of: path), source: source, at: offset, asset: reason)
  }
}

/// The style sheets of a folder; each part is read only once.
final class StyleSheetFiles {
  let folder: AssetFolder
  /// The name under which each file that an `url()` may name is served, by its path in the folder; `nil`: addresses are left unchanged.
  fileprivate let links: [String: String]?
  private let read: (_ path: String) throws(Diagnostic) -> [UInt8]
  private var (first, later): ([String: StyleSheet], [String: StyleSheet]) = ([:], [:])

  convenience init(in folder: AssetFolder, links: [String: String]?) {
    self.init(in: folder, links: links) { path throws(Diagnostic) in try folder.read(path) }
  }

  /// - Parameter read: returns the bytes of the file at a path.
  init(
    in folder: AssetFolder, links: [String: String]?, read: @escaping (_ path: String) throws(Diagnostic) -> [UInt8]
  ) {
    self.folder = folder
    self.links = links
    self.read = read
  }

  fileprivate func part(_ part: StyleSheet.Part, of path: String, importers: [String]) throws(Diagnostic) -> StyleSheet
  {
    if let known = part == .first ? first[path] : later[path] { return known }
    let sheet = try StyleSheet(try read(path), part, of: path, self, importers: importers)
    if sheet.hasAddresses { return sheet }
    if part == .first { first[path] = sheet } else { later[path] = sheet }
    return sheet
  }
}

extension UInt8 {
  fileprivate var isCSSBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D && self != 0x0B) }

  fileprivate var isCSSPunctuation: Bool {
    switch self {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"): true
    default: false
    }
  }

  /// Whether it may be part of a name.
  fileprivate var isCSSName: Bool {
    self >= 0x80 || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self == UInt8(ascii: "\\")
      || ASCII.isAlpha(self) || ASCII.isDigit(self)
  }

  /// Whether it ends nothing, and begins nothing except an `url()` that is not within a name: usual letters of names, digits, points.
  fileprivate var isCSSOrdinary: Bool {
    ASCII.isAlpha(self) || ASCII.isDigit(self) || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}

extension [UInt8] {
  /// Whether these bytes are at this index.
  func has(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= count else { return false }
    var offset = 0
    while offset < text.utf8CodeUnitCount, self[index + offset] == text.utf8Start[offset] { offset += 1 }
    return offset == text.utf8CodeUnitCount
  }

  /// The first index of these bytes.
  func firstIndex(of text: StaticString, from start: Int) -> Int? {
    var start = start
    while start < count, let index = firstIndex(of: text.utf8Start[0], from: start) {
      if has(text, at: index) { return index }
      start = index + 1
    }
    return nil
  }
}
