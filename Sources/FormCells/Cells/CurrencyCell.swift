public import Localization
import Support

/// `currency`: an amount of money (TI-e).
package struct CurrencyKind: Sendable {
  /// ISO 4217.
  package var currency: String
  package var minimum: DecimalNumber?
  package var maximum: DecimalNumber?
  package var symbol: CurrencySymbol = .locale
  package var placeholder: Localized?
  /// The maximum number of digits, decimals included. A national budget in its smallest unit has about 16; longer amounts are typing or
  /// pasting errors.
  package static let digitLimit = 20
  package init(currency: String) { self.currency = currency }

  /// The decimals of the smallest unit: 2 for USD, 0 for JPY.
  package var decimals: Int { CurrencyUnits.decimals(of: currency) ?? 2 }
}

extension CurrencyKind: InputKind {
  static let type = CellType.currency
  var kind: Cell.Kind { .currency(self) }
  var measure: Condition.Measure? { .number }

  var numberRules: NumberRules? {
    NumberRules(
      currency: currency, symbol: symbol, minimumDecimals: decimals, decimalLimit: decimals,
      digitLimit: Self.digitLimit, namesDecimals: true)
  }

  func problem(with text: String, today: CalendarDate?) -> Problem? {
    switch DecimalNumber.read(text) {
    case .failure(.tooManyDigits): return numberRules?.tooManyDigits
    case .failure(let problem): return problem
    case .success(let number):
      if number.decimals > decimals { return .tooManyDecimals(limit: decimals) }
      if number.digitCount > Self.digitLimit { return numberRules?.tooManyDigits }
      return number.problem(minimum: minimum, maximum: maximum)
    }
  }

  func json(of value: CellValue) -> JSONValue? {
    let text = normalised(value.text)
    guard !text.isEmpty else { return .null }
    let amount = (try? DecimalNumber(parsing: text))?.description(minimumDecimals: decimals)
    // Texts that are not numbers were refused before. If there is one all the same, it is written unchanged rather than lost.
    return ["amount": .string(amount ?? text), "currency": .string(currency)]
  }

  func sentSchema(_ demand: SentDemand) -> [JSONValue.Member] {
    // Trailing zeros are ignored.
    let fraction = !demand.isChecked ? "[0-9]+" : decimals == 0 ? "0+" : "[0-9]{1,\(decimals)}0*"
    let amount: JSONValue = ["type": "string", "pattern": .string("^[+-]?[0-9]+(\\.\(fraction))?$")]
    return demand.type("object")
      + JSONValue.sentObject(
        [.init("amount", amount), .init("currency", ["const": .string(currency)])], required: ["amount", "currency"]
      ).dropFirst()
  }

  /// Compares as numbers: 12.5 equals 12.50.
  func equals(_ operand: String, text: String) -> Bool {
    guard let number = try? DecimalNumber(parsing: operand) else { return false }
    return (try? DecimalNumber(parsing: text)) == number
  }
}

extension CurrencyKind {
  static let about = "An amount of money."
  static let value: Shape? = .nullable(.object { .amount })
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("currency", .currency, required: true, "ISO 4217 code."),
    Key("minimum", .number.orCell(), "The smallest amount."),
    Key("maximum", .number.orCell(), "The largest amount."),
    Key("symbol", .choice(CurrencySymbol.self), "Where the symbol is; the locale decides if left out."),
    .placeholder,
    .calculate,
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    let code = Self.code(reader)
    currency = code ?? ""
    minimum = reader.bound("minimum", read: reader.number)
    maximum = reader.bound("maximum", read: reader.number)
    if let code {
      for (key, number) in [("minimum", minimum), ("maximum", maximum)] {
        guard let number, number.significantDecimals > decimals else { continue }
        reader.add(.badValue, key: key, message: "an amount in \(code) has \(decimals) decimals at most")
      }
    }
    reader.checkOrder("minimum", low: minimum, highKey: "maximum", high: maximum)
    symbol = reader.choice("symbol", CurrencySymbol.self) ?? .locale
    placeholder = reader.text("placeholder")
    if code == nil { return nil }
  }

  private static func code(_ reader: ObjectReader) -> String? {
    guard let code = reader.string("currency") else { return nil }
    guard CurrencyUnits.decimals(of: code) != nil else {
      let upper = code.uppercased()
      let meant = CurrencyUnits.decimals(of: upper) != nil ? "; did you mean “\(upper)”?" : ", such as “USD” or “EUR”"
      reader.add(.badValue, key: "currency", message: "“\(code)” is not an ISO 4217 currency code\(meant)")
      return nil
    }
    return code
  }

  func value(_ node: JSONNode, at path: String, decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: return .text("")
    case .number(let text), .string(let text):
      let amount = (try? DecimalNumber(parsing: text))?.description(minimumDecimals: decimals) ?? "12.50"
      return decoder.wrongType(
        node, at: path, expected: "{ \"amount\": \"\(amount)\", \"currency\": \"\(currency)\" }")
    case .object, .array, .bool: break
    }
    guard let reader = ObjectReader(node, as: .amount, at: path, decoder: decoder) else { return nil }
    let code = reader.string("currency")
    if let code, code != currency {
      reader.add(.badValue, key: "currency", message: "the cell's currency is \(currency), not “\(code)”")
    }
    guard let text = reader.string("amount") else { return nil }
    do {
      let amount = try DecimalNumber(parsing: text)
      // Padded like input from a page, so that a page that repeats it changes nothing.
      return code == currency ? .text(amount.exactly(minimumDecimals: decimals, limit: decimals)) : nil
    } catch {
      switch error {
      case .notANumber:
        reader.add(.badValue, key: "amount", message: "“\(text)” is not an amount; write digits such as “1234.50”")
      case .tooManyDigits:
        reader.add(
          .badValue, key: "amount",
          message: "the amount has more than \(Self.digitLimit - decimals) digits before its decimals")
      }
      return nil
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, decoder: FormDecoder) -> Condition.Operand? {
    switch node.content {
    case .string(let text) where (try? DecimalNumber(parsing: text)) == nil:
      decoder.report.add(
        .badValue, at: node.offset, path: path, message: "“\(text)” is not an amount; write digits such as “12.50”")
      return nil
    case .object: return value(node, at: path, decoder: decoder).map { .text($0.text) }
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

/// `currency` in a form written in Swift: an amount of money.
public struct CurrencyCell: PlaceholderCell, QuantityCell, CalculatedCell {
  private let currency: String
  public var definition: CellDefinition

  /// - Parameters:
  ///   - id: its name in submissions and addresses; unique in the form.
  ///   - label: what it asks for.
  ///   - currency: ISO 4217 code.
  ///   - file: the source file named in error reports.
  ///   - line: the line in that file.
  public init(
    _ id: String, label: Localized, currency: String, file: String = #fileID, line: Int = #line
  ) {
    self.currency = currency
    definition = CellDefinition(
      .currency, id: id, label: label, line: SwiftLine(file: file, line: line), said("currency", .string(currency)))
  }
}

extension CurrencyCell {
  /// Its initial value.
  public func value(_ amount: ExactNumber) -> Self {
    with("value", .object(said("amount", .string(amount.digits)) + said("currency", .string(currency))))
  }

  /// Where the symbol is shown; the locale decides if left out.
  public func symbol(_ symbol: CurrencySymbol) -> Self { with("symbol", .string(symbol.rawValue)) }
}
