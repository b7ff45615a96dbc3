/// A text with the only markup that definitions have: paragraphs separated by an empty line, `[label](url)`, and `**strong**`.
///
/// Reading never fails. What is not markup is text: a bracket without an address after it, a single asterisk. Wrong markup stays text as
/// well, and is listed in `mistakes`.
package struct MarkedText: Sendable, Equatable {
  /// Text in one weight.
  package struct Run: Sendable, Equatable {
    package let text: String
    package let isStrong: Bool

    package init(_ text: String, isStrong: Bool = false) {
      self.text = text
      self.isStrong = isStrong
    }
  }

  /// Runs of one paragraph that lead to the same address, or nowhere.
  package struct Span: Sendable, Equatable {
    package var runs: [Run]
    package var link: Link?
  }

  /// The address of a link.
  package struct Link: Sendable, Equatable {
    package let url: String
    /// Whether it leads to another site: a web address rather than a path of this one.
    package var leavesSite: Bool { ["http://", "https://"].contains { url.lowercased().hasPrefix($0) } }
  }

  package private(set) var paragraphs: [[Span]] = []
  /// The errors in it, in order.
  package private(set) var mistakes: [String] = []

  package init(_ source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for paragraph in lines.split(whereSeparator: \.isBlankLine) {
      read(paragraph.joined(separator: "\n"))
    }
  }

  /// The words without markup, with one line for each paragraph.
  package var plain: String {
    paragraphs.map { $0.flatMap(\.runs).map(\.text).joined() }.joined(separator: "\n")
  }
}

extension MarkedText {
  private mutating func read(_ paragraph: String) {
    var spans: [Span] = []
    var isStrong = false
    var rest = Substring(paragraph)
    while !rest.isEmpty {
      let words = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "[") })
      if !words.isEmpty {
        Self.append(String(words), isStrong: isStrong, to: &spans)
        rest = rest[words.endIndex...]
      } else if rest.hasPrefix(Self.strongMark), isStrong || Self.closes(rest.dropFirst(2)) {
        isStrong.toggle()
        rest.removeFirst(2)
      } else if let (label, url, end) = Self.link(at: rest) {
        let link = Link(url: url)
        if let mistake = Self.mistake(label: label, of: link) { mistakes.append(mistake) }
        spans.append(Span(runs: Self.runs(of: label, isStrong: isStrong), link: link))
        rest = rest[end...]
      } else {
        if let opened = Self.openedLink(at: rest) {
          mistakes.append("the link “\(opened)” is not closed; write [label](url)")
        }
        if rest.hasPrefix(Self.strongMark) {
          mistakes.append("this “**” is never closed: “\(rest.prefix(24))”; write **strong**")
        }
        let count = rest.hasPrefix(Self.strongMark) ? 2 : 1
        Self.append(String(rest.prefix(count)), isStrong: isStrong, to: &spans)
        rest.removeFirst(count)
      }
    }
    paragraphs.append(spans)
  }

  private static let strongMark = "**"

  /// Whether another mark follows that ends what the current one begins, with something between them.
  private static func closes(_ rest: Substring) -> Bool {
    guard let end = rest.firstRange(of: strongMark) else { return false }
    return end.lowerBound > rest.startIndex
  }

  private static func append(_ text: String, isStrong: Bool, to spans: inout [Span]) {
    guard let last = spans.indices.last, spans[last].link == nil else {
      spans.append(Span(runs: [Run(text, isStrong: isStrong)]))
      return
    }
    if let run = spans[last].runs.last, run.isStrong == isStrong {
      spans[last].runs[spans[last].runs.count - 1] = Run(run.text + text, isStrong: isStrong)
    } else {
      spans[last].runs.append(Run(text, isStrong: isStrong))
    }
  }

  /// The words of a link, some of which may be strong.
  private static func runs(of label: Substring, isStrong: Bool) -> [Run] {
    let pieces = label.split(separator: strongMark, omittingEmptySubsequences: false)
    guard !isStrong, pieces.count % 2 == 1 else { return [Run(String(label), isStrong: isStrong)] }
    return pieces.enumerated().compactMap { position, piece in
      piece.isEmpty ? nil : Run(String(piece), isStrong: position % 2 == 1)
    }
  }

  /// A `[label](url)` that begins here. An address may contain brackets in pairs.
  private static func link(at rest: Substring) -> (label: Substring, url: String, end: Substring.Index)? {
    guard rest.first == "[", let middle = rest.firstRange(of: "](") else { return nil }
    let label = rest[..<middle.lowerBound].dropFirst()
    // An earlier bracket is text: the link begins at the last one.
    guard !label.contains("["), !label.contains("]") else { return nil }
    var depth = 1
    var end = middle.upperBound
    while end < rest.endIndex {
      if rest[end] == "(" { depth += 1 }
      if rest[end] == ")" { depth -= 1 }
      if depth == 0 { return (label, String(rest[middle.upperBound..<end]), rest.index(after: end)) }
      end = rest.index(after: end)
    }
    return nil
  }

  /// The beginning of a link whose address has no end.
  private static func openedLink(at rest: Substring) -> Substring? {
    guard rest.first == "[", let middle = rest.firstRange(of: "]("), link(at: rest) == nil else { return nil }
    let label = rest[..<middle.lowerBound].dropFirst()
    return label.contains("[") || label.contains("]") ? nil : rest.prefix(24)
  }

  private static func mistake(label: Substring, of link: Link) -> String? {
    let url = link.url
    if label.allSatisfy(\.isWhitespace) { return "the link to “\(url)” has no words; write [label](\(url))" }
    if url.contains(where: \.isWhitespace) {
      return "the address “\(url)” has a space; write “%20” for it, and nothing but the address in the brackets"
    }
    let lowercase = url.lowercased()
    for scheme in ["https://", "http://", "mailto:", "tel:"] where lowercase.hasPrefix(scheme) {
      return lowercase == scheme ? "the address “\(url)” ends after its scheme" : nil
    }
    if url.hasPrefix("/"), !url.hasPrefix("//") { return nil }
    let meant = !url.contains(":") && url.contains(".") ? "; did you mean “https://\(url)”?" : ""
    return "a link cannot lead to “\(url)”\(meant); write an address that begins with “https://”, “http://”, “mailto:” "
      + "or “tel:”, or a path of this site that begins with “/”"
  }
}

extension Substring {
  fileprivate var isBlankLine: Bool { allSatisfy(\.isWhitespace) }
}

extension ObjectReader {
  /// A text with markup in each of its languages. Errors in any of them are reported.
  func markedText(_ key: String) -> Localized? {
    let text = text(key)
    if let text { checkMarkup(of: text, key: key) }
    return text
  }

  func checkMarkup(of text: Localized, key: String) {
    for source in text.texts.sorted() {
      for mistake in MarkedText(source).mistakes { add(.badValue, key: key, message: mistake) }
    }
  }
}
