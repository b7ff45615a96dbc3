extension Cell {
  /// The messages of a cell that a definition can word itself.
  public enum MessageKey: String, Sendable, CaseIterable {
    /// The cell is required and empty.
    case required
    /// Its value is refused for whatever has no words of its own here.
    case invalid
    /// The text has too few characters.
    case tooShort
    /// The text has too many characters.
    case tooLong
    /// The value is below the minimum.
    case tooSmall
    /// The value is above the maximum.
    case tooLarge
    /// Too few values are chosen.
    case tooFew
    /// Too many values are chosen.
    case tooMany
    /// Its value has been accepted.
    case success

    /// For the hover text of editors.
    var about: String {
      switch self {
      case .required: "Where the cell is required and empty."
      case .invalid: "Where its value is refused for any other reason."
      case .tooShort: "Where the text has too few characters."
      case .tooLong: "Where the text has too many characters."
      case .tooSmall: "Where the value is below the minimum."
      case .tooLarge: "Where the value is above the maximum."
      case .tooFew: "Where too few values are chosen."
      case .tooMany: "Where too many values are chosen."
      case .success: "Where its value has been accepted."
      }
    }
  }

  /// A definition's own words in place of the built-in ones.
  package struct Messages: Sendable {
    private let texts: [MessageKey: Localized]

    package init(_ texts: [MessageKey: Localized] = [:]) { self.texts = texts }

    package subscript(key: MessageKey) -> Localized? { texts[key] }

    /// The words for a problem: its own, else those for whatever is wrong; nil: the built-in ones.
    package func text(for problem: Problem) -> Localized? {
      guard !texts.isEmpty, let key = problem.messageKey else { return nil }
      return texts[key] ?? (key == .required ? nil : texts[.invalid])
    }
  }
}

extension Problem {
  /// Under which key a definition words it; nil: it says nothing of the value, and is always told in the built-in words.
  package var messageKey: Cell.MessageKey? {
    switch self {
    case .missing: .required
    case .tooShort: .tooShort
    case .tooLong, .tooManyBytes: .tooLong
    case .belowMinimum, .beforeMinimum, .beforeTime: .tooSmall
    case .aboveMaximum, .afterMaximum, .afterTime: .tooLarge
    case .tooFew: .tooFew
    case .tooMany: .tooMany
    case .missingOther, .nullCharacter, .pattern, .capitals, .format, .formatCharacter, .telephoneDigits,
      .missingScheme, .scheme, .port, .notANumber, .ambiguous, .otherCurrency, .tooManyDigits, .tooManyWholeDigits,
      .tooManyDecimals, .unknownOptions, .noLongerAvailable, .disabledOptions, .incomplete, .notADate, .noSuchDay,
      .noSuchMonth, .otherCalendar, .ambiguousDate, .yearDigits, .notATime, .betweenSteps:
      .invalid
    case .lostPassword: nil
    }
  }
}
