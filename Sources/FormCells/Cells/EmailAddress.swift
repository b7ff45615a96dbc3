import Localization

/// An e-mail address: HTML's "valid e-mail address", with letters of any script in the local part and the domain (RFC 6531), and
/// with the quoted local parts and the IP addresses of RFC 5321.
enum EmailAddress {
  /// Removes invisible characters and converts full-width characters to ASCII. From `Ada <ada@example.org>`, `mailto:ada@example.org` and
  /// `ada@example.org,` it keeps only the address. Unchanged if the result is not an address.
  ///
  /// More of the domain may still be typed, so `recorded` does the rest.
  static func entered(_ text: String) -> String {
    var rest = plain(text)[...]
    func drop(while isDropped: (Character) -> Bool) {
      while let last = rest.last, isDropped(last) { rest.removeLast() }
    }
    let ends: (Character) -> Bool = { ",;".contains($0) || $0.isWhitespace }
    drop(while: ends)
    if rest.hasSuffix(">.") || rest.hasSuffix("].") { rest.removeLast() }
    if rest.last == ">", let start = rest.lastIndex(of: "<") {
      rest = rest[rest.index(after: start)...].dropLast()
      drop(while: \.isWhitespace)
    }
    if rest.lowercased().hasPrefix("mailto:") { rest = rest.dropFirst("mailto:".count) }
    let address = String(rest).trimmed
    return problem(address) == nil ? address : text
  }

  /// The address with a punycode domain in letters, and without the period that ends a sentence or a domain (RFC 1034).
  static func recorded(_ text: String) -> String {
    withLetters(text.hasSuffix(".") ? String(text.dropLast()) : text)
  }

  /// Why a text is not an address; `nil` if it is one. If it would be one without its blanks, the problem names these.
  static func problem(_ text: String) -> Problem? {
    guard let problem = firstProblem(text) else { return nil }
    guard case .formatCharacter(_, let character) = problem, character.isWhitespace else { return problem }
    return firstProblem(text.filter { !$0.isWhitespace }) == nil ? problem : .format(.email)
  }

  private static func firstProblem(_ text: String) -> Problem? {
    guard text.utf8.count <= TextFormat.byteLimit else { return .format(.email) }
    let scalars = Array(text.unicodeScalars)
    let isQuoted = scalars.first == "\""
    guard let at = isQuoted ? scalars.lastIndex(of: "@") : scalars.firstIndex(of: "@"), at > 0 else {
      return scalars.contains { $0.properties.isWhitespace } ? .formatCharacter(.email, " ") : .format(.email)
    }
    let local = scalars[..<at]
    let domain = scalars[(at + 1)...]
    if !isQuoted, let wrong = local.first(where: { !specials.contains($0) && !isWord($0) }) {
      return .formatCharacter(.email, Character(wrong))
    }
    if isQuoted, !isQuotedString(local.dropFirst()) { return .format(.email) }
    if domain.first == "[" { return isAddress(domain.dropFirst()) ? nil : .format(.email) }
    if let wrong = domain.first(where: { $0 != "." && $0 != "-" && !isWord($0) }) {
      return .formatCharacter(.email, Character(wrong))
    }
    return isHostName(domain) ? nil : .format(.email)
  }

  private static let specials = Set(".!#$%&'*+/=?^_`{|}~-".unicodeScalars)

  /// Letters, digits and marks of any script.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }

  /// Whether a host has labels of 1 to 63 letters, digits and inner hyphens; a period may end it.
  private static func isHostName(_ host: ArraySlice<Unicode.Scalar>) -> Bool {
    (host.last == "." ? host.dropLast() : host).split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      label in
      1...63 ~= label.count && label.first != "-" && label.last != "-"
    }
  }

  /// Whether a text is a `Quoted-string` of RFC 5321, after its first quotation mark.
  private static func isQuotedString(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard text.last == "\"" else { return false }
    var isEscaped = false
    for scalar in text.dropLast() {
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" || scalar.properties.generalCategory == .control {
        return false
      }
    }
    return !isEscaped
  }

  /// Whether a text is an `address-literal` of RFC 5321, after its bracket: `192.0.2.1]`, `IPv6:2001:db8::1]`.
  private static func isAddress(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard text.last == "]" else { return false }
    let address = String(String.UnicodeScalarView(text.dropLast()))
    if address.lowercased().hasPrefix("ipv6:") {
      let rest = address.dropFirst("ipv6:".count)
      return rest.contains(":")
        && rest.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isASCIIHexDigit || ":.".unicodeScalars.contains($0))
        }
    }
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { 1...3 ~= $0.utf8.count && $0.utf8.allSatisfy(TextFormat.isDigit) && (Int($0) ?? 256) < 256 }
  }

  private static func plain(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter { !$0.isTypedInvisibly }.map(\.inASCIIWidth)
    return String(String.UnicodeScalarView(scalars)).trimmed
  }

  /// The address with its domain's labels in letters; unchanged if a label is not valid.
  private static func withLetters(_ address: String) -> String {
    guard let at = address.lastIndex(of: "@"), address[at...].lowercased().contains("xn--") else { return address }
    var labels: [String] = []
    for label in address[address.index(after: at)...].split(separator: ".", omittingEmptySubsequences: false) {
      guard label.lowercased().hasPrefix("xn--") else {
        labels.append(String(label))
        continue
      }
      guard let letters = Punycode.letters(of: label) else { return address }
      labels.append(letters)
    }
    return address[...at] + labels.joined(separator: ".")
  }
}
