package import FormCells

/// The page of a form that an address asks for: `?step=2`, `?step=review`; parses and prints.
package enum StageChoice: Sendable, Equatable {
  /// No `?step=`: the first page.
  case first
  case stage(FormStage)
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
      self = .stage(.step(number - 1))
    } else {
      self = text == "review" ? .stage(.review) : .unknown
    }
  }

  /// As `?step=` says it; nil: the first step, whose address has none.
  package static func text(of stage: FormStage) -> String? {
    switch stage {
    case .step(0): nil
    case .step(let step): String(step + 1)
    case .review: "review"
    }
  }

  /// The page, where this form has it.
  /// - Parameter first: what an address without a step stands for.
  func stage(in form: Form, first: @autoclosure () -> FormStage) -> FormStage? {
    switch self {
    case .first: first()
    case .stage(.review): form.hasReview ? .review : nil
    case .stage(.step(let step)): form.steps.indices.contains(step) ? .step(step) : nil
    case .unknown: nil
    }
  }
}
