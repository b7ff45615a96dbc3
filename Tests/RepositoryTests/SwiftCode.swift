/// The lines of a Swift file without comments and the words of literals; what is interpolated into a literal is code.
struct SwiftCode {
  private(set) var lines: [String] = []

  private enum Context {
    case code
    /// In `\(…)`, so many parentheses deep.
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

  /// The bytes that something else than code may begin or end with.
  private static let marks = Array("/\"#()".utf8)

  private mutating func step() {
    if source[at] == UInt8(ascii: "\n") {
      endLine()
      at += 1
      // A short literal never goes on.
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

  /// Consumes hashes and the mark behind them; answers how many there were, nil where that is not what comes.
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
