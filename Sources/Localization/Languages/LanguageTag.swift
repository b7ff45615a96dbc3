import Support

/// A BCP 47 language tag in the usual case: `en`, `de-DE`, `zh-Hant-TW`.
public struct LanguageTag: Sendable, Hashable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The tag itself.
  public let description: String
  /// Uses the tag unchecked; `init?(parsing:)` checks and normalises.
  public init(stringLiteral tag: String) { description = tag }
  public static func < (a: LanguageTag, b: LanguageTag) -> Bool { a.description < b.description }

  /// The primary language subtag: `de` of `de-AT`.
  package var language: String { String(description.prefix { $0 != "-" }) }

  /// The tag and its truncations, longest first (RFC 4647 §3.4).
  package var fallbacks: [LanguageTag] {
    var subtags = description.split(separator: "-")
    var tags: [LanguageTag] = []
    while !subtags.isEmpty {
      tags.append(LanguageTag(stringLiteral: subtags.joined(separator: "-")))
      subtags.removeLast()
      if subtags.last?.count == 1 { subtags.removeLast() }
    }
    return tags
  }
}

extension LanguageTag {
  /// A well-formed tag (RFC 5646 §2.1) in the usual case: language lower, script title, region upper. `nil` for other texts, also for
  /// grandfathered tags, tags of private use alone and the reserved four letters.
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

/// A subtag of ASCII letters in lower case and digits; its length is counted once.
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

extension LanguageTag {
  /// Why a text is not the tag of a known language, and which tag may be meant.
  package struct Refusal: Error, Sendable, Equatable {
    package let message: String
  }

  /// A tag whose language and region are registered: `de-AT`, but not `german`, `de_AT` or `en-UK`.
  package init(checking text: String) throws(Refusal) {
    let table = LanguageTable.shared
    guard let tag = LanguageTag(parsing: text) else {
      let hyphened = String(text.map { $0 == "_" ? "-" : $0 })
      let tag = hyphened == text ? nil : (try? LanguageTag(checking: hyphened))?.description
      throw Refusal(text, meant: tag ?? table.code(meaning: text))
    }
    guard table.has(language: tag.language) else {
      let rest = tag.description.dropFirst(tag.language.count)
      throw Refusal(text, meant: table.code(meaning: tag.language).map { $0 + rest })
    }
    if let region = tag.region, !table.has(region: region) {
      throw Refusal(
        message: "“\(text)” is not a language tag: there is no region “\(region)”"
          + (region == "UK" ? "; did you mean “\(tag.description.replacing("UK", with: "GB"))”?" : ""))
    }
    self = tag
  }
}

extension LanguageTag.Refusal {
  fileprivate init(_ text: String, meant: String?) {
    let end = meant.map { "did you mean “\($0)”?" } ?? "write one such as “en” or “de-AT”"
    message = "“\(text)” is not a language tag; \(end)"
  }
}

extension LanguageTag {
  /// The names of this locale in a table of formats, the nearest first: `zh-Hant-HK` is looked up as `zh-Hant-HK`, `zh-HK`, `zh-Hant`
  /// and `zh`; Chinese in traditional characters without a region also as `zh-TW`.
  var formatCandidates: [String] {
    let tag = LanguageTag(parsing: description) ?? "en"
    let language = tag.language
    let subtags = tag.description.pieces(at: "-")
    let script = subtags.dropFirst().first { $0.utf8.count == 4 && $0.utf8.first.map(ASCII.isDigit) == false }
    var candidates = [tag.description]
    if let script, let region { candidates.append("\(language)-\(script)-\(region)") }
    if let region { candidates.append("\(language)-\(region)") }
    if let script { candidates.append("\(language)-\(script)") }
    if language == "zh", tag.script == "Hant" { candidates.append("zh-TW") }
    return candidates + [language, LanguageTable.shared.current(language)]
  }
}

extension LanguageTag {
  /// The script (ISO 15924, such as `Latn`): the tag's script subtag, otherwise the usual one of the language in its region.
  package var script: String {
    parts.script ?? LanguageTable.shared.script(of: parts.language, in: parts.region)
  }

  package var direction: TextDirection {
    switch script {
    case "Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg", "Mand", "Samr", "Armi", "Phli", "Phnx": .rightToLeft
    default: .leftToRight
    }
  }

  /// The region (ISO 3166 or UN M.49), if the tag names one.
  package var region: String? { parts.region }

  /// The shortest tag with the same language and script: `de` for `de-AT`, `zh-Hant` for `zh-TW`.
  package var shortest: LanguageTag {
    let language = LanguageTag(stringLiteral: language)
    return language.script == script ? language : LanguageTag(stringLiteral: "\(language)-\(script)")
  }

  /// Whether the text is a language alone: two or three letters in lower case.
  private static func isLanguageAlone(_ text: String) -> Bool {
    2...3 ~= text.utf8.count && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  /// The primary language by its current code, and the tag's script and region if it has them.
  private var parts: (language: String, script: String?, region: String?) {
    // Most tags are a language alone.
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
  /// The language among these to use for someone who asks for this one; `nil` if none fits.
  ///
  /// The lookup follows RFC 4647 §3.4: the tag itself, then the tag with subtags removed from its end. Then it goes the other way: for
  /// `de` also `de-AT`, for `de-CH` also `de-DE`. The script is always the same: `zh-TW` is written in traditional characters, so `zh`
  /// does not match it.
  /// - Parameter languages: among equally good ones the first is chosen.
  package func match(among languages: [LanguageTag]) -> LanguageTag? {
    // Usually it is this one.
    if languages.contains(self) { return self }
    let (language, script) = (parts.language, script)
    return closest(of: languages.filter { $0.parts.language == language && $0.script == script })
  }

  /// The best of these languages for a visitor, who reads another script or a close language better than a foreign one: `sr-Latn` for
  /// `sr`, `zh` for `zh-TW`, `nb` for `nn`.
  package func nearest(among languages: [LanguageTag]) -> LanguageTag? {
    if let found = match(among: languages) { return found }
    for language in LanguageTable.shared.readable(in: parts.language) {
      let alike = languages.filter { $0.parts.language == language }
      if let found = closest(of: alike.filter { $0.script == script }) ?? closest(of: alike) { return found }
    }
    return nil
  }

  /// The closest of several tags with the same language.
  /// - Parameter alike: tags of one language.
  private func closest(of alike: [LanguageTag]) -> LanguageTag? {
    guard alike.count > 1 else { return alike.first }
    return fallbacks.lazy.compactMap { fallback in alike.first { $0 == fallback } }.first
      ?? alike.first { $0.parts.region == parts.region } ?? alike.first
  }
}

/// The direction in which a text is written.
package enum TextDirection: String, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

extension TextDirection {
  /// A text to be placed among words of this direction. It is put between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9) if it
  /// has letters of the other direction, or signs that would move to its other end among words from right to left ("-5", "+1 555"), so
  /// that neither the text nor the words around it are reordered.
  package func isolating(_ text: String) -> String {
    let hasOthers =
      switch self {
      case .leftToRight: Self.mayBeRightToLeft(text) && text.unicodeScalars.contains(where: Self.isRightToLeft)
      case .rightToLeft:
        text.unicodeScalars.contains { scalar in
          !Self.isRightToLeft(scalar) && !scalar.properties.isWhitespace && scalar.properties.numericType == nil
        }
      }
    return hasOthers ? "\u{2068}\(text)\u{2069}" : text
  }

  /// Whether it may have letters of right-to-left scripts: in UTF-8 all of these begin with this byte or a higher one.
  private static func mayBeRightToLeft(_ text: String) -> Bool {
    text.withBytes { bytes in bytes.contains { $0 >= 0xD6 } }
  }

  /// The blocks of scripts that are written from right to left.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
