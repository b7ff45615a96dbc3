import Support

/// Reads one object of a document with its key table. Errors are reported; values that are missing or wrong are `nil`.
struct ObjectReader {
  let decoder: FormDecoder
  let table: KeyTable
  /// Key path of the object.
  let path: String
  let offset: Int
  private let members: [String: JSONNode.Member]

  var report: DefinitionReport { decoder.report }

  /// `nil` if the value is not an object. Unknown and missing keys, and keys without effect, are reported here.
  init?(_ node: JSONNode, as table: KeyTable, at path: String, decoder: FormDecoder) {
    guard case .object(let members) = node.content else {
      decoder.report.add(
        .wrongType, at: node.offset, path: path,
        message: "this is \(node.typeName); an object is expected: \(table.outline)")
      return nil
    }
    self.decoder = decoder
    self.table = table
    self.path = path
    offset = node.offset
    // Keep the first of duplicates: the parser reports the second.
    self.members = Dictionary(members.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let unknown = members.filter { !table.has($0.key) }
    unknown.forEach(reportUnknown)
    // A refused key was meant as another one, which is therefore not reported as missing.
    let replaces = members.contains { table.refusal($0.key) != nil }
    let meant = Set(unknown.compactMap { Self.meant($0.key, in: table) })
    for key in table.keys
    where key.isRequired && self.members[key.name] == nil && !replaces && !meant.contains(key.name) {
      report.add(.missingKey, at: offset, path: self.path(of: key.name), message: "the key “\(key.name)” is missing")
    }
    if !replaces, meant.isDisjoint(with: table.oneOf) { checkOneOf() }
    for key in table.keys {
      if let need = key.needs, let member = self.members[key.name] { check(need, of: member) }
    }
  }

  subscript(key: String) -> JSONNode? {
    // The key is written in the code, so any test that reads it finds the mistake.
    assert(table.has(key), "“\(key)” is missing from the key table “\(table.name)”")
    return members[key]?.value
  }

  func has(_ key: String) -> Bool { self[key] != nil }
  /// The value of a key that only some kinds of this object have.
  func given(_ key: String) -> JSONNode? { table.has(key) ? self[key] : nil }
  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
  func keyOffset(_ key: String) -> Int { members[key]?.keyOffset ?? offset }

  func add(_ code: Diagnostic.Code, key: String, message: String) {
    report.add(code, at: self[key]?.offset ?? offset, path: path(of: key), message: message)
  }

  /// Reports, at the key itself, a key that has no effect beside the others.
  func addNoEffect(of key: String, _ message: String) {
    report.add(.noEffect, at: keyOffset(key), path: path(of: key), message: message)
  }

  // MARK: Values

  func text(_ key: String) -> Localized? {
    self[key].flatMap { node in
      let isWithAnswers = if case .textWithAnswers? = table.key(key)?.shape { true } else { false }
      return decoder.text(node, at: path(of: key), isWithAnswers: isWithAnswers)
    }
  }

  /// - Parameter expected: what the message expects instead of a value of another type.
  func string(_ key: String, expected: String = "a string") -> String? {
    self[key].flatMap { decoder.string($0, at: path(of: key), expected: expected) }
  }

  func id(_ key: String) -> String? { self[key].flatMap { decoder.id($0, at: path(of: key)) } }

  func flag(_ key: String) -> Bool? {
    guard let node = self[key] else { return nil }
    guard case .bool(let flag) = node.content else {
      return decoder.wrongType(node, at: path(of: key), expected: "true or false", isQuoted: ["true", "false"])
    }
    return flag
  }

  /// Whether a key that is read and checked elsewhere is true.
  func isTrue(_ key: String) -> Bool {
    if case .bool(true) = self[key]?.content { true } else { false }
  }

  func count(_ key: String) -> Int? {
    guard let node = self[key], case .count(let range) = table.key(key)?.shape else { return nil }
    guard case .number(let digits) = node.content else {
      return decoder.wrongType(node, at: path(of: key), expected: "a whole number", isQuoted: nil)
    }
    guard let count = Int(digits), range ~= count else {
      add(
        .badValue, key: key,
        message: "a whole number from \(range.lowerBound) to \(range.upperBound) is expected, not \(digits)"
      )
      return nil
    }
    return count
  }

  func number(_ key: String) -> DecimalNumber? {
    guard let node = self[key] else { return nil }
    guard case .number(let digits) = node.content else {
      return decoder.wrongType(node, at: path(of: key), expected: "a number", isQuoted: nil)
    }
    do {
      return try DecimalNumber(parsing: digits)
    } catch {
      switch error {
      case .tooManyDigits(let limit): add(.badValue, key: key, message: "the number has more than \(limit) digits")
      case .notANumber:
        add(.badValue, key: key, message: "the number must be written without an exponent, not as \(digits)")
      }
      return nil
    }
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(_ key: String, _: Choice.Type) -> Choice? {
    self[key].flatMap { decoder.choice($0, at: path(of: key), Choice.self) }
  }

  func object(_ key: String) -> ObjectReader? {
    guard let node = self[key], case .object(let table) = table.key(key)?.shape else { return nil }
    return ObjectReader(node, as: table(), at: path(of: key), decoder: decoder)
  }

  /// The elements of an array with their key paths; `nil` if it is missing, not an array, or too short.
  func elements(_ key: String) -> [(node: JSONNode, path: String)]? {
    guard let node = self[key], let atLeast = table.key(key)?.shape.leastElements else { return nil }
    guard case .array(let elements) = node.content else {
      return decoder.wrongType(node, at: path(of: key), expected: "an array")
    }
    guard elements.count >= atLeast else {
      add(.badValue, key: key, message: "the array is empty; at least one element is expected")
      return nil
    }
    let path = path(of: key)
    return elements.enumerated().map { (node: $0.element, path: "\(path)[\($0.offset)]") }
  }

  // MARK: Checks of keys

  private func reportUnknown(_ member: JSONNode.Member) {
    if let reason = table.refusal(member.key) {
      report.add(.noEffect, at: member.keyOffset, path: path(of: member.key), message: reason)
      return
    }
    var message = "the key “\(member.key)” is unknown here"
    let owners = CellType.allCases.filter { KeyTable.cell($0).key(member.key) != nil }
    let isCells = table.key("type") == nil && !owners.isEmpty && (table.key("cells") ?? table.key("sections")) != nil
    if table.key("type") != nil, !owners.isEmpty {
      message += "; it belongs to cells of the type \(owners.map { "“\($0.rawValue)”" }.joined(separator: ", "))"
      if member.key == "value" {
        message = "a password cannot have a “value”, which anybody could read in the file; remove it"
      }
    } else if let near = Suggestion.nearest(to: member.key, among: table.keys.map(\.name)) {
      message += "; did you mean “\(near)”?"
    } else if let meant = Self.meant(member.key, in: table) {
      message += meant == "sections" ? "; write \"sections\": [{ \"cells\": [ … ] }]" : "; write “\(meant)”"
    } else if isCells {
      message += "; it belongs to a cell, and a section holds them: \"sections\": [{ \"cells\": [ … ] }]"
    } else if member.key == "places" {
      message += "; it belongs to an option of a list: { \"value\": …, \"places\": 3 }"
    } else {
      message += "; known are \(table.keys.map { "“\($0.name)”" }.joined(separator: ", "))"
    }
    report.add(.unknownKey, at: member.keyOffset, path: path(of: member.key), message: message)
  }

  /// The key that corresponds to a key of another form system.
  private static func meant(_ key: String, in table: KeyTable) -> String? {
    let keys = EverydayNames.keys(key)
    // A form and its sections are named by their titles.
    if keys.contains("title"), table.key("sections") != nil || table.key("cells") != nil { return "title" }
    return keys.first { table.key($0) != nil }
  }

  private func checkOneOf() {
    guard !table.oneOf.isEmpty else { return }
    let given = table.oneOf.filter { members[$0] != nil }
    let list = table.oneOf.map { "“\($0)”" }.joined(separator: ", ")
    if given.isEmpty {
      report.add(.missingKey, at: offset, path: path, message: "one of \(list) is missing")
    }
    for extra in given.dropFirst() {
      report.add(
        .noEffect, at: keyOffset(extra), path: path(of: extra),
        message: "only one of \(list) can be given, and “\(given[0])” is"
      )
    }
  }

  private func check(_ need: KeyRequirement, of member: JSONNode.Member) {
    switch need {
    case .key(let other):
      guard members[other] == nil else { return }
      addNoEffect(of: member.key, "“\(member.key)” has no effect without “\(other)”")
    case .no(let other):
      guard members[other] != nil else { return }
      addNoEffect(of: member.key, "“\(member.key)” has no effect together with “\(other)”")
    case .value(let other, let values, let byDefault):
      let list = values.map { "\"\(other)\": \"\($0)\"" }.joined(separator: " or ")
      if let node = members[other]?.value {
        // A wrong value of that key is reported elsewhere.
        guard case .string(let word) = node.content, !values.contains(word) else { return }
        if case .choice(let known) = table.key(other)?.shape, !known.contains(word) { return }
      } else if byDefault {
        return
      }
      addNoEffect(of: member.key, "“\(member.key)” has no effect without \(list)")
    }
  }
}

/// Values that are read in many places.
extension FormDecoder {
  func wrongType<Value>(_ node: JSONNode, at path: String, expected: String) -> Value? {
    report.add(.wrongType, at: node.offset, path: path, message: "this is \(node.typeName); \(expected) is expected")
    return nil
  }

  /// The same for a value that is not a string, but may be in quotes by mistake.
  /// - `words`: the allowed values; `nil` for a number.
  func wrongType<Value>(_ node: JSONNode, at path: String, expected: String, isQuoted words: [String]?) -> Value? {
    guard case .string(let text) = node.content,
      words?.contains(text) ?? ((try? DecimalNumber(parsing: text)) != nil)
    else { return wrongType(node, at: path, expected: expected) }
    report.add(
      .wrongType, at: node.offset, path: path,
      message:
        "this is a string; \(expected) is expected: write \(words == nil ? Self.digits(text) : text) without quotes")
    return nil
  }

  /// A number as JSON writes it: without leading zeros and without a plus.
  private static func digits(_ text: String) -> String {
    (try? DecimalNumber(parsing: text)).map { $0.description(minimumDecimals: $0.decimals) } ?? text
  }

  /// One of a few words.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ node: JSONNode, at path: String, _: Choice.Type
  ) -> Choice? {
    if case .string(let word) = node.content, let choice = Choice(rawValue: word) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    let list = known.map { "“\($0)”" }.joined(separator: ", ")
    guard case .string(let word) = node.content else {
      return wrongType(node, at: path, expected: "one of \(list)")
    }
    let meant = Suggestion.nearest(to: word, among: known).map { "; did you mean “\($0)”?" } ?? ""
    report.add(.badValue, at: node.offset, path: path, message: "“\(word)” is none of \(list)\(meant)")
    return nil
  }

  /// A string that is not blank.
  func string(_ node: JSONNode, at path: String, expected: String = "a string") -> String? {
    guard case .string(let text) = node.content else { return wrongType(node, at: path, expected: expected) }
    guard !text.isBlank else {
      report.add(.badValue, at: node.offset, path: path, message: "the string is empty")
      return nil
    }
    if let control = text.firstControl {
      report.add(.badValue, at: node.offset, path: path, message: OptionFileError.Reason.control(control).message)
      return nil
    }
    return text
  }

  /// `[a-z0-9-]{1,64}`
  func id(_ node: JSONNode, at path: String) -> String? {
    guard let id = string(node, at: path) else { return nil }
    guard Self.isID(id) else {
      report.add(
        .badValue, at: node.offset, path: path,
        message: "“\(id)” is not an id; an id is made of a–z, 0–9 and “-”, at most 64 of them")
      return nil
    }
    return id
  }

  static func isID(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "-")
      }
  }

  func language(_ node: JSONNode, at path: String) -> LanguageTag? {
    guard let text = string(node, at: path) else { return nil }
    do throws(LanguageTag.Refusal) {
      return try LanguageTag(checking: text)
    } catch {
      report.add(.badValue, at: node.offset, path: path, message: error.message)
      return nil
    }
  }

  /// Records a text in the form's language. A text without letters, such as "1 / 2", has no language.
  func note(plain text: String, at offset: Int, _ path: String) {
    if text.contains(where: \.isLetter) { texts.append(ShownText(offset: offset, keyPath: path, languages: [])) }
  }

  /// A string, or an object of languages that include the form's locale.
  /// - Parameter isWithAnswers: whether the text may contain answers, which are checked once all cells are known.
  func text(_ node: JSONNode, at path: String, isWithAnswers: Bool = false) -> Localized? {
    guard case .object(let members) = node.content else {
      guard case .string = node.content else {
        if case .number(let digits) = node.content {
          report.add(
            .wrongType, at: node.offset, path: path,
            message: "this is a number; a string is expected: write \"\(digits)\" in quotes")
          return nil
        }
        return wrongType(node, at: path, expected: "a string or an object of languages")
      }
      guard let text = string(node, at: path) else { return nil }
      note(plain: text, at: node.offset, path)
      return isWithAnswers ? Localized(text.nfc) : withoutAnswers(text, node: node, at: path).map { Localized($0.nfc) }
    }
    var texts: [LanguageTag: String] = [:]
    var isSound = true
    for member in members {
      let path = "\(path).\(member.key)"
      let tag: LanguageTag
      do throws(LanguageTag.Refusal) { tag = try language(ofKey: member.key) } catch {
        report.add(.badValue, at: member.keyOffset, path: path, message: error.message)
        isSound = false
        continue
      }
      guard let written = string(member.value, at: path),
        let text = isWithAnswers ? written : withoutAnswers(written, node: member.value, at: path)
      else {
        isSound = false
        continue
      }
      if texts.updateValue(text.nfc, forKey: tag) != nil, tag.description != member.key {
        report.add(.duplicate, at: member.keyOffset, path: path, message: "the language “\(tag)” is a duplicate")
        isSound = false
      }
    }
    guard isSound else { return nil }
    let languages = texts.keys.sorted()
    guard !languages.isEmpty, languages == completeLanguages || locale.match(among: languages) != nil else {
      report.add(
        .unknownReference, at: node.offset, path: path,
        message: "the text is missing in the form's locale “\(locale)”; add “\(locale.shortest)”")
      return nil
    }
    completeLanguages = languages
    self.texts.append(ShownText(offset: node.offset, keyPath: path, languages: languages))
    return Localized(texts)
  }
}
