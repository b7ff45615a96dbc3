import Support

extension TextKind {
  static let about = "One line of text."
  static let value: Shape? = .anyString

  private static let numeric = Need.value(
    "format", of: [TextCell.Format.integer.rawValue, TextCell.Format.decimal.rawValue], byDefault: false)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooLong, .tooSmall, .tooLarge]
  static let keys =
    [Key.placeholder] + Key.limited + [
      Key("pattern", .string, "An ECMAScript regular expression that the whole text must match."),
      Key("format", .choice(TextCell.Format.self), "What kind of text it is."),
      Key("minimum", .number, needs: numeric, "The smallest number."),
      Key("maximum", .number, needs: numeric, "The largest number."),
      Key("prefix", .text, "Text in front of the field; removed if typed."),
      Key("suffix", .text, "Text after the field; removed if typed."),
      Key("scan", .boolean, "Whether a barcode or QR code can be scanned into it."),
      .autocomplete,
    ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    placeholder = reader.text("placeholder")
    maxLength = reader.count("maxLength")
    overflow = reader.choice("overflow", Overflow.self) ?? .allow
    showsCounter = reader.showsCounter()
    pattern = reader.pattern("pattern")
    if pattern != nil, let length = maxLength, length > Pattern.textScalarLimit {
      reader.add(
        .badValue, "maxLength", "a text with a “pattern” has at most \(Pattern.textScalarLimit) characters")
    }
    format = reader.choice("format", TextCell.Format.self)
    minimum = reader.number("minimum")
    maximum = reader.number("maximum")
    reader.checkOrder("minimum", minimum, "maximum", maximum)
    prefix = reader.text("prefix")
    suffix = reader.text("suffix")
    checkAffixes(reader)
    hasScan = reader.flag("scan") ?? false
    autocomplete = reader.autocomplete()
  }

  /// Refuses a prefix or suffix that is a part of addresses: it is taken off what is typed, and an address has to be whole.
  private func checkAffixes(_ reader: ObjectReader) {
    for (key, affix) in [("prefix", prefix), ("suffix", suffix)] {
      guard let text = affix?.texts.sorted().first(where: { isTakenOffAddresses($0, isPrefix: key == "prefix") })
      else { continue }
      reader.add(
        .badValue, key,
        "“\(text)” can be part of the address, but it is removed from what is typed, so the address would be incomplete; show "
          + "it in “placeholder” instead, or remove “format” to ask for the rest of the address only")
    }
  }

  /// Whether some address loses a part by the removal of this prefix or suffix.
  private func isTakenOffAddresses(_ affix: String, isPrefix: Bool) -> Bool {
    let addresses: [String] =
      switch (format, isPrefix) {
      case (.url, true): ["https://example.com", "http://example.com", affix + "example.com"]
      case (.url, false): ["https://example" + affix]
      case (.email, true): [affix + "a@example.com"]
      case (.email, false): ["a" + affix, "a@example" + affix]
      case (.tel, _), (.integer, _), (.decimal, _), (nil, _): []
      }
    return addresses.contains { formatProblem($0) == nil && bare($0) != $0 }
  }

  func value(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> CellValue? {
    guard let text = decoder.typedText(node, at: path, textReading) else { return nil }
    let isExact = numberRules != nil && (try? DecimalNumber(parsing: text)) != nil
    guard let numbers = isExact ? .of("en") : decoder.numbers else {
      return .text(TextFormat.entered(text, as: format))
    }
    return .text(entered(text, in: numbers))
  }

  func operand(_ node: JSONNode, at path: String, of id: String, _ decoder: FormDecoder) -> Condition.Operand? {
    if case .string(let text) = node.content, bare(text) != text {
      decoder.report.add(
        .badValue, at: node.offset, path,
        "no value of “\(id)” has its “prefix” or “suffix”; \(bare(text).isEmpty ? "remove it" : "write \"\(bare(text))\"")"
      )
      return nil
    }
    return decoder.textOperand(node, at: path)
  }
}
