/// One page of a form with several pages: a section that begins a page, and the sections after it up to the next such section. A form
/// without such sections has one step.
package struct FormStep: Sendable, Equatable {
  /// Positions among `Form.sections`.
  package let sections: Range<Int>
  /// Positions among `Form.cells`.
  package let cells: Range<Int>
}

/// A page of a form.
package enum FormPageID: Sendable, Hashable {
  /// By position among `Form.steps`.
  case step(Int)
  /// All answers before they are sent.
  case review
}

extension FormStep {
  /// The steps of these sections: at least one, and each section is in one.
  static func steps(of sections: [(container: Section.Container, cellCount: Int)]) -> [FormStep] {
    var steps: [FormStep] = []
    var (firstSection, firstCell, cellCount) = (0, 0, 0)
    for (position, section) in sections.enumerated() {
      if section.container == .step, position > firstSection {
        steps.append(FormStep(sections: firstSection..<position, cells: firstCell..<cellCount))
        (firstSection, firstCell) = (position, cellCount)
      }
      cellCount += section.cellCount
    }
    return steps + [FormStep(sections: firstSection..<sections.count, cells: firstCell..<cellCount)]
  }
}

extension Form {
  package var hasSteps: Bool { steps.count > 1 }

  /// Whether it has several pages, so that it is not sent from the first.
  package var hasPages: Bool { hasSteps || hasReview }

  /// The step that contains a cell.
  package func step(of cell: Int) -> Int { stepOfCell.isEmpty ? 0 : stepOfCell[cell] }

  /// The step whose page contains the overlay's cell or section.
  package func step(of view: Overlay) -> Int {
    switch view {
    case .cell(let cell): step(of: cell)
    case .section(let section):
      steps.firstIndex { $0.sections.contains(sections[section].entry?.section ?? section) } ?? 0
    }
  }
}

/// A visitor's progress in a form with several pages, and the current page.
package struct StepProgress: Sendable, Hashable {
  /// Steps on which "Continue" was refused: their problems are shown until they are corrected.
  var refused: Set<Int> = []
  /// Steps that were completed with "Continue".
  var passed: Set<Int> = []
  /// Whether "Continue" has reached the review. From then on it leads back there.
  var hasReachedReview = false
  /// The page that the visitor is on.
  var pageID = FormPageID.step(0)

  package init() {}

  var isBlank: Bool { self == StepProgress() }
}

/// The pages of the form with these answers. A step without visible cells is skipped.
extension FormState {
  package func shows(step: Int) -> Bool {
    form.steps[step].cells.contains { states[$0].isVisible }
      || form.repeatedSections.contains { form.steps[step].sections.contains($0) && isShown(repeated: $0) }
  }

  /// The cells of a step, by index. A repeated section contributes the cells of its entries, after the definition's first cell, which
  /// represents the whole section.
  package func cells(ofStep step: Int) -> [Int] {
    guard !form.repeatedSections.isEmpty else { return Array(form.steps[step].cells) }
    return form.steps[step].sections.flatMap(cells(ofSection:))
  }

  /// The same for a section.
  package func cells(ofSection section: Int) -> [Int] {
    let own = form.sections[section].cells.map(\.index)
    guard form.sections[section].repeated != nil else { return own }
    return own.prefix(1) + entries(of: section).flatMap { form.sections[$0].cells.map(\.index) }
  }

  /// The steps that show a cell, in order.
  package var shownSteps: [Int] { form.steps.indices.filter(shows) }

  /// The first page; of a form that shows no cell at all, its first step.
  package var firstPageID: FormPageID { .step(form.steps.indices.first(where: shows) ?? 0) }

  /// The page shown instead of a step without visible cells: the next one or, if there is none, the last one before it.
  package func pageID(insteadOf step: Int) -> FormPageID {
    let shown = shownSteps
    return .step(shown.first { $0 > step } ?? shown.last ?? step)
  }

  /// The page that the visitor was on last.
  package var lastPageID: FormPageID { progress.pageID }

  /// Where "Back" leads; `nil` on the first page.
  package func pageID(before pageID: FormPageID) -> FormPageID? {
    switch pageID {
    case .review: shownSteps.last.map(FormPageID.step)
    case .step(let step): form.steps.indices.prefix(step).last(where: shows).map(FormPageID.step)
    }
  }

  /// Where "Continue" leads; `nil` if the form is sent from here.
  ///
  /// Once it has reached the review, it leads back there, unless a change has made another step incomplete.
  package func pageID(after step: Int, today: CalendarDate) -> FormPageID? {
    if progress.hasReachedReview, form.hasReview {
      let shown = shownSteps
      let order = shown.filter { $0 > step } + shown.filter { $0 < step }
      return order.first { needsVisit($0, today: today) }.map(FormPageID.step) ?? .review
    }
    if let next = form.steps.indices.suffix(from: step).dropFirst().first(where: shows) { return .step(next) }
    return form.hasReview ? .review : nil
  }

  /// Whether the button of a page leads to another page. If not, it sends the form.
  package func goesOn(from pageID: FormPageID, today: CalendarDate) -> Bool {
    guard form.hasPages, case .step(let step) = pageID else { return false }
    return self.pageID(after: step, today: today) != nil
  }

  private func needsVisit(_ step: Int, today: CalendarDate) -> Bool {
    !progress.passed.contains(step) || hasProblems(in: step, today: today) || endsProblem(on: step, today: today)
  }

  /// Whether any cell of a step has a problem.
  func hasProblems(in step: Int, today: CalendarDate) -> Bool {
    breaksRule(ofStep: step) || cells(ofStep: step).contains { ownProblem(of: $0, today: today) != nil }
  }

  /// Whether "Continue" is refused on a step. A problem that can only be corrected on a later step does not count.
  private func isStopped(at step: Int, today: CalendarDate) -> Bool {
    breaksRule(endingOnStep: step)
      || cells(ofStep: step).contains {
        ownProblem(of: $0, today: today) != nil && laterStep(mending: $0, today: today) == nil
      }
  }

  /// Whether something on an earlier step is wrong, and this is the last step on which it can be corrected.
  private func endsProblem(on step: Int, today: CalendarDate) -> Bool {
    demands.brokenRules.contains { lastStep(ofRule: $0) == step }
      || form.cells.contains {
        ownProblem(of: $0.index, today: today) != nil && laterStep(mending: $0.index, today: today) == step
      }
  }

  /// The later step on which the problem of a cell can be corrected, if the cell's value or bound is calculated. `nil` if it is corrected
  /// at the cell itself.
  private func laterStep(mending cell: Int, today: CalendarDate) -> Int? {
    let isCalculated = form.cells[cell].isCalculated
    let results = isCalculated ? [cell] : form.cells[cell].followedBounds?.cells.filter { form.cells[$0].isCalculated }
    guard let results, !results.isEmpty, let last = lastStep(of: results), last > form.step(of: cell),
      isCalculated || ownProblem(of: cell, today: today, followsBounds: false) == nil
    else { return nil }
    return last
  }

  /// The last step with any of these cells, with anything they are calculated from, or with the entries of these sections.
  func lastStep(of cells: [Int], countedSections: [Int] = []) -> Int? {
    let origins = origins(of: cells, countedSections: countedSections)
    let steps = origins.cells.filter { states[$0].isVisible }.map(form.step)
    return (steps + origins.sections.filter(isShown(repeated:)).map { form.step(of: .section($0)) }).max()
  }

  /// These cells and everything that the calculated ones among them depend on, by index, and the repeated sections whose entries count for
  /// that, by position. Hidden cells are included, and so is everything that decides whether they are shown.
  func origins(of cells: [Int], countedSections: [Int] = []) -> (cells: Set<Int>, sections: Set<Int>) {
    // Visit each cell only once: results may depend on the same result in many ways.
    var (found, sections): (Set<Int>, Set<Int>) = ([], [])
    var rest: [Int] = []
    func follow(_ cells: [Int], counted: [Int]) {
      for cell in cells {
        let section = form.sectionOfCell[cell]
        if form.sections[section].repeated != nil {
          // The section as a whole represents this cell.
          follow([], counted: [section])
        } else if isEntry(section), found.insert(cell).inserted {
          rest.append(cell)
        }
      }
      for section in counted.map({ form.sections[$0].entry?.section ?? $0 })
      where sections.insert(section).inserted && !isShown(repeated: section) {
        if let condition = form.sections[section].entriesShownWhen {
          follow(condition.cells, counted: condition.countedSections)
        }
      }
    }
    follow(cells, counted: countedSections)
    while let cell = rest.popLast().map({ form.cells[$0] }) {
      if let calculation = cell.calculation { follow(calculation.cells, counted: calculation.countedSections) }
      if states[cell.index].isVisible { continue }
      for condition in cell.visibilityConditions { follow(condition.cells, counted: condition.countedSections) }
    }
    return (found, sections)
  }

  /// The first step with a problem; `nil` if there is none.
  package func firstStepWithProblems(today: CalendarDate) -> Int? {
    form.steps.indices.first { hasProblems(in: $0, today: today) }
  }

  /// Whether the problems of a step are shown: it was refused, or the whole form was.
  package func showsProblems(ofStep step: Int) -> Bool { showsProblems || progress.refused.contains(step) }

  /// Whether "Continue" was refused on this step, the last time it was pressed.
  package func isRefused(_ step: Int) -> Bool { progress.refused.contains(step) }

  /// Whether a problem of this cell would be shown.
  package func showsProblems(of cell: Int) -> Bool {
    guard showsProblems || !progress.refused.isEmpty && progress.refused.contains(form.step(of: cell)) else {
      return false
    }
    return !revealed.contains(cell)
  }

  /// Applies "Continue" on a step.
  /// - Parameter isLast: whether the visitor has been through the whole form, so that no problem can wait for a later step.
  mutating func pass(_ step: Int, isLast: Bool, today: CalendarDate) {
    guard form.steps.indices.contains(step) else { return }
    forgetOrdinaryUndo()
    revealed.subtract(cells(ofStep: step))
    if isLast ? hasProblems(in: step, today: today) : isStopped(at: step, today: today) {
      progress.refused.insert(step)
      progress.passed.remove(step)
    } else {
      progress.refused.remove(step)
      progress.passed.insert(step)
      if !progress.hasReachedReview, pageID(after: step, today: today) == .review {
        progress.hasReachedReview = true
        // This includes steps that were completed in a session that no longer exists.
        progress.passed.formUnion(shownSteps)
      }
    }
  }
}

/// The values of cells that a page carries without showing them.
extension FormState {
  /// The values of the sections of the other steps, and of the hidden cells on this page. Sections without input from the visitor are left
  /// out.
  /// - Parameter pageID: the page.
  package func hiddenSections(on pageID: FormPageID) -> [(section: Int, text: String)] {
    form.sections.indices.compactMap { section in
      // Entries are carried with their repeated section.
      if form.sections[section].entry != nil { return nil }
      if case .step(let step) = pageID, form.steps[step].sections.contains(section) {
        let text = hiddenFieldValue(hiddenCellsOf: section)
        return text.isEmpty ? nil : (section, text)
      }
      if form.sections[section].repeated != nil, !entries[section].isEmpty {
        return (section, hiddenFieldValue(entriesOf: section))
      }
      guard form.sections[section].cells.contains(where: { values[$0.index] != initial(of: $0) || isLost($0) }) else {
        return nil
      }
      return (section, hiddenFieldValue(section: section))
    }
  }

  /// What was entered before the cells were hidden; it comes back with them. Views and repeated sections carry their own values.
  private func hiddenFieldValue(hiddenCellsOf section: Int) -> String {
    guard form.sections[section].repeated == nil, form.sections[section].container != .modal else { return "" }
    let cells = form.sections[section].cells.filter {
      !states[$0.index].isVisible && !$0.isPassword && values[$0.index] != initial(of: $0)
    }
    return HiddenFieldValues.encode(Self.fields(cells) { values[$0.index] }.flatMap { [$0.cell, $0.text] })
  }

  private func isLost(_ cell: Cell) -> Bool { lostPasswords.contains(cell.index) }

  /// The answers that would be sent now, but that a page did not show or showed differently, by `Cell.index`. For a password only its
  /// presence counts.
  /// - Parameter hidden: the hidden sections of that page, which carried every section, by position.
  package func answersChanged(since hidden: [Int: String]) -> [Int] {
    let now = asShown
    var differing: Set<Int> = []
    var former = form.cells.map(initial(of:))
    for section in form.repeatedSections {
      differing.formUnion(now.entriesChanged(in: section, since: hidden[section]))
    }
    for (position, section) in form.sections.enumerated() where section.repeated == nil && section.entry == nil {
      let text = hidden[position]
      if text == now.hiddenFieldValue(section: position) { continue }
      let before = text.map(Self.fields(in:)) ?? Self.texts(section.cells, value: initial(of:))
      let after = Self.texts(section.cells) { now.values[$0.index] }
      for cell in section.cells where before[cell.id] != after[cell.id] { differing.insert(cell.index) }
    }
    differing = differing.filter { cell in
      form.sections[form.sectionOfCell[cell]].repeated != nil || states[cell].isSent && form.cells[cell].hasValue
    }
    if differing.isEmpty { return [] }
    for (position, text) in hidden
    where form.sections.indices.contains(position) && form.sections[position].repeated == nil {
      for (cell, value) in form.values(hiddenFieldValue: text).values { former[cell] = value }
    }
    let formerStates = form.evaluation(of: former, hostValues, entries: entries).states
    return form.cells.indices.filter { cell in
      if differing.contains(cell) { return true }
      return states[cell].isSent && form.cells[cell].hasValue && !formerStates[cell].isSent
    }
  }

  /// Reads what `hiddenFieldValue(section:)` wrote; it may come from anyone. The result is text by cell id.
  private static func fields(in hiddenFieldValue: String) -> [String: String] {
    let parts = HiddenFieldValues.decode(hiddenFieldValue)
    return Dictionary(
      stride(from: 0, to: parts.count - 1, by: 2).map { (parts[$0], parts[$0 + 1]) }, uniquingKeysWith: { $1 })
  }

  private static func texts(_ cells: [Cell], value: (Cell) -> CellValue) -> [String: String] {
    Dictionary(fields(cells, value: value).map { ($0.cell, $0.text) }, uniquingKeysWith: { $1 })
  }
}
