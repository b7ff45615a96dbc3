import FormCells
import Support

/// Reads one object of a language's file. A key that is missing or wrong is reported and read as an empty text, so that
/// one pass finds all mistakes.
struct WordReader {
  struct Mistake: Equatable {
    /// In bytes from the start of the file.
    let offset: Int
    let message: String
    /// Whether the mistake is a missing key.
    var isGap = false
  }

  private(set) var mistakes: [Mistake] = []
  let rule: PluralRule
  /// The name of the language in messages, such as "en".
  let language: String
  private let direction: TextDirection
  let numbers: NumberFormat
  /// The object's path, followed by a dot: "problems."; empty for the file's top level.
  private let path: String
  private let offset: Int
  private let members: [JSONNode.Member]
  /// The built-in file's values, which are known to be right. They are used for missing keys.
  private let base: [String: JSONNode]
  private var asked: [String] = []
  /// The number of members that were asked for; each key is asked for once.
  private var foundCount = 0
  /// The index after the member that was asked for last. Keys are mostly asked for in the order of the file.
  private var next = 0

  /// - `node`: the file's object; `nil` if there is none.
  /// - `base`: the object of the built-in file; this file needs only what differs from it.
  /// - `numbers`: by default, the language's own.
  init(_ node: JSONNode?, of language: LanguageTag, base: JSONNode? = nil, numbers: NumberFormat? = nil) {
    self.init(
      node, path: "", language: language.description, direction: language.direction, numbers: numbers ?? .of(language),
      rule: PluralRule(language), base: base)
  }

  private init(
    _ node: JSONNode?, path: String, language: String, direction: TextDirection, numbers: NumberFormat,
    rule: PluralRule, base: JSONNode?
  ) {
    if case .object(let members)? = base?.content {
      self.base = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    } else {
      self.base = [:]
    }
    self.path = path
    self.language = language
    self.direction = direction
    self.numbers = numbers
    self.rule = rule
    offset = node?.offset ?? 0
    if case .object(let members) = node?.content {
      self.members = members
    } else {
      members = []
      if let node { add(node.offset, message: "this is \(node.typeName); an object is expected") }
    }
  }

  // MARK: Values

  /// Words without places.
  mutating func text(_ key: String) -> String {
    guard let node = node(key), let parts = parts(of: node, key, places: []) else { return "" }
    if case .text(let text)? = parts.first, parts.count == 1 { return text }
    return Phrase(parts: parts)("")
  }

  /// Words that must contain each of these places.
  mutating func phrase(_ key: String, places: String...) -> Phrase {
    guard let node = node(key), let parts = parts(of: node, key, places: places) else { return Phrase(parts: []) }
    return phrase(parts)
  }

  /// Words that depend on the number in the first of these places: an object with the language's plural categories, or
  /// one text for all numbers.
  mutating func counted(_ key: String, places: String...) -> CountedPhrase {
    let blank = Phrase(parts: [])
    guard let node = node(key) else { return counted(forms { _ in blank }, categories: [], places: places) }
    guard case .object(let members) = node.content else {
      let phrase = parts(of: node, key, places: places).map(phrase) ?? blank
      return counted(forms { _ in phrase }, categories: [.other], places: places)
    }
    var found: [(category: PluralCategory, phrase: Phrase)] = []
    for member in members {
      guard let category = PluralCategory(rawValue: member.key), rule.categories.contains(category) else {
        addUnknownCategory(member, in: key)
        continue
      }
      let optional = rule.isOneNumber(category) ? places.first : nil
      let parts = parts(of: member.value, "\(key).\(member.key)", places: places, optional: optional)
      found.append((category, parts.map(phrase) ?? blank))
    }
    for category in rule.categories where !members.contains(where: { $0.key == category.rawValue }) {
      add(node.offset, message: "“\(path)\(key)” has no words for “\(category)”, a plural category of “\(language)”")
    }
    let other = found.last { $0.category == .other }?.phrase ?? blank
    return counted(
      forms { category in found.first { $0.category == category }?.phrase ?? other },
      categories: found.map(\.category), places: places)
  }

  /// The words of an object within this one.
  mutating func group<Words>(_ key: String, read: (inout WordReader) -> Words) -> Words {
    let node = node(key)
    var reader = WordReader(
      node, path: "\(path)\(key).", language: language, direction: direction, numbers: numbers, rule: rule,
      base: base[key])
    let words = read(&reader)
    reader.finish()
    // A missing object is one mistake, not one for each key.
    if case .object = node?.content {
      mistakes += reader.mistakes
    } else {
      mistakes += reader.mistakes.prefix(node == nil ? 0 : 1)
    }
    return words
  }

  /// Reports the keys that were never asked for.
  mutating func finish() {
    if foundCount == members.count { return }
    let known = Set(asked)
    var told: Set<String> = []
    // Only the first of two equal keys: the reader of the file reports the second.
    for member in members where !known.contains(member.key) && told.insert(member.key).inserted {
      var message = "the key “\(path)\(member.key)” is unknown"
      if let near = Suggestion.nearest(to: member.key, among: asked.sorted()) { message += "; did you mean “\(near)”?" }
      add(member.keyOffset, message: message)
    }
  }

  // MARK: Parts

  private mutating func node(_ key: String) -> JSONNode? {
    asked.append(key)
    if let node = member(key)?.value ?? base[key] { return node }
    mistakes.append(Mistake(offset: offset, message: "the key “\(path)\(key)” is missing", isGap: true))
    return nil
  }

  private mutating func member(_ key: String) -> JSONNode.Member? {
    for step in members.indices {
      let index = (next + step) % members.count
      guard members[index].key == key else { continue }
      next = index + 1
      foundCount += 1
      return members[index]
    }
    return nil
  }

  /// The text, split at its places; `nil` if it is not a text.
  /// - Parameter optional: a place that may be missing.
  private mutating func parts(
    of node: JSONNode, _ key: String, places: [String], optional: String? = nil
  ) -> [Phrase.Part]? {
    guard case .string(let text) = node.content else {
      add(node.offset, message: "“\(path)\(key)” is \(node.typeName); a text is expected")
      return nil
    }
    guard !text.isEmpty else {
      add(node.offset, message: "“\(path)\(key)” is empty")
      return nil
    }
    let bytes = Array(text.utf8)
    var parts: [Phrase.Part] = []
    var start = 0
    while let open = bytes.firstIndex(of: UInt8(ascii: "{"), from: start) {
      if open > start { parts.append(.text(String(decoding: bytes[start..<open], as: UTF8.self))) }
      let next = bytes.firstIndex(of: UInt8(ascii: "{"), from: open + 1) ?? bytes.count
      guard let end = bytes.firstIndex(of: UInt8(ascii: "}"), from: open + 1), end < next else {
        add(node.offset, message: "“\(path)\(key)” has a “{” without its “}”")
        return nil
      }
      let name = String(decoding: bytes[(open + 1)..<end], as: UTF8.self)
      if let place = places.firstIndex(of: name) {
        parts.append(.place(place))
      } else {
        addUnknownPlace(name, in: node, key: key, places: places)
      }
      start = end + 1
    }
    // Most texts have no places.
    if start == 0 {
      parts.append(.text(text))
    } else if start < bytes.count {
      parts.append(.text(String(decoding: bytes[start...], as: UTF8.self)))
    }
    for index in places.indices where places[index] != optional && !parts.contains(.place(index)) {
      add(node.offset, message: "“\(path)\(key)” lacks “{\(places[index])}”")
    }
    return parts
  }

  private func phrase(_ parts: [Phrase.Part]) -> Phrase { Phrase(parts: parts, direction: direction) }

  private func counted(
    _ forms: [Phrase], categories: [PluralCategory], places: [String]
  ) -> CountedPhrase {
    CountedPhrase(rule: rule, numbers: numbers, forms: forms, categories: categories, places: places)
  }

  private func forms(_ phrase: (PluralCategory) -> Phrase) -> [Phrase] { PluralCategory.allCases.map(phrase) }

  // MARK: Mistakes

  private mutating func add(_ offset: Int, message: String) {
    mistakes.append(Mistake(offset: offset, message: message))
  }

  private mutating func addUnknownPlace(_ name: String, in node: JSONNode, key: String, places: [String]) {
    var message = "“\(path)\(key)” has no place “{\(name)}”"
    if let near = Suggestion.nearest(to: name, among: places) {
      message += "; did you mean “{\(near)}”?"
    } else {
      message += places.isEmpty ? "; it has none" : "; it has \(places.map { "“{\($0)}”" }.joined(separator: ", "))"
    }
    add(node.offset, message: message)
  }

  private mutating func addUnknownCategory(_ member: JSONNode.Member, in key: String) {
    let own = rule.categories.map { "“\($0)”" }.joined(separator: ", ")
    var message = "“\(path)\(key)”: “\(member.key)” is not a plural category of “\(language)”"
    if let near = Suggestion.nearest(to: member.key, among: rule.categories.map(\.rawValue)) {
      message += "; did you mean “\(near)”?"
    } else {
      message += "; it has \(own)"
    }
    add(member.keyOffset, message: message)
  }
}
