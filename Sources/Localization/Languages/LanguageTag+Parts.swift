import Support

extension LanguageTag {
  /// ISO 15924, such as `Latn`: the tag's own script subtag, else the usual one of the language in its region.
  package var script: String {
    parts.script ?? LanguageTable.shared.script(of: parts.language, in: parts.region)
  }

  package var direction: TextDirection {
    switch script {
    case "Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg", "Mand", "Samr", "Armi", "Phli", "Phnx": .rightToLeft
    default: .leftToRight
    }
  }

  /// ISO 3166 or UN M.49, if the tag names a region.
  package var region: String? { parts.region }

  /// The shortest tag of the same language and script: `de` of `de-AT`, `zh-Hant` of `zh-TW`.
  package var shortest: LanguageTag {
    let language = LanguageTag(stringLiteral: language)
    return language.script == script ? language : LanguageTag(stringLiteral: "\(language)-\(script)")
  }

  /// Two or three letters, in lower case.
  static func isLanguageAlone(_ text: String) -> Bool {
    2...3 ~= text.utf8.count && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  /// The primary language by the code that it goes by now, the script and the region, as far as the tag has them.
  private var parts: (language: String, script: String?, region: String?) {
    // Most often it is a language alone.
    if Self.isLanguageAlone(description) {
      return (LanguageTable.shared.current(description), nil, nil)
    }
    let subtags: ArraySlice<Substring> = description.pieces(at: "-").prefix { $0.utf8.count > 1 }
    let language = subtags.first?.lowercased() ?? ""
    var script: String?
    var region: String?
    for subtag in subtags.dropFirst() {
      let beginsWithDigit = subtag.utf8.first.map(ASCII.isDigit) == true
      if subtag.utf8.count == 4, !beginsWithDigit {
        script = subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
      } else if region == nil, subtag.utf8.count == 2 || subtag.utf8.count == 3 && beginsWithDigit {
        region = subtag.uppercased()
      }
    }
    return (LanguageTable.shared.current(language), script, region)
  }
}

extension LanguageTag {
  /// Which of these languages serves someone who asks for this one; nil: none.
  ///
  /// It is looked up as RFC 4647 §3.4 has it: the tag itself, then what is left of it as subtags are taken from its end.
  /// Then the other way round: who asks for `de` reads `de-AT`, who asks for `de-CH` reads `de-DE`. The script is the same
  /// throughout: `zh-TW` is written in traditional characters and is not served by `zh`.
  /// - Parameter languages: the first of several that serve as well is taken.
  package func match(among languages: [LanguageTag]) -> LanguageTag? {
    // Most often there is one, and it is asked for.
    if languages.contains(self) { return self }
    let (language, script) = (parts.language, script)
    return closest(of: languages.filter { $0.parts.language == language && $0.script == script })
  }

  /// The same for a visitor, who rather reads the own language in another script, or one close to it, than a foreign one:
  /// `sr-Latn` for `sr`, `zh` for `zh-TW`, `nb` for `nn`.
  package func nearest(among languages: [LanguageTag]) -> LanguageTag? {
    if let found = match(among: languages) { return found }
    for language in LanguageTable.shared.readable(in: parts.language) {
      let alike = languages.filter { $0.parts.language == language }
      if let found = closest(of: alike.filter { $0.script == script }) ?? closest(of: alike) { return found }
    }
    return nil
  }

  /// - Parameter alike: tags of one language.
  private func closest(of alike: [LanguageTag]) -> LanguageTag? {
    guard alike.count > 1 else { return alike.first }
    return fallbacks.lazy.compactMap { fallback in alike.first { $0 == fallback } }.first
      ?? alike.first { $0.parts.region == parts.region } ?? alike.first
  }
}
