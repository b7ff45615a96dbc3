/// The formats of `text` that are not numbers.
enum TextFormat {
  /// Longer texts are of no format: no address that works anywhere is so long.
  private static let byteLimit = 8 * 1024

  /// HTML's "valid e-mail address": the production that `input type=email` checks, not RFC 5322.
  static func isEmail(_ text: String) -> Bool {
    guard text.utf8.count <= byteLimit else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let specials = Set(".!#$%&'*+/=?^_`{|}~-".utf8)
    guard parts[0].allSatisfy({ isAlphanumeric($0) || specials.contains($0) }) else { return false }
    return isHostName(parts[1])
  }

  /// Labels of letters, digits and inner hyphens, 1 to 63 each.
  private static func isHostName(_ host: Substring.UTF8View) -> Bool {
    host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      1...63 ~= label.count && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// An absolute URL with `http` or `https` and a host. Letters of all scripts may stand in it, white space and control
  /// characters may not.
  static func isURL(_ text: String) -> Bool {
    guard text.utf8.count <= byteLimit, let colon = text.firstIndex(of: ":") else { return false }
    let scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https", text[colon...].hasPrefix("://") else { return false }
    let rest = text[colon...].dropFirst(3)
    let refused = Set("\"<>\\^`{|}".unicodeScalars)
    guard
      rest.unicodeScalars.allSatisfy({
        !refused.contains($0) && !$0.properties.isWhitespace && $0.properties.generalCategory != .control
      })
    else { return false }
    var authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return false }
      let address = authority[authority.index(after: authority.startIndex)..<end]
      guard address.contains(":"), address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return false }
      return isPort(authority[authority.index(after: end)...])
    }
    let host = authority.prefix { $0 != ":" }
    let labels = (host.hasSuffix(".") ? host.dropLast() : host).split(separator: ".", omittingEmptySubsequences: false)
    let isHost = labels.allSatisfy { label in
      1...63 ~= label.count && label.first != "-" && label.last != "-"
        && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == "%" }
    }
    return isHost && isPort(authority[host.endIndex...])
  }

  /// Nothing, or `:` and a port.
  private static func isPort(_ text: Substring) -> Bool {
    guard let colon = text.first else { return true }
    let digits = text.dropFirst()
    return colon == ":" && digits.utf8.count <= 5 && digits.utf8.allSatisfy(isDigit)
      && (digits.isEmpty || (Int(digits) ?? .max) <= 65_535)
  }

  /// Digits with the separators that people write, an optional `+` before them: 3 digits (short codes) to 20 (a number
  /// of E.164 with an access code and an extension).
  static func isTelephone(_ text: String) -> Bool {
    guard text.utf8.count <= byteLimit else { return false }
    var digits = 0
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "+"): guard index == 0 else { return false }
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "("),
        UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "#"):
        continue
      default: return false
      }
    }
    return 3...20 ~= digits
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
