public import Localization
import Support

/// What several answers must fulfil together: one of the `rules` of a form.
package struct FormRule: Sendable {
  /// The rule is broken if this is decided and does not hold. A comparison with an empty cell decides nothing.
  package let require: Condition
  package let message: Localized
  /// The cells at which the message is shown, by `Cell.index`, in the order of the definition.
  package let cells: [Int]
  /// The cells whose answers appear in the message, by index.
  var cellsOfTexts: [Int] = []

  /// The cells that it is about, by index.
  var subjects: [Int] { require.cells + cells }
}

extension FormRule {
  /// The same rule for other cells.
  func referring(_ references: References) -> FormRule {
    FormRule(
      require: require.referring(references), message: message, cells: cells.map(references.cell),
      cellsOfTexts: cellsOfTexts)
  }
}

extension FormState {
  /// The broken rule whose message is shown at a cell, by index; `nil` if there is none.
  func brokenRule(at cell: Int) -> Int? {
    demands.brokenRules.first { form.rules[$0].cells.contains(cell) }
  }

  /// The problem of a cell, by index, at which a broken rule shows its message.
  func problemOfRule(at cell: Int) -> CellProblem? {
    guard states[cell].isVisible, let rule = brokenRule(at: cell) else { return nil }
    return CellProblem(cell: cell, problem: .rule(rule, form.rules[rule].message))
  }

  /// The same, if "Apply" of the cell's modal section is refused because of the rule: all cells of the rule, and all cells that visitors
  /// fill in for calculated ones, are in that section.
  func problemOfRuleWithin(section: Int, at cell: Int) -> CellProblem? {
    guard let index = brokenRule(at: cell), case let rule = form.rules[index],
      rule.subjects.allSatisfy({ form.modalSection(of: $0) == section }),
      case let origins = origins(of: rule.subjects, countedSections: rule.require.countedSections),
      origins.sections.isEmpty,
      origins.cells.allSatisfy({ cell in
        form.modalSection(of: cell) == section || form.cells[cell].isCalculated || !states[cell].isEditable
      })
    else { return nil }
    return problemOfRule(at: cell)
  }

  /// Whether the message of a broken rule leads to a step: the step of the rule's first visible cell.
  func breaksRule(ofStep step: Int) -> Bool {
    demands.brokenRules.contains { rule in
      form.rules[rule].cells.first { states[$0].isVisible }.map(form.step) == step
    }
  }

  /// Whether a broken rule is checked at "Continue" on a step: the last step with anything that the rule is about, if its message is shown
  /// there. On earlier steps the visitor has not been asked for everything, and could not correct it.
  func breaksRule(endingOnStep step: Int) -> Bool {
    demands.brokenRules.contains { rule in
      lastStep(ofRule: rule) == step
        && form.rules[rule].cells.contains { states[$0].isVisible && form.step(of: $0) == step }
    }
  }

  /// The last step with anything that a rule is about.
  func lastStep(ofRule rule: Int) -> Int? {
    lastStep(of: form.rules[rule].subjects, countedSections: form.rules[rule].require.countedSections)
  }
}

extension KeyTable {
  static let rule = KeyTable(
    name: "rule", about: "What several answers must fulfil together.",
    keys: [
      Key(
        "require", .condition, required: true,
        "The rule is broken where this does not hold. A comparison in which a cell is empty does not break it."),
      Key("message", .textWithAnswers, required: true, "What to do, at the cells and in the summary."),
      Key(
        "cells", .array(.id, atLeast: 1), required: true,
        "The ids of the cells at which the message is shown. The summary leads to the first."),
    ])
}

/// Reads the rules of a form.
extension FormDecoder {
  /// The maximum number of rules of a form or a section.
  private static let ruleLimit = 200

  /// Reads the rules once the cells that they name can be found. Rules with errors are reported and left out.
  /// - Parameter place: for the rules of a repeated section, one of its cells.
  func rules(_ reader: ObjectReader, drafts: CellDrafts, in place: Int? = nil) -> [FormRule] {
    guard reader.has("rules"), let elements = reader.elements("rules") else { return [] }
    if elements.count > Self.ruleLimit {
      reader.add(.badValue, key: "rules", message: "there are \(elements.count) rules; the limit is \(Self.ruleLimit)")
    }
    let conditions = ConditionReader(decoder: self, drafts: drafts, own: 0..<0, name: "rule", place: place)
    let texts = AnswerTextReader(decoder: self, drafts: drafts)
    return elements.compactMap { node, path in
      guard let rule = ObjectReader(node, as: .rule, at: path, decoder: self) else { return nil }
      let require = rule["require"].flatMap { conditions.condition($0, at: rule.path(of: "require")) }
      let message = rule.text("message")
      let cells = cells(of: rule, drafts: drafts, in: place)
      let cellsOfTexts = texts.cells(in: rule, ["message"])
      guard let require, let message, let cells else { return nil }
      return FormRule(require: require, message: message, cells: cells, cellsOfTexts: cellsOfTexts)
    }
  }

  /// The cells at which the message is shown; `nil` after an error, which is reported.
  private func cells(of rule: ObjectReader, drafts: CellDrafts, in place: Int?) -> [Int]? {
    guard let elements = rule.elements("cells") else { return nil }
    var cells: [Int] = []
    for (node, path) in elements {
      guard let id = id(node, at: path) else { continue }
      func refuse(_ code: Diagnostic.Code, message: String) {
        report.add(code, at: node.offset, path: path, message: message)
      }
      guard let index = drafts.indexByID[id] else {
        let mistake = drafts.repeated.mistake(
          inUnknown: id, among: drafts.indexByID.keys,
          instead: "name a cell outside of it, or make this one of its “rules”")
        if let mistake { refuse(.unknownReference, message: mistake) }
        continue
      }
      if let section = drafts.repeated.section(of: place), !section.cells.contains(index) {
        refuse(
          .badValue,
          message: "“\(id)” is not a cell of “\(section.id)”; name one of these, or make it a rule of the form")
        continue
      }
      if let refusal = drafts.repeated.refusal(of: index, id: id, from: place) {
        refuse(.badValue, message: "\(refusal.message); make it one of the “rules” of that section")
        continue
      }
      if cells.contains(index) { refuse(.duplicate, message: "“\(id)” is named twice; remove one") }
      if let draft = drafts.all[index], let kind = draft.behaviour {
        if !type(of: kind).hasValue {
          refuse(.badValue, message: "“\(id)” is a text of the form, which nobody fills in; name another cell")
        } else if draft.settings.isDisabled {
          refuse(.badValue, message: "“\(id)” is disabled and never checked; name another cell, or remove “disabled”")
        }
      }
      cells.append(index)
    }
    return cells.count == elements.count ? cells : nil
  }
}

/// What several answers must fulfil together, in a form written in Swift.
public struct Rule: Sendable {
  let definition: JSONValue

  /// - Parameters:
  ///   - require: the rule is broken if this does not hold.
  ///   - message: what the visitor should do.
  ///   - cells: the ids of the cells at which the message is shown; the summary leads to the first.
  public init(_ require: CellCondition, message: Localized, cells: [String]) {
    definition = .object(
      [
        ("require", require.definition), ("message", message.definition),
        ("cells", .array(cells.map(JSONValue.string))),
      ].members)
  }
}
