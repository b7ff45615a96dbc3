/// One page of a form of several: the sections from one that begins a page up to the next. A form without such sections
/// is one step.
package struct FormStep: Sendable, Equatable {
  /// Positions among `Form.sections`.
  package let sections: Range<Int>
  /// Positions among `Form.cells`.
  package let cells: Range<Int>
}

/// A page of a form on the way to its being sent.
package enum FormPageID: Sendable, Equatable {
  /// By position among `Form.steps`.
  case step(Int)
  /// All answers before they are sent.
  case review
}

extension FormStep {
  /// The steps of these sections: at least one, and all sections are in one.
  static func steps(of sections: [FormSection]) -> [FormStep] {
    var steps: [FormStep] = []
    var (firstSection, firstCell, cellCount) = (0, 0, 0)
    for (position, section) in sections.enumerated() {
      if section.container == .step, position > firstSection {
        steps.append(FormStep(sections: firstSection..<position, cells: firstCell..<cellCount))
        (firstSection, firstCell) = (position, cellCount)
      }
      cellCount += section.cells.count
    }
    return steps + [FormStep(sections: firstSection..<sections.count, cells: firstCell..<cellCount)]
  }
}

extension Form {
  package var hasSteps: Bool { steps.count > 1 }

  /// Whether it has several pages, so that it is not sent from its first.
  package var hasPages: Bool { hasSteps || hasReview }

  /// The step in which a cell stands.
  package func step(of cell: Int) -> Int { stepOfCell.isEmpty ? 0 : stepOfCell[cell] }

  /// The step on whose page a view's cell is, or its section's.
  package func step(of view: Overlay) -> Int {
    switch view {
    case .cell(let cell): step(of: cell)
    case .section(let section): steps.firstIndex { $0.sections.contains(section) } ?? 0
    }
  }
}
