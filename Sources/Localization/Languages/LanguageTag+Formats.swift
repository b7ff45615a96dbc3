import Support

extension LanguageTag {
  /// The names by which a table of formats may have this locale, the nearest first: `zh-Hant-HK` is looked for as
  /// `zh-Hant-HK`, `zh-HK`, `zh-Hant` and `zh`; Chinese in traditional characters without a region of its own as `zh-TW`.
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
