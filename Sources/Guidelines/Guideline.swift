package import FormCells

/// A rule for whoever writes definitions: `formcells check` warns where one breaks it.
package struct Guideline: Sendable {
  package let id: GuidelineID
  /// The rule in one sentence.
  package let rule: String
  /// The way out, for whoever reads the list of rules.
  package let advice: String
  let check: @Sendable (CheckedForm) -> [Breach]

  init(
    _ id: GuidelineID, _ rule: String, advice: String, form check: @escaping @Sendable (CheckedForm) -> [Breach]
  ) {
    self.id = id
    self.rule = rule
    self.advice = advice
    self.check = check
  }

  /// A rule that looks at each cell by itself.
  init(
    _ id: GuidelineID, _ rule: String, advice: String, cell check: @escaping @Sendable (CheckedCell) -> [Breach]
  ) {
    self.init(id, rule, advice: advice, form: { $0.cells.flatMap(check) })
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
    case .ax13: clearLabels
    case .ax14: logicalOrder
    case .c2: keptRules
    }
  }
}
