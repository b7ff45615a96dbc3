import Support
import TestSupport
import Testing

@testable import FormCells
@testable import Guidelines

/// Small random forms with all kinds of conditions, rules and bounds. All their states are compared with the proofs: what
/// is proven must be true, and what is true must be found.
@Suite("Proofs compared with trying all answers") struct ProverOracleTests {
  private static let formCount = TestExtent.count(100, full: 1_000)

  @Test("proofs about random forms agree with trying all answers, and need the fewest answers")
  func everyState() throws {
    var generator = SeededGenerator(seed: 29)
    var stateCount = 0
    for number in 0..<Self.formCount {
      let form = RandomForm(&generator)
      let oracle = try Oracle(form)
      stateCount += oracle.states.count
      let prover = Prover(oracle.form, today: Witness.usualDay)
      let sendability = Sendability(prover)
      // Parts of a form are independent: if one cannot be sent, none can.
      let isSent = { (question: Question, cell: Cell) -> Bool? in
        let parts = sendability.blockedParts.map { sendability.verdict(on: .nothing, about: $0).holds }
        return parts.contains(false) ? false : sendability.verdict(on: question, about: cell.index).holds
      }
      for cell in oracle.form.cells {
        let questions: [(name: String, Question, (FormState) -> Bool)] = [
          ("shown", .shown(cell.index, true), { $0.states[cell.index].isVisible }),
          ("hidden", .shown(cell.index, false), { !$0.states[cell.index].isVisible }),
          ("required", .required(cell.index, true), { $0.states[cell.index].isRequired }),
          ("optional", .required(cell.index, false), { !$0.states[cell.index].isRequired }),
          ("read-only", .locked(cell.index, true), { $0.states[cell.index].isReadOnly }),
        ]
        for (name, question, holds) in questions {
          let expected = oracle.states.filter { holds($0.state) }
          let found = prover.fewestAnswers(question)
          #expect(
            found?.count == expected.map(\.answerCount).min(), "\(number): \(cell.id) \(name) in \(form.definition)")
          if let found {
            let state = try Witness(found, of: prover.form).formState(of: oracle.form, today: Witness.usualDay)
            #expect(holds(state), "\(number): \(cell.id) \(name) with \(found) in \(form.definition)")
          }
          #expect(
            isSent(question, cell) == expected.contains { $0.isSendable },
            "\(number): \(cell.id) \(name), sent, in \(form.definition)")
        }
        // One of several equivalent values stands for all of them.
        for value in prover.domain(of: cell.index).values {
          let question = Question.all([.shown(cell.index, true), .value(of: cell.index) { $0 == value }])
          let expected = oracle.states.contains {
            $0.isSendable && $0.state.states[cell.index].isVisible && $0.state.value(of: cell) == value
          }
          #expect(isSent(question, cell) == expected, "\(number): \(cell.id) = \(value), sent, in \(form.definition)")
        }
      }
    }
    // Most forms have several cells, so there are many states.
    #expect(stateCount > Self.formCount * 50)
  }

  @Test("random forms without a mistake have no findings, and those with a mistake have some")
  func findings() throws {
    var generator = SeededGenerator(seed: 12)
    var (right, wrong) = (0, 0)
    while right < Self.formCount {
      let form = RandomForm(&generator)
      let oracle = try Oracle(form)
      let document = try DefinitionDocument(
        bytes: Array(form.definition.utf8), path: "form.json", directory: DefinitionFolder.path)
      let findings = document.contradictions(on: Witness.usualDay).map { "\($0.code.name) \($0.keyPath) \($0.message)" }
      switch oracle.isRight {
      case true?:
        right += 1
        #expect(findings.isEmpty, "\(form.definition)")
      case false?:
        wrong += 1
        #expect(!findings.isEmpty, "\(form.definition)")
      case nil: break
      }
    }
    #expect(wrong > Self.formCount / 2)
  }
}

extension Prover.Verdict {
  /// `nil` if it is unknown.
  fileprivate var holds: Bool? {
    switch self {
    case .holds: true
    case .never: false
    case .unknown: nil
    }
  }
}

/// A definition with a few cells, each with few values.
private struct RandomForm {
  private struct Kind {
    let type: String
    let keys: String
    /// The values as in a submission.
    let values: [String]
    /// Conditions on the cell.
    let conditions: [String]
  }

  private(set) var definition = ""
  /// For each cell: the values that it can have, as in a submission.
  private(set) var values: [[String]] = []
  /// The rules' conditions, and the cells that show their messages.
  private(set) var rules: [(require: String, cell: Int)] = []
  private var cells: [(type: String, text: String)] = []
  /// The first cell of the second section, and the section's condition.
  private var second: (start: Int, condition: String)?

  private static let kinds: [Kind] = [
    Kind(
      type: "radio-group", keys: #""options": ["a", "b", "c"]"#, values: ["null", #""a""#, #""b""#, #""c""#],
      conditions: [
        #""equals": "a""#, #""equals": "b""#, #""in": ["a", "c"]"#, #""filled": true"#, #""filled": false"#,
        #""equals": null"#,
      ]),
    Kind(
      type: "switch", keys: #""onLabel": "On""#, values: ["false", "true"],
      conditions: [#""equals": true"#, #""equals": false"#]),
    Kind(
      type: "number", keys: #""minimum": 0, "maximum": 2"#, values: ["null", "0", "1", "2"],
      conditions: [
        #""equals": 1"#, #""atLeast": 1"#, #""atMost": 1"#, #""atLeast": 2"#, #""atMost": 0"#, #""filled": true"#,
        #""atLeast": 3"#,
      ]),
    Kind(
      type: "date", keys: #""minimum": "2026-01-01", "maximum": "2026-01-02""#,
      values: ["null", #""2026-01-01""#, #""2026-01-02""#],
      conditions: [#""equals": "2026-01-02""#, #""atLeast": "2026-01-02""#, #""filled": false"#]),
    Kind(
      type: "checkbox-group", keys: #""options": ["x", "y"]"#, values: ["[]", #"["x"]"#, #"["y"]"#, #"["x", "y"]"#],
      conditions: [#""equals": "x""#, #""atLeast": 2"#, #""atMost": 1"#, #""filled": true"#]),
  ]

  init(_ generator: inout SeededGenerator) {
    let count = Int.random(in: 2...4, using: &generator)
    for index in 0..<count {
      let kind = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &generator)]
      var keys = [#""id": "c\#(index)", "type": "\#(kind.type)", "label": "L\#(index)""#]
      var own = kind.keys
      // The bound is the value of another cell.
      if kind.type == "number" || kind.type == "date", Int.random(in: 0..<3, using: &generator) == 0,
        let other = cells.indices.filter({ cells[$0].type == kind.type }).randomElement(using: &generator)
      {
        let first = #"{ "cell": "c\#(other)" }"#
        own = own.replacing(
          kind.type == "number" ? #""minimum": 0"# : #""minimum": "2026-01-01""#, with: #""minimum": \#(first)"#)
      }
      keys.append(own)
      if index > 0, Bool.random(using: &generator) { keys.append(#""visibleWhen": \#(condition(&generator))"#) }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1: keys.append(#""required": true"#)
      case 2 where index > 0: keys.append(#""requiredWhen": \#(condition(&generator))"#)
      case 3 where index > 0: keys.append(#""readOnlyWhen": \#(condition(&generator))"#)
      default: break
      }
      cells.append((kind.type, "{ \(keys.joined(separator: ", ")) }"))
      conditions.append(kind.conditions)
      // Without its own minimum, a cell accepts values below those of the other cell.
      let isBound = own != kind.keys
      values.append(
        kind.values + (isBound ? kind.type == "number" ? ["-1", "-2"] : [#""2025-12-31""#, #""2025-12-30""#] : []))
    }
    if count > 2, Int.random(in: 0..<4, using: &generator) == 0 {
      // A condition may only name cells of the first section.
      let all = conditions
      conditions = [conditions[0]]
      second = (1, condition(&generator))
      conditions = all
    }
    for _ in 0..<Int.random(in: 0...1, using: &generator) {
      rules.append((condition(&generator), Int.random(in: 0..<count, using: &generator)))
    }
    definition = text(rules: rules, further: [])
  }

  /// Each part of an `any` in the form's conditions.
  private(set) var partsOfAny: [String] = []
  /// The conditions on each cell so far.
  private var conditions: [[String]] = []

  private mutating func condition(_ generator: inout SeededGenerator, depth: Int = 0) -> String {
    switch Int.random(in: 0..<(depth < 2 ? 8 : 5), using: &generator) {
    case 5:
      return #"{ "not": \#(condition(&generator, depth: depth + 1)) }"#
    case 6, 7:
      let key = Bool.random(using: &generator) ? "all" : "any"
      let parts = (0..<2).map { _ in condition(&generator, depth: depth + 1) }
      if key == "any" { partsOfAny += parts }
      return #"{ "\#(key)": [\#(parts.joined(separator: ", "))] }"#
    default:
      let cell = Int.random(in: 0..<conditions.count, using: &generator)
      let others = cells.indices.filter { $0 != cell && $0 < conditions.count && cells[$0].type == cells[cell].type }
      if let other = others.randomElement(using: &generator), cells[cell].type != "checkbox-group",
        Int.random(in: 0..<3, using: &generator) == 0
      {
        let isOrdered = cells[cell].type == "number" || cells[cell].type == "date"
        let key = isOrdered ? ["equals", "atLeast", "atMost"].randomElement(using: &generator)! : "equals"
        return #"{ "cell": "c\#(cell)", "\#(key)": { "cell": "c\#(other)" } }"#
      }
      return #"{ "cell": "c\#(cell)", \#(conditions[cell].randomElement(using: &generator)!) }"#
    }
  }

  /// - Parameter further: cells of another section at the end.
  func text(rules: [(require: String, cell: Int)], further: [String]) -> String {
    let texts = cells.map(\.text)
    var sections = [#"{ "cells": [\#(texts[..<(second?.start ?? texts.count)].joined(separator: ", "))] }"#]
    if let second {
      sections.append(
        #"{ "title": "S", "visibleWhen": \#(second.condition), "cells": [\#(texts[second.start...].joined(separator: ", "))] }"#
      )
    }
    if !further.isEmpty { sections.append(#"{ "cells": [\#(further.joined(separator: ", "))] }"#) }
    let rules = rules.map { #"{ "require": \#($0.require), "message": "Mend it.", "cells": ["c\#($0.cell)"] }"# }
    let key = rules.isEmpty ? "" : #", "rules": [\#(rules.joined(separator: ", "))]"#
    return #"{ "title": "T", "sections": [\#(sections.joined(separator: ", "))]\#(key) }"#
  }

  /// The condition of the second section.
  var sectionCondition: String? { second?.condition }
  /// Whether the section of a cell has a condition.
  func isInSecond(_ cell: Int) -> Bool { second.map { cell >= $0.start } ?? false }
}

/// All states of a form, by trying all values.
private struct Oracle {
  struct State {
    let state: FormState
    /// The number of answers that a blank form does not have.
    let answerCount: Int
    let isSendable: Bool
  }

  let form: Form
  /// The states in which each cell accepts its value.
  private(set) var states: [State] = []
  /// The values of each cell, by `Cell.index`.
  let values: [[CellValue]]
  /// Whether the form has no mistake; `nil` if this cannot tell.
  private(set) var isRight: Bool?

  init(_ random: RandomForm) throws {
    form = try Self.form(random.definition)
    let form = form
    let values = try zip(form.cells, random.values).map { cell, texts in
      try texts.map { text in
        try form.values(decoding: Array(#"{ "\#(cell.id)": \#(text) }"#.utf8), path: "")[cell.index]
      }
    }
    self.values = values
    // Whether a condition alone holds is seen by the visibility of an extra cell with that condition.
    let whole = random.rules.map(\.require) + [random.sectionCondition].compactMap(\.self)
    let probed = whole + random.partsOfAny
    let probes = probed.enumerated().map {
      #"{ "id": "p\#($0)", "type": "text", "label": "P\#($0)", "visibleWhen": \#($1) }"#
    }
    let probing = try Self.form(random.text(rules: [], further: probes))
    var heldProbes = probed.map { _ in [false, false] }
    var isBroken = random.rules.map { _ in false }
    var hasValues = true
    var combination = values.map { _ in 0 }
    repeat {
      let chosen = combination.enumerated().map { values[$0][$1] }
      let state = FormState(form: form, values: chosen)
      let problems = form.cells.map { state.problem(of: $0.index, today: nil)?.problem }
      let refused = problems.contains { problem in
        switch problem {
        case nil, .missing?, .rule?: false
        default: true
        }
      }
      if !refused {
        states.append(
          State(
            state: state, answerCount: combination.count { $0 != 0 }, isSendable: problems.allSatisfy { $0 == nil }))
        for rule in state.demands.brokenRules { isBroken[rule] = true }
        let probe = FormState(form: probing, values: chosen + probed.map { _ in .text("") })
        for index in probed.indices {
          heldProbes[index][probe.states[form.cells.count + index].isVisible ? 1 : 0] = true
        }
        for cell in form.cells where cell.followedBounds != nil && state.states[cell.index].isEditable {
          guard state.states[cell.index].isRequired else { continue }
          let isPossible = values[cell.index].contains { value in
            var other = chosen
            other[cell.index] = value
            return FormState(form: form, values: other).problem(of: cell.index, today: nil).map {
              if case .rule = $0.problem { true } else { false }
            } ?? true
          }
          if !isPossible { hasValues = false }
        }
      }
    } while Self.advance(&combination, values.map(\.count))
    isRight = verdict(random, heldProbes, wholeCount: whole.count, isBroken, hasValues)
  }

  private func verdict(
    _ random: RandomForm, _ heldProbes: [[Bool]], wholeCount: Int, _ isBroken: [Bool], _ hasValues: Bool
  ) -> Bool? {
    func exists(_ holds: (State) -> Bool) -> Bool { states.contains(where: holds) }
    var isRight =
      hasValues && exists(\.isSendable) && !isBroken.contains(false) && heldProbes.allSatisfy { $0[1] }
      && heldProbes.prefix(wholeCount).allSatisfy { $0[0] }
    for cell in form.cells {
      let index = cell.index
      func state(_ state: State) -> CellState { state.state.states[index] }
      if !cell.visibilityConditions.isEmpty {
        isRight = isRight && exists { state($0).isVisible && $0.isSendable }
        // In a section with a condition, the effect of the cell's own condition cannot be seen.
        if cell.visibleWhen != nil, random.isInSecond(index) { return nil }
        isRight = isRight && exists { !state($0).isVisible }
      }
      if cell.requiredWhen != nil {
        isRight = isRight && exists { state($0).isRequired && state($0).isVisible && $0.isSendable }
        // The condition may repeat the one by which the cell is visible.
        let isRepeated = cell.visibilityConditions.contains { $0 == cell.requiredWhen }
        isRight = isRight && exists { !state($0).isRequired && (isRepeated || state($0).isVisible) }
      }
      if cell.readOnlyWhen != nil {
        isRight =
          isRight && exists { state($0).isReadOnly && state($0).isVisible }
          && exists { !state($0).isReadOnly && state($0).isVisible }
      }
      guard cell.type == .radioGroup || cell.type == .switch else { continue }
      for value in values[index] where cell.problem(with: value, isRequired: cell.isRequired, today: nil) == nil {
        let isSent = exists {
          $0.isSendable && state($0).isVisible && !state($0).isReadOnly && $0.state.values[index] == value
        }
        // A rule may forbid a choice on purpose, and a choice that nothing reads does not matter.
        if !isSent { return isRight ? nil : false }
      }
    }
    if hasDeadPair { return isRight ? nil : false }
    return isRight
  }

  /// Whether two choices are possible together, but never in a form that can be sent.
  private var hasDeadPair: Bool {
    func choices(_ cell: Cell) -> [CellValue] {
      guard cell.type == .radioGroup || cell.type == .switch else { return [] }
      return values[cell.index].filter { cell.problem(with: $0, isRequired: cell.isRequired, today: nil) == nil }
    }
    func isChosen(_ value: CellValue, in cell: Cell, _ state: State) -> Bool {
      let own = state.state.states[cell.index]
      return own.isVisible && !own.isReadOnly && state.state.values[cell.index] == value
    }
    for second in form.cells {
      for first in form.cells[..<second.index] {
        for value in choices(first) {
          for other in choices(second) {
            let together = states.filter { isChosen(value, in: first, $0) && isChosen(other, in: second, $0) }
            if !together.isEmpty, !together.contains(where: \.isSendable) { return true }
          }
        }
      }
    }
    return false
  }

  private static func form(_ text: String) throws -> Form {
    try DefinitionDocument(bytes: Array(text.utf8), path: "form.json", directory: DefinitionFolder.path).form
  }

  /// - Returns: whether there is another combination.
  private static func advance(_ combination: inout [Int], _ counts: [Int]) -> Bool {
    for index in combination.indices {
      combination[index] += 1
      if combination[index] < counts[index] { return true }
      combination[index] = 0
    }
    return false
  }
}
