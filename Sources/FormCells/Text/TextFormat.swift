/// The formats of `text` that are not numbers.
enum TextFormat {
  /// Longer texts are of no format: no address that works anywhere is so long.
  static let byteLimit = 8 * 1024

  /// A posted text without what keyboards and contacts add to addresses and numbers. What is none stays as it was typed.
  static func entered(_ text: String, as format: TextCell.Format?) -> String {
    guard text.utf8.count <= byteLimit else { return text }
    return switch format {
    case .email: EmailAddress.entered(text)
    case .url: enteredURL(text)
    case .tel: TelephoneNumber.entered(text)
    case .integer, .decimal, nil: text
    }
  }

  /// Without what is not seen at its ends, and out of `<…>`, as mails and documents set addresses apart.
  private static func enteredURL(_ text: String) -> String {
    var rest = text.unicodeScalars[...]
    while let first = rest.first, first.isTypedInvisibly || first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isTypedInvisibly || last.properties.isWhitespace { rest.removeLast() }
    if rest.first == "<", rest.last == ">" { rest = rest.dropFirst().dropLast() }
    let address = String(rest)
    return isURL(address) ? address : text
  }

  /// Why a text is no absolute URL; nil: it is one.
  static func problemOfURL(_ text: String) -> Problem? {
    if isURL(text) { return nil }
    guard text.utf8.count <= byteLimit else { return .format(.url) }
    if text.contains(where: \.isWhitespace) { return .formatCharacter(.url, " ") }
    let address = "https://" + text.drop { $0 == "/" }
    let host = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
    if host.dropLast().contains("."), !host.contains("@"), isURL(address) { return .missingScheme(address: address) }
    return .format(.url)
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

  static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
