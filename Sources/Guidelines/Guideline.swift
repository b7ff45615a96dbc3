package import FormCells
package import Support

/// A rule for authors of definitions. `formcells check` warns if a definition breaks it.
package struct Guideline: Sendable {
  package let id: GuidelineID
  /// The rule in one sentence.
  package let rule: String
  /// What to do instead, for readers of the list of rules.
  package let advice: String
  let check: @Sendable (CheckedForm) -> [Breach]

  init(
    _ id: GuidelineID, rule: String, advice: String, form check: @escaping @Sendable (CheckedForm) -> [Breach]
  ) {
    self.id = id
    self.rule = rule
    self.advice = advice
    self.check = check
  }

  /// A rule that checks each cell separately.
  init(
    _ id: GuidelineID, rule: String, advice: String, cell check: @escaping @Sendable (CheckedCell) -> [Breach]
  ) {
    self.init(id, rule: rule, advice: advice, form: { $0.cells.flatMap(check) })
  }
}

extension Guideline {
  /// In the order of their ids.
  package static let all = GuidelineID.allCases.map(of)

  package static func of(_ id: GuidelineID) -> Guideline {
    switch id {
    case .lp5: sameStructure
    case .lp7: noBooleans
    case .lp8: onlyRows
    case .lp16: shortMessages
    case .lv35: halfViews
    case .lv37: fullViews
    case .se7: enoughOptions
    case .se8: fewEnoughOptions
    case .se14: shortWayBack
    case .se27: briefLabels
    case .se28: noActions
    case .se29: shortOptions
    case .se30: uniformOptions
    case .se32: choiceLabelCase
    case .se33: choiceTextCase
    case .se34: fullStops
    case .ti2: longTexts
    case .ti5: entryLabelCase
    case .ti6: entryTextCase
    case .ti7: helpfulMessages
    case .ti38: examplesAsPlaceholders
    case .ti39: oneLineHelpers
    case .gr7: enoughForAView
    case .sl4: roughNumbers
    case .ra5: namedEnds
    case .ra6: realRatings
    case .ma5: realMatrices
    case .ma6: fewColumns
    case .ma7: shortRows
    case .ax13: clearLabels
    case .ax14: logicalOrder
    case .c2: keptRules
    }
  }
}

/// A place where a definition breaks a rule.
struct Breach {
  /// The place in the document, in bytes.
  let offset: Int
  let keyPath: String
  /// Why it breaks the rule, and what to write instead.
  let message: String

  init(_ wording: Wording, message: String) {
    self.init(at: wording.offset, keyPath: wording.keyPath, message: message)
  }

  init(at offset: Int, keyPath: String, message: String) {
    self.offset = offset
    self.keyPath = keyPath
    self.message = message
  }
}

/// A text of a definition in one language.
struct Wording {
  let text: String
  let language: LanguageTag
  /// The place of the text in the document, in bytes.
  let offset: Int
  let keyPath: String

  /// Rules about words and capital letters apply only to English.
  var isEnglish: Bool { language.language == "en" }

  /// The width in characters; East Asian characters and emoji count as two.
  var columnCount: Int { text.reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

  /// The text in quotation marks, for messages; a long text is truncated.
  var quoted: String {
    let characterLimit = 40
    return text.count > characterLimit ? "“\(text.prefix(characterLimit - 1))…”" : "“\(text)”"
  }
}

extension DefinitionDocument {
  /// The guidelines that the definition breaks and does not ignore, in the order of lines.
  package var warnings: [Diagnostic] {
    let checked = CheckedForm(self)
    let ignored = form.lint.ignore
    // A list that several cells offer is checked with each of them but reported once.
    var places: Set<PlaceOfBreach> = []
    let found = Guideline.all.filter { !ignored.contains($0.id.rawValue) }.flatMap { guideline in
      guideline.check(checked).map { (breach: $0, guideline: guideline) }
    }.filter {
      places.insert(PlaceOfBreach(guideline: $0.guideline.id, keyPath: $0.breach.keyPath, message: $0.breach.message))
        .inserted
    }
    let sorted = found.enumerated().sorted {
      ($0.element.breach.offset, $0.offset) < ($1.element.breach.offset, $1.offset)
    }.map(\.element)
    return zip(sorted, source.places(of: sorted.map(\.breach.offset))).map { entry, place in
      Diagnostic(
        path: path, position: place.position, severity: .warning, keyPath: entry.breach.keyPath,
        code: entry.guideline.code, message: entry.breach.message, excerpt: place.excerpt)
    }
  }
}

private struct PlaceOfBreach: Hashable {
  let guideline: GuidelineID
  let keyPath: String
  let message: String
}

extension Guideline {
  package var code: Diagnostic.Code { Diagnostic.Code(id.rawValue, summary: rule) }
}
