import Support

extension LanguageTag {
  /// A well-formed tag (RFC 5646 §2.1) in the usual case: language lower, script title, region upper. Nil otherwise, also
  /// for grandfathered tags, private use alone and the reserved four letters.
  public init?(parsing text: String) {
    if Self.isLanguageAlone(text) {
      self.init(stringLiteral: text)
      return
    }
    // RFC 5646 §4.4.1 asks for at least 35.
    let byteLimit = 64
    guard text.utf8.count <= byteLimit,
      text.utf8.allSatisfy({ ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    var subtags = text.asciiLowercased.pieces(at: "-", keepsEmpty: true).map { Subtag($0) }[...]
    guard let language = subtags.popFirst(), language.isLetters, 2...8 ~= language.count, language.count != 4
    else { return nil }
    var parts = [language.text]
    var extended = 0
    while language.count <= 3, extended < 3, let subtag = subtags.first, subtag.count == 3, subtag.isLetters {
      parts.append(subtags.removeFirst().text)
      extended += 1
    }
    if let script = subtags.first, script.count == 4, script.isLetters {
      parts.append(script.text.prefix(1).uppercased() + script.text.dropFirst())
      subtags.removeFirst()
    }
    if let region = subtags.first,
      region.count == 2 && region.isLetters || region.count == 3 && region.text.utf8.allSatisfy(ASCII.isDigit)
    {
      parts.append(region.text.uppercased())
      subtags.removeFirst()
    }
    while let variant = subtags.first, 5...8 ~= variant.count || variant.count == 4 && variant.beginsWithDigit {
      guard !parts.contains(variant.text) else { return nil }
      parts.append(subtags.removeFirst().text)
    }
    var singletons: [String] = []
    while let singleton = subtags.popFirst() {
      guard singleton.count == 1, !singletons.contains(singleton.text) else { return nil }
      singletons.append(singleton.text)
      let shortest = singleton.text == "x" ? 1 : 2
      var values: [String] = []
      while let value = subtags.first, value.count >= shortest, value.count <= 8 {
        values.append(subtags.removeFirst().text)
      }
      guard !values.isEmpty else { return nil }
      parts.append(singleton.text)
      parts += values
    }
    self.init(stringLiteral: parts.joined(separator: "-"))
  }
}

/// Of ASCII letters in lower case and digits, counted once.
private struct Subtag {
  let text: String
  let count: Int

  init(_ text: Substring) {
    self.text = String(text)
    count = text.utf8.count
  }

  var isLetters: Bool { text.utf8.allSatisfy(ASCII.isAlpha) }
  var beginsWithDigit: Bool { text.utf8.first.map(ASCII.isDigit) == true }
}
