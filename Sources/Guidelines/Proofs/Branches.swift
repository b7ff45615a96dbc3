package import FormCells
import Support

/// Answers that lead through one branch of a form.
package struct Branch: Sendable {
  /// What is so on this way, for a file's name: `kind-is-car`, `mileage-shown`. Each once in a form.
  package let name: String
  package let witness: Witness
  /// Whether the form can be sent with these answers, on the day from which days are counted; those of a broken rule cannot, and
  /// passwords are in no file.
  package let canBeSent: Bool
}

/// The branches of a form: each condition held and not, each rule met and broken, each choice on which something depends, each
/// section with entries and without.
package struct Branches {
  /// In the order of the definition.
  package private(set) var found: [Branch] = []
  /// The names of those to which no answers are known.
  package private(set) var unreached: [String] = []
  /// Whether no answers are known with which the form can be sent: then there is no branch of that.
  package private(set) var isSentNever = false
  /// How many there are beyond the limit.
  package private(set) var leftOut = 0

  /// Files of one form.
  package static let limit = 1_000

  private let prover: Prover
  private let sendability: Sendability
  private let form: Form
  /// As the form is without room for entries.
  private let bare: Form
  private var names: Set<String> = []
  /// Answers with which each part of the form can be sent, by the cell that names it; of those for which they are known.
  private var rests: [Int: Answers] = [:]

  /// - Parameter today: from which days are counted.
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
    // Whoever posts the answers adds the passwords.
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

  /// From 1, among sections or steps.
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
      // It may fail only where the cell is hidden.
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

  /// - Parameter rule: the only one that is broken, by position; nil: none is.
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
      // What is demanded besides might lead elsewhere.
      found.append(Branch(name: name, witness: Witness(answers, of: form), canBeSent: false))
    } else {
      unreached.append(name)
    }
  }

  /// How often cells are filled in that were demanded only by answers before.
  private static let roundLimit = 20

  /// With those of the other parts of the form, and with values for all cells that are still demanded.
  /// - Parameter part: to which the answers belong; nil: to none.
  /// - Returns: also what is wrong with them for all that; nil: they cannot be read.
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
    // A rule may be broken by intent.
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
  /// For a file's name.
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
      // The names of files have up to 255 bytes.
      if slug.utf8.count + next.utf8.count > 120 { break }
      slug += next
    }
    return slug
  }
}
