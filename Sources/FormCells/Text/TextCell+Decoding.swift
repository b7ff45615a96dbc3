import Support

extension TextCell {
  static let about = "One line of text."
  static let value: Shape? = .anyString

  private static let numeric = Need.value(
    "format", of: [TextCell.Format.integer.rawValue, TextCell.Format.decimal.rawValue], byDefault: false)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooLong, .tooSmall, .tooLarge]
  static let keys =
    [Key.placeholder] + Key.limited + [
      Key("pattern", .string, "An ECMAScript regular expression that the whole text must match."),
      Key("format", .choice(Format.self), "What kind of text it is."),
      Key("minimum", .number, needs: numeric, "The smallest number."),
      Key("maximum", .number, needs: numeric, "The largest number."),
      Key("prefix", .text, "What stands before the field; typed along, it is taken off."),
      Key("suffix", .text, "What stands behind the field; typed along, it is taken off."),
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
    format = reader.choice("format", Format.self)
    minimum = reader.number("minimum")
    maximum = reader.number("maximum")
    reader.checkOrder("minimum", minimum, "maximum", maximum)
    prefix = reader.text("prefix")
    suffix = reader.text("suffix")
    hasScan = reader.flag("scan") ?? false
    autocomplete = reader.autocomplete()
  }

  func value(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> CellValue? {
    decoder.typedText(node, at: path, isLine: true).map(CellValue.text)
  }

  func operand(_ node: JSONNode, at path: String, of id: String, _ decoder: FormDecoder) -> Condition.Operand? {
    decoder.textOperand(node, at: path)
  }
}
