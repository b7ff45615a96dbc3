import Glibc
import Synchronization

/// The files of the repository, for tests that read them.
struct Repository {
  let root: String

  static let here = Repository(root: String(#filePath.split(separator: "/Tests/").first!))

  /// A file and its path from the root.
  struct File: Sendable {
    let path: String
    let text: String

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
    var suffix: String { name.split(separator: ".").count > 1 ? String(name.split(separator: ".").last!) : "" }
    /// In C, because this is far faster than Swift's search in a debug build.
    func holds(_ part: String) -> Bool { strstr(text, part) != nil }

    /// Splits bytes, because searching for a character takes ten times as long.
    var lines: [Substring] {
      text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }
  }

  /// The names in a folder, except those that begin with a dot.
  func names(in folder: String) -> [String] { entries(of: folder).map(\.name).sorted() }

  /// The files read so far, because most tests read the same folders.
  private static let known = Mutex<[String: [File]]>([:])

  /// Every file below a folder of the root, except hidden ones. Read once.
  func files(in folder: String) -> [File] {
    let path = "\(root)/\(folder)"
    if let files = Self.known.withLock({ $0[path] }) { return files }
    let files = read(folder)
    Self.known.withLock { $0[path] = files }
    return files
  }

  private func read(_ folder: String) -> [File] {
    entries(of: folder).sorted { $0.name < $1.name }.flatMap { entry -> [File] in
      let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      if entry.isFolder { return read(path) }
      return [File(path: path, text: text(of: path))]
    }
  }

  func text(of path: String) -> String {
    guard let file = fopen("\(root)/\(path)", "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
    guard let stream = opendir("\(root)/\(folder)") else { return [] }
    defer { closedir(stream) }
    var entries: [(name: String, isFolder: Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasPrefix(".") || name == "__pycache__" { continue }
      entries.append((name, Int32(entry.pointee.d_type) == Int32(DT_DIR)))
    }
    return entries
  }
}

/// An extended regular expression (POSIX) that matches within lines. The tests read every line of the repository, and in a debug build this
/// is far faster than Swift's regular expressions. It is compiled once and then only read (`regexec` is MT-Safe).
final class LinePattern: @unchecked Sendable {
  private var compiled = regex_t()

  struct Mistake: Error { let pattern: String }

  init(_ pattern: String) throws {
    guard regcomp(&compiled, pattern, REG_EXTENDED | REG_NEWLINE) == 0 else { throw Mistake(pattern: pattern) }
  }

  deinit { regfree(&compiled) }

  /// Whether any line of the text matches.
  func matches(_ text: some StringProtocol) -> Bool {
    text.withCString { regexec(&compiled, $0, 0, nil, 0) == 0 }
  }

  /// The part of the text that this group matches, counted from 1; `nil` if nothing matches.
  func group(_ number: Int, in text: some StringProtocol) -> String? {
    var places = [regmatch_t](repeating: regmatch_t(), count: number + 1)
    return text.withCString { bytes in
      guard regexec(&compiled, bytes, places.count, &places, 0) == 0, places[number].rm_so >= 0 else { return nil }
      let found = UnsafeBufferPointer(start: bytes, count: Int(places[number].rm_eo))[Int(places[number].rm_so)...]
      return String(decoding: found.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}

/// The lines of a Swift file without comments and without the text of literals. Interpolated code stays.
struct SwiftCode {
  private(set) var lines: [String] = []

  private enum Context {
    case code
    /// In `\(…)`, with this number of open parentheses.
    case interpolation(Int)
    case literal(hashes: Int, isLong: Bool)
    case expression(hashes: Int)
    case comment(Int)
  }

  private let source: [UInt8]
  private var at = 0
  private var line: [UInt8] = []
  private var contexts: [Context] = [.code]

  init(_ text: String) {
    source = Array(text.utf8)
    while at < source.count { step() }
    endLine()
  }

  private mutating func endLine() {
    lines.append(String(decoding: line, as: UTF8.self))
    line = []
  }

  /// The bytes that can begin a comment or a literal, or end an interpolation.
  private static let marks = Array("/\"#()".utf8)

  private mutating func step() {
    if source[at] == UInt8(ascii: "\n") {
      endLine()
      at += 1
      // A literal of one line ends here, even without its quote.
      if case .literal(_, false) = contexts[contexts.count - 1] { contexts.removeLast() }
      return
    }
    switch contexts[contexts.count - 1] {
    case .code, .interpolation: stepInCode()
    case .literal(let hashes, let isLong): stepInLiteral(hashes, isLong)
    case .expression(let hashes):
      if take("/" + String(repeating: "#", count: hashes)) { contexts.removeLast() } else { at += 1 }
    case .comment(let depth):
      if take("*/") {
        contexts[contexts.count - 1] = .comment(depth - 1)
        if depth == 1 { contexts.removeLast() }
      } else if take("/*") {
        contexts[contexts.count - 1] = .comment(depth + 1)
      } else {
        at += 1
      }
    }
  }

  private mutating func stepInCode() {
    if !Self.marks.contains(source[at]) {
      line.append(source[at])
      at += 1
    } else if take("//") {
      while at < source.count, source[at] != UInt8(ascii: "\n") { at += 1 }
    } else if take("/*") {
      contexts.append(.comment(1))
    } else if let hashes = opening(of: "\"") {
      let isLong = take("\"\"")
      line.append(UInt8(ascii: "\""))
      contexts.append(.literal(hashes: hashes, isLong: isLong))
    } else if source[at] == UInt8(ascii: "#"), let hashes = opening(of: "/") {
      contexts.append(.expression(hashes: hashes))
    } else {
      if case .interpolation(let depth) = contexts[contexts.count - 1] {
        if source[at] == UInt8(ascii: "(") { contexts[contexts.count - 1] = .interpolation(depth + 1) }
        if source[at] == UInt8(ascii: ")") { contexts[contexts.count - 1] = .interpolation(depth - 1) }
        if source[at] == UInt8(ascii: ")"), depth == 1 { contexts.removeLast() }
      }
      line.append(source[at])
      at += 1
    }
  }

  private mutating func stepInLiteral(_ hashes: Int, _ isLong: Bool) {
    let marks = String(repeating: "#", count: hashes)
    if take((isLong ? "\"\"\"" : "\"") + marks) {
      line.append(UInt8(ascii: "\""))
      contexts.removeLast()
    } else if take("\\" + marks + "(") {
      line.append(UInt8(ascii: "("))
      contexts.append(.interpolation(1))
    } else if take("\\" + marks) {
      at += 1
    } else {
      at += 1
    }
  }

  /// Consumes number signs and the mark after them.
  /// - Returns: the number of signs; `nil` if the source continues differently.
  private mutating func opening(of mark: String) -> Int? {
    var end = at
    while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
    let hashes = end - at
    return take(String(repeating: "#", count: hashes) + mark) ? hashes : nil
  }

  private mutating func take(_ text: String) -> Bool {
    guard source[at...].starts(with: text.utf8) else { return false }
    at += text.utf8.count
    return true
  }
}
