package import FormCells

/// The page of a form that an address asks for: `?step=2`, `?step=review`; parses and prints.
package enum StepQuery: Sendable, Equatable {
  /// No `?step=`: the first page.
  case first
  case pageID(FormPageID)
  /// No form has such a page.
  case unknown

  /// - Parameter text: of `?step=`; nil: the address has none.
  init(_ text: String?) {
    guard let text else {
      self = .first
      return
    }
    // As it is printed, and no other way.
    if let number = Int(text), number > 0, String(number) == text {
      self = .pageID(.step(number - 1))
    } else {
      self = text == "review" ? .pageID(.review) : .unknown
    }
  }

  /// As `?step=` says it; nil: the first step, whose address has none.
  package static func text(of pageID: FormPageID) -> String? {
    switch pageID {
    case .step(0): nil
    case .step(let step): String(step + 1)
    case .review: "review"
    }
  }

  /// The page, where this form has it.
  /// - Parameter first: what an address without a step stands for.
  func pageID(in form: Form, first: @autoclosure () -> FormPageID) -> FormPageID? {
    switch self {
    case .first: first()
    case .pageID(.review): form.hasReview ? .review : nil
    case .pageID(.step(let step)): form.steps.indices.contains(step) ? .step(step) : nil
    case .unknown: nil
    }
  }
}
