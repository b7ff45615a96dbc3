import Support

extension NumberKind {
  static let about = "A number."
  static let value: Shape? = .nullable(.number)
  static let messageKeys: Set<Cell.MessageKey> = [.invalid, .tooSmall, .tooLarge]
  static let keys = [
    Key("minimum", .number, "The smallest number."), Key("maximum", .number, "The largest number."),
    Key(
      "step", .schema(["type": "number", "exclusiveMinimum": 0]),
      "Between the numbers that can be entered, counted from the minimum or 0; left out, any can, and the buttons go by 1."
    ),
    Key("unit", .text, "The text after the number."),
    Key("stepper", .boolean, "Whether there are the buttons \"Decrease\" and \"Increase\"; true if left out."),
    Key("decimals", .count(0...digitLimit - 1), "How many decimals may be entered; 0 if left out."),
  ]

  init?(_ reader: ObjectReader, isRequired: Bool) {
    decimals = reader.count("decimals") ?? 0
    minimum = number(reader, "minimum")
    maximum = number(reader, "maximum")
    unit = reader.text("unit")
    reader.checkOrder("minimum", minimum, "maximum", maximum)
    step = number(reader, "step")
    checkStep(reader)
    hasStepper = reader.flag("stepper") ?? true
    if reader.flag("stepper") == true {
      for key in ["readOnly", "disabled"] where reader.flag(key) == true {
        reader.addNoEffect("stepper", "“stepper” has no effect together with “\(key)”: the number cannot be changed")
      }
    }
  }

  private func checkStep(_ reader: ObjectReader) {
    guard let step else { return }
    if step.isNegative || step.isZero {
      reader.add(.badValue, "step", "a step is larger than 0, not \(step)")
    } else if let minimum, let maximum, minimum < maximum,
      text(pressing: .increase, on: minimum.description) == minimum.description
    {
      reader.add(.badValue, "step", "a step of \(step) reaches no number but \(minimum)")
    }
  }

  private func number(_ reader: ObjectReader, _ key: String) -> DecimalNumber? {
    guard let number = reader.number(key) else { return nil }
    if number.significantDecimals > decimals {
      let many = decimals == 1 ? "1 decimal" : "\(decimals) decimals"
      reader.add(.badValue, key, "\(number) has more than the \(many) of the cell; see “decimals”")
      return nil
    }
    if number.digitCount > Self.digitLimit {
      reader.add(.badValue, key, "the number has more than \(Self.digitLimit) digits")
      return nil
    }
    return number
  }

  func value(_ node: JSONNode, at path: String, _ decoder: FormDecoder) -> CellValue? {
    switch node.content {
    case .null: .text("")
    case .number(let digits): exact(digits, node, at: path, decoder).map(CellValue.text)
    case .bool, .string, .array, .object: decoder.wrongType(node, at: path, expected: "a number or null")
    }
  }

  func operand(_ node: JSONNode, at path: String, of id: String, _ decoder: FormDecoder) -> Condition.Operand? {
    switch node.content {
    case .null: .null
    case .number(let digits): exact(digits, node, at: path, decoder).map(Condition.Operand.text)
    case .bool, .string, .array, .object: decoder.wrongType(node, at: path, expected: "a number or null")
    }
  }

  /// The digits as they are written, without a sign, zeros or decimals that say nothing: 12.0 is the whole number 12.
  private func exact(_ digits: String, _ node: JSONNode, at path: String, _ decoder: FormDecoder) -> String? {
    do {
      let number = try DecimalNumber(parsingJSON: digits)
      let shown = number.significantDecimals <= decimals ? min(number.decimals, decimals) : number.decimals
      return number.description(minimumDecimals: shown)
    } catch {
      switch error {
      case .tooManyDigits(let limit):
        decoder.report.add(.badValue, at: node.offset, path, "the number has more than \(limit) digits")
      case .notANumber:
        decoder.report.add(.badValue, at: node.offset, path, "\(digits) is not a number")
      }
      return nil
    }
  }
}
