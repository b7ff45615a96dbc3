import Support

extension CurrencyKind {
  static let about = "An amount of money."
  static let value: Shape? = .nullable(.object { .amount })
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("currency", .currency, required: true, "ISO 4217 code."),
    Key("minimum", .number, "The smallest amount."), Key("maximum", .number, "The largest amount."),
    Key("symbol", .choice(CurrencySymbol.self), "Where the symbol stands; by the locale if left out."),
    .placeholder,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    let code = Self.code(reader)
    currency = code ?? ""
    minimum = reader.number("minimum")
    maximum = reader.number("maximum")
    if let code {
      for (key, number) in [("minimum", minimum), ("maximum", maximum)] {
        guard let number, number.significantDecimals > decimals else { continue }
        reader.add(.badValue, key, "an amount in \(code) has \(decimals) decimals at most")
      }
    }
    reader.checkOrder("minimum", minimum, "maximum", maximum)
    symbol = reader.choice("symbol", CurrencySymbol.self) ?? .locale
    placeholder = reader.text("placeholder")
    if code == nil { return nil }
  }

  private static func code(_ reader: ObjectReader) -> String? {
    guard let code = reader.string("currency") else { return nil }
    guard CurrencyUnits.decimals(of: code) != nil else {
      let upper = code.uppercased()
      let meant = CurrencyUnits.decimals(of: upper) != nil ? "; did you mean “\(upper)”?" : ", such as “USD” or “EUR”"
      reader.add(.badValue, "currency", "“\(code)” is not an ISO 4217 currency code\(meant)")
      return nil
    }
    return code
  }

  func value(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: return .text("")
    case .number(let text), .string(let text):
      let amount = (try? DecimalNumber(parsing: text))?.description(minimumDecimals: decimals) ?? "12.50"
      return decoder.wrongType(
        node, at: path, expected: "{ \"amount\": \"\(amount)\", \"currency\": \"\(currency)\" }")
    case .object, .array, .bool: break
    }
    guard let reader = ObjectReader(node, .amount, at: path, decoder: decoder) else { return nil }
    let code = reader.string("currency")
    if let code, code != currency {
      reader.add(.badValue, "currency", "the cell's currency is \(currency), not “\(code)”")
    }
    guard let text = reader.string("amount") else { return nil }
    do {
      let amount = try DecimalNumber(parsing: text)
      // Padded as what comes back from a page is, so that a page that repeats it changes nothing.
      return code == currency ? .text(amount.description(minimumDecimals: decimals)) : nil
    } catch {
      switch error {
      case .notANumber: reader.add(.badValue, "amount", "“\(text)” is not an amount; write digits such as “1234.50”")
      case .tooManyDigits:
        reader.add(
          .badValue, "amount", "the amount has more than \(Self.digitLimit - decimals) digits before its decimals")
      }
      return nil
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, _ decoder: FormDecoder) -> Condition.Operand? {
    switch node.content {
    case .string(let text) where (try? DecimalNumber(parsing: text)) == nil:
      decoder.report.add(.badValue, at: node.offset, path, "“\(text)” is not an amount; write digits such as “12.50”")
      return nil
    case .object: return value(node, at: path, decoder).map { .text($0.text) }
    case .null, .bool, .number, .string, .array: return decoder.textOperand(node, at: path)
    }
  }
}

extension KeyTable {
  static let amount = KeyTable(
    name: "amount", about: "An amount of money.",
    keys: [
      Key("amount", .string, required: true, "Exact decimal digits: \"1234.50\"."),
      Key("currency", .currency, required: true, "The cell's currency."),
    ])
}

extension Shape {
  fileprivate static let currency = Shape.choice(CurrencyUnits.codes)
}
