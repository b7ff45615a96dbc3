package import FormCells
import Support

/// Answers that take one branch of a form.
package struct Branch: Sendable {
  /// A description of the branch for a file's name, unique in the form: `kind-is-car`, `mileage-shown`.
  package let name: String
  package let witness: Witness
  /// Whether the form can be sent with these answers, on the day from which days are counted. It cannot with those of a
  /// broken rule. It also cannot if a password is required, because passwords are in no file.
  package let canBeSent: Bool
}

/// The branches of a form: each condition true and false, each rule met and broken, each choice on which something
/// depends, each section with and without entries.
package struct Branches {
  /// In the order of the definition.
  package private(set) var found: [Branch] = []
  /// The names of branches for which no answers are known.
  package private(set) var unreached: [String] = []
  /// Whether no answers are known with which the form can be sent; the branch for sending is then missing.
  package private(set) var isSentNever = false
  /// The number of branches beyond the limit.
  package private(set) var leftOut = 0

  /// The largest number of files for one form.
  package static let limit = 1_000

  private let prover: Prover
  private let sendability: Sendability
  private let form: Form
  /// The form without room for entries.
  private let bare: Form
  private var names: Set<String> = []
  /// Answers with which each part of the form can be sent, by the cell that represents the part. Parts without known
  /// answers are missing.
  private var rests: [Int: Answers] = [:]

  /// - Parameter today: the day from which days are counted.
  package init(of form: Form, today: CalendarDate) {
    bare = form
    prover = Prover(form, today: today)
    self.form = prover.form
    sendability = Sendability(prover)
    for part in sendability.blockedParts {
      if case .holds(let answers) = sendability.verdict(on: .nothing, about: part) { rests[part] = answers }
    }
    addSent()
    for position in form.sections.indices { addSection(at: position) }
    for cell in form.cells { addCell(cell.index) }
    for (position, rule) in form.rules.enumerated() {
      addRule(self.form.rules[position], number: position + 1, definition: rule)
    }
  }

  private mutating func addSent() {
    names.insert("sent")
    let (answers, problems) = completed(Answers())
    // Passwords are added by whoever posts the answers.
    guard let problems,
      problems.allSatisfy({ bare.cells.indices.contains($0.cell) && bare.cells[$0.cell].isPassword })
    else {
      isSentNever = true
      return
    }
    found.append(Branch(name: "sent", witness: Witness(answers, of: form), canBeSent: problems.isEmpty))
  }

  private mutating func addSection(at position: Int) {
    let section = form.sections[position]
    guard let first = section.cells.first?.index else { return }
    let isStep = section.container == .step
    let name = section.repeated?.id ?? "\(isStep ? "step" : "section")-\(number(of: position, isStep: isStep))"
    if let condition = section.visibleWhen {
      add("\(name)-shown", question: .holds(condition), about: first)
      add("\(name)-hidden", question: .fails(condition), about: first)
    }
    guard let repeated = section.repeated else { return }
    func count(least: Int?, most: Int?) -> Question {
      .holds(.entryCount(section: position, places: [], atLeast: least, atMost: most))
    }
    if repeated.minimum == 0 { add("\(name)-without-entries", question: count(least: nil, most: 0), about: first) }
    add("\(name)-with-entries", question: count(least: 1, most: nil), about: first)
  }

  /// The number of a section or step, from 1.
  private func number(of position: Int, isStep: Bool) -> Int {
    isStep ? form.sections[...position].count(where: { $0.container == .step }) : position + 1
  }

  private mutating func addCell(_ index: Int) {
    let placed = form.placed(index)
    let (cell, id) = (form.cells[placed], bare.cells[index].id)
    let shown = Question.shown(placed, true)
    func add(_ condition: Condition?, held: String, failed: String, host: [Question]) {
      guard let condition else { return }
      self.add("\(id)-\(held)", question: .all(host + [.holds(condition)]), about: placed)
      // Perhaps it can fail only while the cell is hidden.
      let isHidden = if case .never = prover.verdict(on: .all(host + [.fails(condition)])) { true } else { false }
      self.add("\(id)-\(failed)", question: .all((isHidden ? [] : host) + [.fails(condition)]), about: placed)
    }
    if cell.visibleWhen != nil {
      self.add("\(id)-shown", question: shown, about: placed)
      self.add("\(id)-hidden", question: .shown(placed, false), about: placed)
    }
    add(cell.requiredWhen, held: "required", failed: "optional", host: [shown])
    add(cell.readOnlyWhen, held: "read-only", failed: "editable", host: [shown])
    for (position, note) in cell.notes.enumerated() {
      add(note.when, held: "note-\(position + 1)", failed: "without-note-\(position + 1)", host: [shown])
    }
    guard prover.isRead(placed), !cell.isReadOnly, !cell.isDisabled, !cell.isCalculated,
      cell.optionSource != nil || cell.type == .switch
    else { return }
    for value in prover.domain(of: placed).values where !cell.isEmpty(value) || cell.type == .switch {
      self.add(
        "\(id)-is-\(value.slug)", question: .all([shown, .locked(placed, false), .value(of: placed) { $0 == value }]),
        about: placed)
    }
  }

  private mutating func addRule(_ rule: FormRule, number: Int, definition: FormRule) {
    guard let first = rule.cells.first else { return }
    let checked = Question.any(rule.cells.map { .shown($0, true) })
    add("rule-\(number)-met", question: .all([checked, .condition(rule.require, .meetsRule)]), about: first)
    add(
      "rule-\(number)-broken", question: .all([checked, .condition(rule.require, .breaksRule)]), about: first,
      breaking: number - 1)
  }

  // MARK: Answers

  /// - Parameter rule: the position of the only rule that is broken; `nil` if none is.
  private mutating func add(_ stem: String, question: Question, about cell: Int, breaking rule: Int? = nil) {
    var (name, number) = (stem, 1)
    while !names.insert(name).inserted {
      number += 1
      name = "\(stem)-\(number)"
    }
    if found.count == Self.limit {
      leftOut += 1
      return
    }
    if case .holds(let answers) = sendability.verdict(on: question, about: cell, breaking: rule) {
      let (filled, problems) = completed(answers, about: sendability.part(of: cell))
      found.append(Branch(name: name, witness: Witness(filled, of: form), canBeSent: problems?.isEmpty ?? false))
    } else if let answers = prover.fewestAnswers(question) {
      // Filling in the other required cells might lead to another branch, so they are left out.
      found.append(Branch(name: name, witness: Witness(answers, of: form), canBeSent: false))
    } else {
      unreached.append(name)
    }
  }

  /// The number of rounds in which newly required cells are filled in.
  private static let roundLimit = 20

  /// The answers completed with those of the other parts of the form, and with values for all cells that are still
  /// required.
  /// - Parameter part: the part to which the answers belong; `nil` if none.
  /// - Returns: the answers, and their remaining problems; the problems are `nil` if the answers cannot be read.
  private func completed(_ given: Answers, about part: Int? = nil) -> (Answers, [CellProblem]?) {
    var answers = given
    for (other, rest) in rests where sendability.part(of: other) != part {
      answers.values.merge(rest.values) { own, _ in own }
      answers.entryCounts.merge(rest.entryCounts) { own, _ in own }
    }
    var problems: [CellProblem] = []
    for _ in 0..<Self.roundLimit {
      guard let state = try? Witness(answers, of: form).formState(of: bare, today: prover.today) else {
        return (given, nil)
      }
      problems = state.problems(today: prover.today)
      var isChanged = false
      for problem in problems where fill(problem, of: state, in: &answers) { isChanged = true }
      if !isChanged { break }
    }
    return (answers, problems)
  }

  /// - Returns: whether a value was found.
  private func fill(_ problem: CellProblem, of state: FormState, in answers: inout Answers) -> Bool {
    let section = state.form.sections[state.form.sectionOfCell[problem.cell]]
    if case .tooFewEntries(let minimum, _) = problem.problem {
      answers.entryCounts[state.form.sectionOfCell[problem.cell]] = minimum
      return true
    }
    // The rule may be broken intentionally.
    if case .rule = problem.problem { return false }
    var index = problem.cell
    if let entry = section.entry, let first = section.cells.first {
      let own = state.form.sections[entry.section].cells[index - first.index].index
      guard let placed = form.cell(own, in: entry) else { return false }
      index = placed
    }
    let cell = form.cells[index]
    let bounds = state.bounds(of: problem.cell)
    let offered = state.offeredOptions(of: state.form.cells[problem.cell])
    guard answers.values[index] == nil,
      let value = prover.domain(of: index).values.first(where: { value in
        guard cell.problem(with: value, isRequired: true, today: nil, bounds: bounds) == nil else {
          return false
        }
        guard case .selection(let selection) = value, let subset = offered.subset(of: selection.table) else {
          return true
        }
        return selection.rows.allSatisfy(subset.contains)
      })
    else { return false }
    answers.values[index] = value
    return true
  }
}

extension CellValue {
  /// The value as a part of a file's name.
  fileprivate var slug: String {
    let text: String =
      switch self {
      case .text(let text): text
      case .flag(let isOn): isOn ? "true" : "false"
      case .selection(let selection):
        (Array(selection.values) + (selection.other == nil ? [] : ["other"])).joined(separator: "-")
      case .order(let order): order.filter(\.isSelected).map(\.id).joined(separator: "-")
      }
    var slug = ""
    for character in text.lowercased().prefix(40) {
      let next = character.isLetter || character.isNumber ? String(character) : "-"
      // File names can have up to 255 bytes.
      if slug.utf8.count + next.utf8.count > 120 { break }
      slug += next
    }
    return slug
  }
}
