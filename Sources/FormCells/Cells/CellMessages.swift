extension Cell {
  /// The messages of a cell whose words a definition can replace.
  public enum MessageKey: String, Sendable, CaseIterable {
    /// The cell is required and empty.
    case required
    /// Its value is refused for any reason without its own message.
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
      case .tooFew: "Where too few values or days are chosen."
      case .tooMany: "Where too many values or days are chosen."
      case .success: "Where its value has been accepted."
      }
    }
  }

  /// A definition's messages, which replace the built-in ones.
  package struct Messages: Sendable {
    private let texts: [MessageKey: Localized]

    package init(_ texts: [MessageKey: Localized] = [:]) { self.texts = texts }

    package subscript(key: MessageKey) -> Localized? { texts[key] }

    /// The message for a problem: its own one, otherwise that of `invalid`; `nil` for the built-in message.
    package func text(for problem: Problem) -> Localized? {
      guard !texts.isEmpty, let key = problem.messageKey else { return nil }
      return texts[key] ?? (key == .required ? nil : texts[.invalid])
    }
  }
}

extension Problem {
  /// The key of its message in definitions; `nil` if it is not about the value, and always has the built-in message.
  package var messageKey: Cell.MessageKey? {
    switch self {
    case .missing, .missingRows: .required
    case .tooShort: .tooShort
    case .tooLong, .tooManyBytes: .tooLong
    case .belowMinimum, .beforeMinimum, .beforeTime, .beforeMoment, .shorterThan: .tooSmall
    case .aboveMaximum, .afterMaximum, .afterTime, .afterMoment, .longerThan: .tooLarge
    case .tooFew, .tooFewDays: .tooFew
    case .tooMany, .tooManyDays: .tooMany
    case .ofEnd(_, let problem): problem.messageKey
    case .ofBothEnds(let one, let other): one.messageKey == other.messageKey ? one.messageKey : .invalid
    case .missingOther, .nullCharacter, .pattern, .capitals, .format, .formatCharacter, .telephoneDigits, .oneTelephone,
      .missingScheme, .scheme, .port, .notANumber, .ambiguous, .otherCurrency, .tooManyDigits, .tooManyWholeDigits,
      .tooManyDecimals, .unknownOptions, .unfittingOptions, .noLongerAvailable, .disabledOptions, .incomplete,
      .notADate, .noSuchDay, .noSuchMonth, .otherCalendar, .ambiguousDate, .yearDigits, .missingParts, .partRange,
      .missingEnd, .endsBeforeItBegins, .endsBelow, .notATime, .notADateTime, .notADuration, .ambiguousDuration,
      .skippedTime, .repeatedTime, .betweenSteps, .incalculable:
      .invalid
    case .lostPassword, .rule, .host, .tooFewEntries, .tooManyEntries: nil
    }
  }
}

extension Cell.MessageKey {
  /// The keys of a cell that can cause the message. Of these, the first one that the kind has counts: without it the message is never
  /// shown.
  fileprivate var causes: [String] {
    switch self {
    case .required, .invalid, .success: []
    case .tooShort: ["minLength"]
    case .tooLong: ["maxLength", "other"]
    case .tooSmall: ["minimum"]
    case .tooLarge: ["maximum"]
    case .tooFew: ["minimumDays", "minimum"]
    case .tooMany: ["maximumDays", "maximum"]
    }
  }
}

extension ObjectReader {
  /// Reports messages for a bound that the cell does not have.
  /// - Parameter messages: the messages of this cell.
  func checkMessages(_ messages: ObjectReader, of kind: any CellKind.Type) {
    for key in Cell.MessageKey.allCases where messages.given(key.rawValue) != nil {
      guard !kind.boundlessMessages.contains(key), let cause = key.causes.first(where: { table.key($0) != nil }),
        !has(cause)
      else { continue }
      let reason = cause == "other" ? ": only its text can be too long" : ""
      messages.addNoEffect(of: key.rawValue, "“\(key.rawValue)” has no effect without “\(cause)”\(reason)")
    }
  }
}

extension KeyTable {
  /// The messages of a cell of this kind.
  static func messages(of kind: any CellKind.Type) -> KeyTable {
    let own = keys(of: kind)
    return KeyTable(
      name: "\(kind.type.rawValue)-messages", about: "Words in place of the built-in ones.",
      keys: own.map { Key($0.rawValue, .text, $0.about) },
      refusal: { name in
        guard let key = Cell.MessageKey(rawValue: name), !own.contains(key) else { return nil }
        let known = own.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        let owners = CellType.allCases.filter { keys(of: $0.implementation).contains(key) }
        let types = owners.map { "“\($0.rawValue)”" }.joined(separator: ", ")
        return "“\(name)” never appears at a cell of the type “\(kind.type.rawValue)”, only at \(types); use one of "
          + "\(known), or remove it"
      })
  }

  private static func keys(of kind: any CellKind.Type) -> [Cell.MessageKey] {
    Cell.MessageKey.allCases.filter { $0 == .required || $0 == .success || kind.messageKeys.contains($0) }
  }
}

/// A text shown with a cell while a condition holds (B26). It never prevents sending.
public struct CellNote: Sendable, Equatable {
  /// The severity of a note.
  public enum Kind: String, Sendable, CaseIterable {
    /// Asks for a second look.
    case warning
    /// Tells something more.
    case info
  }

  package let when: Condition
  package let text: Localized
  package let kind: Kind

  package init(when: Condition, text: Localized, kind: Kind = .info) {
    self.when = when
    self.text = text
    self.kind = kind
  }
}

/// Which notes of a cell are shown, by position.
package struct ShownNotes: Sendable, Equatable {
  /// The maximum number of notes of one cell; more would be a page of help.
  static let limit = 16
  private(set) var bits: UInt16 = 0

  package init() {}

  package var isEmpty: Bool { bits == 0 }
  package func contains(_ note: Int) -> Bool { note < Self.limit && bits & 1 << note != 0 }
  mutating func insert(_ note: Int) { bits |= note < Self.limit ? 1 << note : 0 }
}

extension KeyTable {
  static let cellNote = KeyTable(
    name: "cell-note", about: "A note shown with a cell while a condition is true.",
    keys: [
      Key(
        "when", .condition, required: true,
        "The note is shown while this condition is true; it may refer to the cell itself."),
      Key("text", .textWithAnswers, required: true, "The text of the note."),
      Key("kind", .choice(CellNote.Kind.self), "warning or info; info if left out."),
    ])
}
