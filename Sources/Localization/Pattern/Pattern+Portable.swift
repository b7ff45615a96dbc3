extension Pattern {
  /// The expression without anchors at its ends, where every reader of regular expressions takes it for the same, with any
  /// flags (JSON Schema §6.4 recommends such); nil: it may not.
  ///
  /// That leaves literals and classes of ASCII, groups, alternatives and how often.
  package var portableSource: String? {
    var bytes = Array(source.utf8)[...]
    if bytes.first == UInt8(ascii: "^") { bytes.removeFirst() }
    if bytes.last == UInt8(ascii: "$"), bytes.dropLast().last != UInt8(ascii: "\\") { bytes.removeLast() }
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): guard Self.takeEscape(&rest) else { return nil }
      case UInt8(ascii: "["): guard Self.takeClass(&rest) else { return nil }
      case UInt8(ascii: "("):
        guard rest.first != UInt8(ascii: "?") || rest.starts(with: "?:".utf8) else { return nil }
      case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "."): return nil
      case 0x20...0x7E: break
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A digit, or a character that means something else without the backslash.
  private static func takeEscape(_ rest: inout ArraySlice<UInt8>) -> Bool {
    rest.popFirst().map { "d^$\\.*+?()[]{}|/-".utf8.contains($0) } ?? false
  }

  /// The rest of a character class, up to its bracket.
  private static func takeClass(_ rest: inout ArraySlice<UInt8>) -> Bool {
    var last: UInt8 = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "]"): return last != 0
      case UInt8(ascii: "\\"): guard takeEscape(&rest) else { return false }
      case UInt8(ascii: "-") where last == byte: return false
      case UInt8(ascii: "-"), UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ","),
        UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "+"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        break
      default: return false
      }
      last = byte
    }
    return false
  }
}
