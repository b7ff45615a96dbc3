import Support

/// Values that stand in many places.
extension FormDecoder {
  func wrongType<Value>(_ node: JSONNode, at path: String, expected: String) -> Value? {
    report.add(.wrongType, at: node.offset, path, "this is \(node.typeName); \(expected) is expected")
    return nil
  }

  /// The same for a value that is not a string, but may stand in quotes by mistake.
  /// - `words`: what it may be; nil: a number.
  func wrongType<Value>(_ node: JSONNode, at path: String, expected: String, isQuoted words: [String]?) -> Value? {
    guard case .string(let text) = node.content,
      words?.contains(text) ?? ((try? DecimalNumber(parsing: text)) != nil)
    else { return wrongType(node, at: path, expected: expected) }
    report.add(
      .wrongType, at: node.offset, path, "this is a string; \(expected) is expected: write \(text) without quotes")
    return nil
  }

  /// A string that is not blank.
  func string(_ node: JSONNode, at path: String) -> String? {
    guard case .string(let text) = node.content else { return wrongType(node, at: path, expected: "a string") }
    guard !text.isBlank else {
      report.add(.badValue, at: node.offset, path, "the string is empty")
      return nil
    }
    if let control = text.firstControl {
      report.add(.badValue, at: node.offset, path, OptionFileError.Reason.control(control).message)
      return nil
    }
    return text
  }

  /// `[a-z0-9-]{1,64}`
  func id(_ node: JSONNode, at path: String) -> String? {
    guard let id = string(node, at: path) else { return nil }
    guard Self.isID(id) else {
      report.add(
        .badValue, at: node.offset, path, "“\(id)” is not an id; an id is made of a–z, 0–9 and “-”, at most 64 of them")
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
      report.add(.badValue, at: node.offset, path, error.message)
      return nil
    }
  }

  /// A text in the language of the form's locale. What has no letters, such as "1 / 2", is in none.
  func note(plain text: String, at offset: Int, _ path: String) {
    if text.contains(where: \.isLetter) { texts.append(ShownText(offset: offset, keyPath: path, languages: [])) }
  }

  /// A string, or an object of languages among which the form's locale is.
  func text(_ node: JSONNode, at path: String) -> Localized? {
    guard case .object(let members) = node.content else {
      guard case .string = node.content else {
        if case .number(let digits) = node.content {
          report.add(
            .wrongType, at: node.offset, path, "this is a number; a string is expected: write \"\(digits)\" in quotes")
          return nil
        }
        return wrongType(node, at: path, expected: "a string or an object of languages")
      }
      guard let text = string(node, at: path) else { return nil }
      note(plain: text, at: node.offset, path)
      return Localized(text.nfc)
    }
    var texts: [LanguageTag: String] = [:]
    var isSound = true
    for member in members {
      let path = "\(path).\(member.key)"
      let tag: LanguageTag
      do throws(LanguageTag.Refusal) { tag = try LanguageTag(checking: member.key) } catch {
        report.add(.badValue, at: member.keyOffset, path, error.message)
        isSound = false
        continue
      }
      guard let text = string(member.value, at: path) else {
        isSound = false
        continue
      }
      if texts.updateValue(text.nfc, forKey: tag) != nil, tag.description != member.key {
        report.add(.duplicate, at: member.keyOffset, path, "the language “\(tag)” is a duplicate")
        isSound = false
      }
    }
    guard isSound else { return nil }
    let languages = texts.keys.sorted()
    guard locale.match(among: languages) != nil else {
      report.add(
        .unknownReference, at: node.offset, path,
        "the text is not there in the form's locale “\(locale)”; add “\(locale.shortest)”")
      return nil
    }
    self.texts.append(ShownText(offset: node.offset, keyPath: path, languages: languages))
    return Localized(texts)
  }
}
