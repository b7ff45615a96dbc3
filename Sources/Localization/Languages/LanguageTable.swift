import Support

/// All languages, their scripts and regions, from the Unicode CLDR. Read at first use.
struct LanguageTable: Sendable {
  static let shared = LanguageTable()

  private let replaced: [Substring: Substring]
  /// The usual script, by language, or by language and region: `sr`, `sr-ME`.
  private let scripts: [Substring: String]
  private let near: [Substring: [String]]
  private let regions: Set<Substring>

  private init() {
    replaced = Self.pairs(Self.replaced)
    near = Dictionary(
      Self.near.pieces(at: ";").compactMap { entry in
        let codes = entry.pieces(at: " ").filter { !$0.isEmpty }
        return codes.first.map { ($0, codes.dropFirst().map(String.init)) }
      }, uniquingKeysWith: { first, _ in first })
    regions = Set(Self.regions.pieces(at: " "))
    var scripts: [Substring: String] = [:]
    for line in Self.scripts.pieces(at: "\n") {
      let script = String(line.prefix(4))
      for tag in line.dropFirst(6).pieces(at: " ") { scripts[tag] = script }
    }
    self.scripts = scripts
  }

  private static func pairs(_ text: String) -> [Substring: Substring] {
    Dictionary(
      text.pieces(at: " ").compactMap { $0.halves(at: "=") }, uniquingKeysWith: { first, _ in first })
  }

  /// The English name and the name in the language itself, by code, with a bar before each. Read only to explain a mistake.
  private static let namesByCode: [Substring: Substring] = Dictionary(
    names.pieces(at: ";").map { entry in
      let entry = Substring(entry.utf8.drop { $0 == UInt8(ascii: " ") })
      let code = Substring(entry.utf8.prefix { $0 != UInt8(ascii: "|") })
      return (code, entry[code.endIndex...])
    },
    uniquingKeysWith: { first, _ in first })

  /// Searches the text with all languages: this is seldom asked.
  func has(language: String) -> Bool {
    let code = Array("\(language)|".utf8)
    return Self.names.withBytes { names in
      var start = 0
      while start < names.count {
        if names[start...].starts(with: code) { return true }
        // After the next semicolon and its space.
        start = (names[start...].firstIndex(of: UInt8(ascii: ";")) ?? names.count) + 2
      }
      return false
    }
  }
  func has(region: some StringProtocol) -> Bool { regions.contains(Substring(region)) }

  /// The current code of a language: `id` for `in`.
  func current(_ language: String) -> String { replaced[language[...]].map(String.init) ?? language }

  /// Each language with those that its readers understand nearly as well, the nearest first: the close ones of the CLDR's language
  /// matching (UTS #35, `languageMatch`), and members of ISO 639's macrolanguages with the usual member.
  private static let near = """
    nb nn da; nn nb da; da nb nn; bs hr sr; hr bs sr; sr bs hr; gsw de; lb de; nds de; bar de; fy nl; li nl; vls nl; \
    yue zh; wuu zh; hak zh; nan zh; gan zh; hsn zh; lzh zh; aeb ar; arq ar; ars ar; ary ar; arz ar; shu ar; \
    id ms; ms id; jv id; su id; prs fa; ckb ku; kmr ku; ast es; ext es; frc fr; rue uk; szl pl; csb pl; sli de; pdc de
    """

  /// The language itself and those that its readers understand nearly as well, the nearest first.
  func readable(in language: String) -> [String] { [language] + (near[language[...]] ?? []) }

  /// The usual script (ISO 15924); `Latn` if unknown.
  func script(of language: String, in region: String?) -> String {
    if let region, let script = scripts["\(language)-\(region)"] { return script }
    return scripts[language[...]] ?? "Latn"
  }

  /// The code of the language with this name, in English or in the language itself, or of the language spoken in the region with this
  /// code.
  func code(meaning word: String) -> String? {
    let word = word.lowercased()
    // This runs only to explain a mistake.
    if let language = Self.pairs(Self.spoken)[word[...]] { return String(language) }
    let named = Self.namesByCode.filter { $0.value.pieces(at: "|").contains { $0.lowercased() == word } }.keys
    // If a language has two codes, the shorter one is usual, and a replaced one is not.
    func rank(of code: Substring) -> Int { code.count + (replaced[code] == nil ? 0 : 2) }
    return named.min { (rank(of: $0), $0) < (rank(of: $1), $1) }.map(String.init)
  }
}
