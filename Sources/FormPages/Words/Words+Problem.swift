package import FormCells

extension Words {
  /// The message for a problem, saying how to mend it (features TI42); the definition's own words come first.
  /// - Parameter numbers: how the visitor writes numbers; left out: as the last language, the form's locale.
  package func message(
    for problem: Problem, in cell: Cell, label: String, languages: [LanguageTag],
    numbers: NumberFormat? = nil
  ) -> String {
    let own: Localized? =
      switch problem {
      case .missing: cell.messages.required
      case .pattern, .format, .notANumber, .notADate: cell.messages.invalid
      default: nil
      }
    if let own { return own.text(in: languages) }
    return builtIn(problem, in: cell, label: label, numbers ?? .of(languages.last ?? "en"))
  }

  private func builtIn(
    _ problem: Problem, in cell: Cell, label: String, _ numbers: NumberFormat
  ) -> String {
    let topic = midSentence(label)
    switch problem {
    case .missing:
      if case .orderPicker(let picker) = cell.kind { return selectCriteria(picker.minimum) }
      // A switch's label is a sentence of its own as often as not.
      if case .switch = cell.kind { return "Turn on “\(label)”." }
      return cell.optionSource == nil ? "Enter \(topic)." : "Select \(topic)."
    case .tooLong(let limit, let count):
      return "\(reduceCharacters): \(limit) allowed, \(count) entered."
    case .tooShort(let limit, let count):
      return "Enter at least \(limit) characters; \(count) entered."
    case .tooManyBytes:
      return "\(reduceCharacters): the password is too long to be stored."
    case .nullCharacter:
      return "Enter a password that can be typed on a keyboard."
    case .lostPassword:
      return "Enter \(topic) again; your session ended, and it was not kept."
    case .pattern:
      return "Enter \(topic) in the expected form."
    case .format(let format):
      return message(for: format)
    case .notANumber:
      if case .currency = cell.kind {
        return "Enter \(topic) with digits, like \(spelled("1234.5", in: cell, numbers))."
      }
      if case .text(let text) = cell.kind, text.format == .integer { return "Enter \(topic) as a whole number." }
      return "Enter \(topic) as a number."
    case .ambiguous(let readings):
      return ambiguous(readings, in: cell, numbers)
    case .otherCurrency:
      guard case .currency(let money) = cell.kind else { return "Enter \(topic) as a number." }
      return "Enter \(topic) in \(money.currency), without another currency."
    case .belowMinimum(let minimum):
      return "Enter \(cell.shownBound(minimum, in: numbers)) or more."
    case .aboveMaximum(let maximum):
      return "Enter \(cell.shownBound(maximum, in: numbers)) or less."
    case .tooManyDecimals(let allowed):
      return allowed == 0 ? "Enter a whole amount." : "Enter at most \(allowed) decimal places."
    case .tooManyDigits(let limit):
      return "Enter a number of at most \(limit) digits."
    case .tooFew(let minimum, let count):
      return "Select at least \(minimum); \(count) selected."
    case .tooMany(let maximum, let count):
      return "Select at most \(maximum); \(count) selected."
    case .unknownOptions:
      return "Select from the list."
    case .noLongerAvailable(let values):
      return "No longer available: \(values.prefix(3).joined(separator: ", ")). Select again."
    case .disabledOptions:
      return "Select an option that is available."
    case .notADate:
      return "Enter a date as YYYY-MM-DD."
    case .beforeMinimum(let day):
      return "Enter \(day) or a later date."
    case .afterMaximum(let day):
      return "Enter \(day) or an earlier date."
    }
  }

  /// Shows both readings, and how to write the one that is meant so that it has no other (anchors F11).
  private func ambiguous(_ readings: [String], in cell: Cell, _ numbers: NumberFormat) -> String {
    let question = "This can mean \(readings.map { spelled($0, in: cell, numbers) }.joined(separator: " or "))."
    var decimals: Int?
    switch cell.kind {
    case .currency(let money): decimals = CurrencyUnits.decimals(of: money.currency)
    case .text(let text) where text.format == .integer: decimals = 0
    default: break
    }
    switch decimals {
    case 0: return question + " Enter it as a whole number, without decimal places."
    case .some(let decimals) where decimals < 3: return question + " Enter it with \(decimals) decimal places."
    default: return question + " Enter one of the two."
    }
  }

  /// A number as the visitor would write it into the cell.
  private func spelled(_ digits: String, in cell: Cell, _ numbers: NumberFormat) -> String {
    guard let number = try? DecimalNumber(parsing: digits) else { return digits }
    guard case .currency(let money) = cell.kind else { return numbers.text(number, isGrouped: true) }
    return numbers.text(number, currency: money.currency, symbol: .none)
  }

  private func message(for format: TextCell.Format) -> String {
    switch format {
    case .email: "Enter an email address like name@example.com."
    case .url: "Enter a web address like https://example.com."
    case .tel: "Enter a telephone number like +1 555 0100."
    case .integer: "Enter a whole number like 12."
    case .decimal: "Enter a number like 12.5."
    }
  }

  /// "Serial Number" becomes "the serial number": built-in sentences are in sentence case (SE33). A word with capitals
  /// after its first letter ("GPS") stays as it is.
  private func midSentence(_ label: String) -> String {
    let words = label.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      word.dropFirst().contains(where: \.isUppercase) ? String(word) : word.lowercased()
    }
    return "the " + words.joined(separator: " ")
  }
}
