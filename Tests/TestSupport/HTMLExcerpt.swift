/// Elements from a page that `PrettyHTML` has formatted: one tag a line, indented by depth.
public enum HTMLExcerpt {
  /// The outermost elements whose opening tag starts with `beginning`, with their content, without their indentation.
  /// - Parameter beginning: for example "<main" or "<div class=\"cell ".
  public static func elements(of page: String, beginning: String) -> [String] {
    var elements: [String] = []
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      let indent = line.prefix { $0 == " " }
      guard line.dropFirst(indent.count).hasPrefix(beginning) else { continue }
      let name = line.dropFirst(indent.count + 1).prefix { $0.isLetter || $0.isNumber }
      let inner = lines.prefix { !$0.hasPrefix("\(indent)</\(name)>") }
      lines = lines.dropFirst(inner.count)
      let whole = [line] + inner + lines.prefix(1)
      lines = lines.dropFirst()
      elements.append(whole.map { "\($0.hasPrefix(indent) ? $0.dropFirst(indent.count) : $0)\n" }.joined())
    }
    return elements
  }
}
