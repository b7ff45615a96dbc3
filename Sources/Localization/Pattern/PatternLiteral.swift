extension Pattern {
  /// A regular expression as JavaScript's source code has it, `/^[0-9]+$/i`, which definitions do not take.
  package struct Literal: Sendable, Equatable {
    /// Between the slashes.
    package let pattern: String
    package let flags: String

    /// Nil where the text is none. A pattern of something between slashes writes them as `[/]` or `\/`.
    package init?(_ text: String) {
      guard text.count > 2, text.hasPrefix("/"), let slash = text.lastIndex(of: "/"), slash > text.startIndex else {
        return nil
      }
      let flags = text[text.index(after: slash)...]
      guard flags.allSatisfy({ "dgimsuvy".contains($0) }) else { return nil }
      let pattern = text[text.index(after: text.startIndex)..<slash]
      guard !pattern.isEmpty, !pattern.hasSuffix("\\") else { return nil }
      self.pattern = String(pattern)
      self.flags = String(flags)
    }
  }
}
