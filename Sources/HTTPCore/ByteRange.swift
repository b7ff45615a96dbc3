import Support

/// The part of a content that a Range field asks for (RFC 9110 §14.2). Only a single range of bytes is supported: a server may ignore
/// several ranges and other units (§14.2).
package enum ByteRange: Sendable, Equatable {
  /// The whole content: there is no Range field, or none that is understood.
  case whole
  /// One range of bytes, answered with 206.
  case part(Range<Int>)
  /// A range that lies outside of the content, answered with 416.
  case unsatisfiable

  /// - Parameters:
  ///   - field: the Range field, or `nil` if there is none.
  ///   - condition: the If-Range field. The range applies only if the content has not changed since (§13.1.5).
  ///   - tag: the content's entity tag.
  ///   - byteCount: the content's length.
  package init(_ field: String?, if condition: String?, tag: EntityTag, byteCount: Int) {
    // A date in If-Range never matches: only an entity tag is a strong validator here.
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

  /// Reads `bytes=FIRST-[LAST]` or `bytes=-SUFFIX`; `nil` for anything else, and for an invalid range.
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

  /// A decimal number. One that does not fit an `Int` becomes a number larger than any content.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy(ASCII.isDigit), !text.isEmpty else { return nil }
    return Int(text) ?? .max - 1
  }
}
