import Support

/// What a Range field asks of content (RFC 9110 §14.2): one range of bytes. Several, and other units, may be ignored (§14.2).
package enum ByteRange: Sendable, Equatable {
  /// All of it: there is no range that is understood.
  case whole
  /// 206
  case part(Range<Int>)
  /// 416: nothing of it is there.
  case unsatisfiable

  /// - Parameters:
  ///   - field: nil: there is none.
  ///   - condition: of If-Range; a range counts only of content that is still the same (§13.1.5).
  ///   - tag: of the content.
  ///   - byteCount: of the content.
  package init(_ field: String?, if condition: String?, tag: EntityTag, byteCount: Int) {
    // A date is no strong validator here.
    let isSame = condition.map { !tag.isWeak && EntityTag(parsing: $0) == tag } ?? true
    guard isSame, let field, let range = Self.parse(field) else {
      self = .whole
      return
    }
    let bounds =
      switch range {
      case (let first?, let last): min(first, byteCount)..<min(last ?? byteCount, byteCount - 1) + 1
      case (nil, let suffix): max(0, byteCount - (suffix ?? 0))..<byteCount
      }
    self = bounds.isEmpty ? .unsatisfiable : .part(bounds)
  }

  /// `bytes=FIRST-[LAST]` or `bytes=-SUFFIX`; nil: anything else, and what is no range.
  private static func parse(_ field: String) -> (first: Int?, last: Int?)? {
    let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let bounds = parts[1].drop { $0 == " " || $0 == "\t" }.split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2 else { return nil }
    let numbers = bounds.map { number($0) }
    switch (bounds[0].isEmpty, bounds[1].isEmpty) {
    case (true, true): return nil
    case (true, false): return numbers[1].map { (nil, $0) }
    case (false, true): return numbers[0].map { ($0, nil) }
    case (false, false):
      guard let first = numbers[0], let last = numbers[1], first <= last else { return nil }
      return (first, last)
    }
  }

  /// One that is larger than any content is that.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy(ASCII.isDigit), !text.isEmpty else { return nil }
    return Int(text) ?? .max - 1
  }
}
