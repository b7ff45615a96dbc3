extension LanguageTag {
  /// A well-formed tag (RFC 5646 §2.1) in the usual case: language lower, script title, region upper. Nil otherwise, also
  /// for grandfathered tags, private use alone and the reserved four letters.
  public init?(parsing text: String) {
    // RFC 5646 §4.4.1 asks for at least 35.
    let byteLimit = 64
    guard text.utf8.count <= byteLimit,
      text.utf8.allSatisfy({ Self.isAlphanumeric($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    var subtags = text.split(separator: "-", omittingEmptySubsequences: false).map { $0.lowercased() }[...]
    guard let language = subtags.popFirst(), Self.isLetters(language), [2, 3, 5, 6, 7, 8].contains(language.count)
    else { return nil }
    var parts = [language]
    var extended = 0
    while language.count <= 3, extended < 3, let subtag = subtags.first, subtag.count == 3, Self.isLetters(subtag) {
      parts.append(subtags.removeFirst())
      extended += 1
    }
    if let script = subtags.first, script.count == 4, Self.isLetters(script) {
      parts.append(script.prefix(1).uppercased() + script.dropFirst())
      subtags.removeFirst()
    }
    if let region = subtags.first,
      region.count == 2 && Self.isLetters(region) || region.count == 3 && region.allSatisfy(\.isNumber)
    {
      parts.append(region.uppercased())
      subtags.removeFirst()
    }
    while let variant = subtags.first,
      5...8 ~= variant.count || variant.count == 4 && variant.first?.isNumber == true
    {
      guard !parts.contains(variant) else { return nil }
      parts.append(subtags.removeFirst())
    }
    var singletons: Set<String> = []
    while let singleton = subtags.popFirst() {
      guard singleton.count == 1, singletons.insert(singleton).inserted else { return nil }
      let shortest = singleton == "x" ? 1 : 2
      var values: [String] = []
      while let value = subtags.first, value.count >= shortest, value.count <= 8 {
        values.append(subtags.removeFirst())
      }
      guard !values.isEmpty else { return nil }
      parts.append(singleton)
      parts += values
    }
    self.init(stringLiteral: parts.joined(separator: "-"))
  }

  private static func isLetters(_ subtag: String) -> Bool { subtag.utf8.allSatisfy { $0 >= UInt8(ascii: "a") } }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
