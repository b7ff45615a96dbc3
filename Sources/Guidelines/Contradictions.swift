package import FormCells
package import Support

extension DefinitionDocument {
  /// Warnings about parts of the definition that can never take effect: a condition that never or always holds, answers
  /// with which the form cannot be sent, a pattern that matches no text of the allowed length, an example that its own
  /// cell rejects. They are in the order of lines; a note on what could not be decided follows.
  /// - Parameter today: the day from which relative days count. The answers given are valid on this day; whatever
  ///   depends on the day is not decided.
  package func contradictions(on today: CalendarDate) -> [Diagnostic] { contradictions(by: Prover(form, today: today)) }

  func contradictions(by prover: Prover) -> [Diagnostic] {
    let checked = CheckedForm(self)
    let truths = ConditionTruths(checked, prover: prover)
    let rulePlaces = checked.rulePlaces(in: prover.form)
    let ofConditions =
      checked.sections.enumerated().flatMap { truths.findings(on: $1, at: $0) }
      + checked.cells.flatMap { truths.findings(on: $0) + $0.findings + $0.misfits } + checked.unreadMarkup
      + rulePlaces.sorted { $0.key < $1.key }.flatMap { truths.findings(on: prover.form.rules[$0], at: $1) }
    let deadEnds = DeadEnds(checked, truths: truths, besides: ofConditions)
    let found = ofConditions + deadEnds.findings
    let sorted = found.enumerated().sorted {
      ($0.element.breach.offset, $0.offset) < ($1.element.breach.offset, $1.offset)
    }.map(\.element)
    let warnings = zip(sorted, source.places(of: sorted.map(\.breach.offset))).map { entry, place in
      var warning = Diagnostic(
        path: path, position: place.position, severity: .warning, keyPath: entry.breach.keyPath, code: entry.code,
        message: entry.breach.message, excerpt: place.excerpt)
      warning.answers = entry.witness?.json
      return warning
    }
    return warnings + note(onUnproven: truths.unproven + deadEnds.unproven)
  }

  /// The number of places that a note names.
  private static let unprovenLimit = 3

  private func note(onUnproven unproven: [ConditionTruths.Unproven]) -> [Diagnostic] {
    var places: Set<String> = []
    let each = unproven.filter { places.insert($0.place.keyPath).inserted }
    guard let first = each.min(by: { $0.place.node.offset < $1.place.node.offset }) else { return [] }
    let place = source.place(of: first.place.node.offset)
    let claims = ConditionTruths.Unproven.Claim.allCases.compactMap { claim -> String? in
      let own = each.filter { $0.claim == claim }
      guard !own.isEmpty else { return nil }
      let named = own.prefix(Self.unprovenLimit).map { "\($0.place.keyPath) (\($0.reason))" }.joined(separator: ", ")
      let rest = own.count - Self.unprovenLimit
      return "\(claim.sentence): \(named)" + (rest > 0 ? " and \(rest) more" : "")
    }
    return [
      Diagnostic(
        path: path, position: place.position, severity: .note, code: .notProven,
        message: claims.joined(separator: "; "), excerpt: place.excerpt)
    ]
  }
}

extension ConditionTruths.Unproven.Claim {
  fileprivate var sentence: String {
    switch self {
    case .outcomes: "it is not proven that these can be both true and false"
    case .sending: "it is not proven that the form can be sent with these"
    case .value: "it is not proven that these always leave a value for a required cell"
    }
  }
}

struct Contradiction {
  let code: Diagnostic.Code
  let breach: Breach
  /// The fewest answers that lead there; `nil` if no answers are needed.
  let witness: Witness?

  init(_ code: Diagnostic.Code, breach: Breach, witness: Witness? = nil) {
    (self.code, self.breach, self.witness) = (code, breach, witness)
  }
}

extension Diagnostic.Code {
  static let neverTrue = Self("never-true", summary: "A condition that never holds.")
  static let alwaysTrue = Self("always-true", summary: "A condition that always holds.")
  fileprivate static let notProven = Self("not-proven", summary: "What could not be decided about a form.")
  static let lockedEmpty = Self("locked-empty", summary: "A required cell that is read-only and empty.")
  fileprivate static let neverSaid = Self("never-said", summary: "A message that can never appear.")
  fileprivate static let neverShown = Self("never-shown", summary: "A button that is never shown.")
  fileprivate static let refusedExample = Self(
    "refused-example", summary: "A placeholder that its own cell would reject.")
  fileprivate static let unfitValue = Self(
    "unfit-value", summary: "A default value that does not fit the cells that it follows.")
  fileprivate static let alikeValues = Self(
    "alike-values", summary: "Values of options that differ only in blanks or in the width of their characters.")
  static let patternTooLong = Self(
    "pattern-too-long", summary: "A pattern that no text of the allowed length matches.")
  fileprivate static let patternWithoutWords = Self(
    "pattern-without-words", summary: "A pattern whose message does not say what is expected.")
}

extension CheckedCell {
  /// Findings about the cell alone.
  fileprivate var findings: [Contradiction] {
    var findings: [Contradiction] = []
    if cell.isRequired, cell.isReadOnly, !cell.isDisabled, cell.isEmpty(cell.initial),
      let place = place["readOnly"] ?? place["required"]
    {
      findings.append(
        Contradiction(
          .lockedEmpty,
          breach: place.breach(
            "the cell is required, read-only and empty: nobody can fill it in; give it a “value”, or remove “readOnly”")
        ))
    }
    if !cell.isRequired, cell.requiredWhen == nil, let place = place["messages"]?[Cell.MessageKey.required.rawValue] {
      findings.append(
        Contradiction(
          .neverSaid,
          breach: place.breach(
            "this message never appears: the cell is not required; add \"required\": true, or remove the message")))
    }
    if !cell.filters.isEmpty, let place = place["value"],
      case .unfittingOptions? = FormState(form: form).problem(of: cell.index, today: nil)?.problem
    {
      findings.append(
        Contradiction(
          .unfitValue,
          breach: place.breach(
            "the value is not among the options that fit the initial values of the other cells; a visitor who changes nothing cannot "
              + "send the form")))
    }
    if case .text(let text) = cell.kind, let pattern = text.pattern, let place = place["pattern"] {
      if let limit = text.maxLength, pattern.leastCount > limit {
        findings.append(
          Contradiction(
            .patternTooLong,
            breach: place.breach(
              "the shortest text that matches has \(pattern.leastCount) characters, and “maxLength” is \(limit): nobody can "
                + "fill in the cell; raise “maxLength”, or shorten the pattern")))
      }
      // The message for a mismatch contains the placeholder as an example.
      let hasExample = text.placeholder?.texts.allSatisfy(pattern.matches) ?? false
      let isExplained = hasExample || cell.helperOnError == .keep && !helpers.isEmpty
      if !isExplained, !messages.contains(where: { $0.key == .invalid }) {
        findings.append(
          Contradiction(
            .patternWithoutWords,
            breach: place.breach(
              "visitors only read “Enter a value in the expected form.”; say what is expected in "
                + "“messages.invalid”")))
      }
    }
    for button in neverShown {
      let bounds = ["minimum", "maximum", "minimumDays", "maximumDays"].filter { place[$0] != nil }.map { "“\($0)”" }
      findings.append(
        Contradiction(
          .neverShown,
          breach: button.breach(
            "this button is never shown: the cell accepts its value on no day; remove it, or change "
              + bounds.joined(separator: ", "))))
    }
    for placeholder in place.wordings("placeholder", of: form) {
      guard let reason = refusal(ofExample: placeholder) else { continue }
      findings.append(
        Contradiction(
          .refusedExample,
          breach: Breach(
            placeholder, message: "the cell would reject its own example: \(reason); write one that it accepts")))
    }
    return findings + alikeOptions
  }

  /// Options of the definition whose values people cannot tell apart.
  private var alikeOptions: [Contradiction] {
    var values: [String: String] = [:]
    return options.compactMap { option in
      let likeness = option.value.likeness ?? option.value
      guard let other = values.updateValue(option.value, forKey: likeness), other != option.value else { return nil }
      let reason = OptionFileError.Reason.alikeValues(other, option.value)
      return Contradiction(.alikeValues, breach: option.place.breach(reason.message))
    }
  }

  /// Its buttons that enter days which it never accepts.
  private var neverShown: [Place] {
    let names: [String] =
      switch cell.kind {
      case .date(let date): date.neverShown.map(\.rawValue)
      case .dateRange(let range): range.neverShown.map(\.rawValue)
      default: []
      }
    return place.elements("quick").filter { $0.node.text.map(names.contains) ?? false }
  }

  /// Why the cell rejects a placeholder that is an example of an entry; `nil` if it accepts it or the placeholder is no
  /// example.
  private func refusal(ofExample placeholder: Wording) -> String? {
    guard isEntry, cell.type != .password, let example = placeholder.text.example else { return nil }
    let value = cell.entered(cell.normalised(example), in: .of(placeholder.language))
    return cell.problem(with: .text(value), isRequired: false, today: nil)?.sentence
  }
}

extension String {
  /// The example in a placeholder: characters and digits, or an address, with or without “e.g.” before it; `nil` if it
  /// contains words.
  fileprivate var example: String? {
    var text = self
    for lead in ["e.g.", "E.g.", "eg.", "z. B.", "z.B.", "p. ex.", "ex.", "Ex.", "Example:", "For example"]
    where text.hasPrefix(lead) {
      text = String(text.dropFirst(lead.count).drop(while: \.isWhitespace))
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty, text.contains(where: { $0.isNumber || $0 == "@" }) else { return nil }
    // A lower-case word gives an instruction; examples contain none.
    let isTold = words.contains { word in
      word.allSatisfy { $0.isLetter || $0.isPunctuation && $0 != "@" } && word.contains(where: \.isLowercase)
    }
    return isTold || text.contains("…") || text.contains("...") ? nil : text
  }
}

extension DefinitionDocument {
  /// Warnings on a day: about a form that closed before it, and about each date cell in which no day can be entered on
  /// it or whose default value is rejected on it. These are not mistakes, because a definition is still served after
  /// its last day has passed.
  package func warnings(on today: CalendarDate) -> [Diagnostic] {
    let found =
      [breachOfClosing(on: today)].compactMap(\.self) + CheckedForm(self).cells.compactMap { $0.breach(on: today) }
    return zip(found, source.places(of: found.map(\.offset))).map { breach, place in
      Diagnostic(
        path: path, position: place.position, severity: .warning, keyPath: breach.keyPath, code: .dayOver,
        message: breach.message, excerpt: place.excerpt)
    }
  }
}

extension DefinitionDocument {
  /// An error for each attachment that allows larger files than the server accepts.
  /// - Parameter limit: the server's limit for a file, in bytes.
  package func findings(aboveFileLimit limit: Int) -> [Diagnostic] {
    let found = CheckedForm(self).cells.compactMap { checked -> Breach? in
      guard case .attachment(let kind) = checked.cell.kind, let bytes = kind.byteLimit, bytes > limit else {
        return nil
      }
      return checked.place["maxBytes"]?.breach(
        "“\(checked.cell.id)” allows files of \(bytes) bytes, but the server accepts only \(limit) (--file-limit); lower “maxBytes”, or "
          + "start the server with --file-limit \(bytes)")
    }
    return zip(found, source.places(of: found.map(\.offset))).map { breach, place in
      Diagnostic(
        path: path, position: place.position, severity: .error, keyPath: breach.keyPath, code: .aboveFileLimit,
        message: breach.message, excerpt: place.excerpt)
    }
  }
}

extension DefinitionDocument {
  private func breachOfClosing(on today: CalendarDate) -> Breach? {
    guard let closes = form.availability.closes, closes.day < today, let node = root.member("closes") else {
      return nil
    }
    return Place(node: node, keyPath: "closes").breach(
      "the form could be filled in until \(closes) and can no longer be sent; change “closes”, or remove it")
  }
}

extension CheckedCell {
  fileprivate func breach(on today: CalendarDate) -> Breach? {
    let bounds: Breach?
    switch cell.kind {
    case .date(let kind): bounds = breach(minimum: kind.minimum, maximum: kind.maximum, on: today)
    case .dateRange(let kind): bounds = breach(minimum: kind.minimum, maximum: kind.maximum, on: today)
    case .dateTime(let kind): bounds = breach(minimum: kind.minimum, maximum: kind.maximum, on: today)
    default: return nil
    }
    if let bounds { return bounds }
    let initial = cell.beginning(at: Moment(today)) ?? cell.initial
    guard cell.problem(with: initial, isRequired: false, today: today) != nil else { return nil }
    return place["value"]?.breach(
      "today (\(today)) the cell rejects its default value; a visitor who does not change it cannot send the form")
  }

  private func breach(minimum: DayBound?, maximum: DayBound?, on today: CalendarDate) -> Breach? {
    guard let first = minimum?.date(today: today), let last = maximum?.date(today: today), first > last else {
      return nil
    }
    let isFixed = if case .day? = maximum { true } else { false }
    return place[isFixed ? "maximum" : "minimum"]?.breach(
      "no day can be entered today, \(today): the first is \(first), the last \(last)")
  }

  private func breach(
    minimum: DateTimeKind.Bound?, maximum: DateTimeKind.Bound?, on today: CalendarDate
  ) -> Breach? {
    // “now” may be any time of the day.
    guard let minimum, let maximum, let first = minimum.fixed ?? LocalDateTime(today, minute: 0),
      let last = maximum.fixed ?? LocalDateTime(today, minute: 24 * 60 - 1), first > last
    else { return nil }
    return place[maximum.fixed == nil ? "minimum" : "maximum"]?.breach(
      "no time can be entered today, \(today): the first is \(first), the last \(last)")
  }
}

extension Diagnostic.Code {
  fileprivate static let aboveFileLimit = Self(
    "above-file-limit", summary: "An attachment allows larger files than the server accepts.")
  fileprivate static let dayOver = Self(
    "day-over", summary: "A date, range or date-time cell has no valid value today, or its default value is not valid.")
}
