import Glibc

/// An extended regular expression (POSIX), matched within lines. In a debug build it is far faster than
/// Swift's own, and the tests look at every line of the repository. Compiled once and only read since (`regexec` is MT-Safe).
final class LinePattern: @unchecked Sendable {
  private var compiled = regex_t()

  struct Mistake: Error { let pattern: String }

  init(_ pattern: String) throws {
    guard regcomp(&compiled, pattern, REG_EXTENDED | REG_NEWLINE) == 0 else { throw Mistake(pattern: pattern) }
  }

  deinit { regfree(&compiled) }

  /// Whether any line of the text is like it.
  func matches(_ text: some StringProtocol) -> Bool {
    text.withCString { regexec(&compiled, $0, 0, nil, 0) == 0 }
  }

  /// The part of the text that this group matches, counted from 1; nil where nothing is like it.
  func group(_ number: Int, in text: some StringProtocol) -> String? {
    var places = [regmatch_t](repeating: regmatch_t(), count: number + 1)
    return text.withCString { bytes in
      guard regexec(&compiled, bytes, places.count, &places, 0) == 0, places[number].rm_so >= 0 else { return nil }
      let found = UnsafeBufferPointer(start: bytes, count: Int(places[number].rm_eo))[Int(places[number].rm_so)...]
      return String(decoding: found.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
