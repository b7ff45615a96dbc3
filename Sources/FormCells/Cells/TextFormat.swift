/// The formats of `text` that are not numbers.
enum TextFormat {
  /// The maximum length in bytes. No working address is longer, so longer texts do not have the format.
  static let byteLimit = 8 * 1024

  /// The number of characters of the shortest text with the format: `a@b`, `http://a`.
  static func leastCount(of format: TextCell.Format) -> Int {
    switch format {
    case .email: 3
    case .url: 8
    case .tel: TelephoneNumber.digitRange.lowerBound
    case .integer, .decimal: 1
    }
  }

  /// A posted text without what keyboards and address books add. Unchanged if it does not have the format.
  static func entered(_ text: String, as format: TextCell.Format?) -> String {
    guard text.utf8.count <= byteLimit else { return text }
    return switch format {
    case .email: EmailAddress.entered(text)
    case .url: enteredURL(text)
    case .tel: TelephoneNumber.entered(text)
    case .integer, .decimal, nil: text
    }
  }

  /// The text without invisible characters at its ends, and without the `<…>` of mails and documents.
  private static func enteredURL(_ text: String) -> String {
    var rest = text.unicodeScalars[...]
    while let first = rest.first, first.isTypedInvisibly || first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isTypedInvisibly || last.properties.isWhitespace { rest.removeLast() }
    if rest.first == "<", rest.last == ">" { rest = rest.dropFirst().dropLast() }
    let address = withOneScheme(String(rest))
    return problemOfURL(address) == nil ? address : text
  }

  /// If an address was pasted after a scheme, as in `https://http://example.org`, only that address.
  private static func withOneScheme(_ text: String) -> String {
    guard let found = text.prefixMatch(of: /(?i)(?:https?:\/\/)+(?=https?:\/\/)/) else { return text }
    return String(text[found.range.upperBound...])
  }

  /// Why a text is not an absolute URL with `http` or `https` and a host; `nil` if it is one. It may contain letters of all scripts, but no
  /// white space or control characters. If it would be a URL without its blanks, the problem names these.
  static func problemOfURL(_ text: String) -> Problem? {
    guard text.utf8.count <= byteLimit else { return .format(.url) }
    if text.contains(where: \.isWhitespace) {
      let words = text.split(whereSeparator: \.isWhitespace)
      let isOne = words.dropFirst().allSatisfy { !$0.contains("://") && !$0.lowercased().hasPrefix("www.") }
      return isOne && problemOfURL(words.joined()) == nil ? .formatCharacter(.url, " ") : .format(.url)
    }
    let scheme = text.prefix { $0 != ":" }
    let rest = text.dropFirst(scheme.count + 1)
    if ["http", "https"].contains(scheme.lowercased()), text.count > scheme.count {
      return rest.hasPrefix("//") ? problem(behindScheme: rest.dropFirst(2)) : .format(.url)
    }
    let isScheme = scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    if isScheme, rest.hasPrefix("//") || !scheme.contains(".") && rest.first?.isLetter == true { return .scheme }
    let address = "https://" + text.drop { $0 == "/" }
    let host = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }
    if host.dropLast().contains("."), !host.contains("@"), problemOfURL(address) == nil {
      return .missingScheme(address: address)
    }
    return .format(.url)
  }

  private static func problem(behindScheme rest: Substring) -> Problem? {
    let refused = Set("\"<>\\^`{|}".unicodeScalars)
    if let wrong = rest.unicodeScalars.first(where: {
      refused.contains($0) || $0.properties.generalCategory == .control
    }) {
      return .formatCharacter(.url, Character(wrong))
    }
    var authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return .format(.url) }
      let address = authority[authority.index(after: authority.startIndex)..<end]
      guard address.contains(":"), address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
        return .format(.url)
      }
      return isPort(authority[authority.index(after: end)...]) ? nil : .port
    }
    let host = authority.prefix { $0 != ":" }
    if let wrong = host.first(where: { !$0.isLetter && !$0.isNumber && !"-_%.".contains($0) }) {
      return .formatCharacter(.url, wrong)
    }
    // Two addresses, or one after an incomplete scheme: `https://https//example.org`.
    let isScheme = ["http", "https"].contains { host.lowercased().hasSuffix($0) }
    if isScheme, rest[host.endIndex...].prefixMatch(of: /:?\/\//) != nil { return .format(.url) }
    let labels = (host.hasSuffix(".") ? host.dropLast() : host).split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy({ 1...63 ~= $0.count && $0.first != "-" && $0.last != "-" }) else { return .format(.url) }
    return isPort(authority[host.endIndex...]) ? nil : .port
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
