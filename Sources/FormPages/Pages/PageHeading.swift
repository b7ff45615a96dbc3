import FormCells
import Templates

/// A form's page as one of several: its name, and where it stands among the others.
struct PageHeading {
  /// The step's name, or "Check your answers"; nil: the page is called what the form is called.
  let name: String?
  /// "Step 2 of 3"; nil: there is nothing to count.
  let progress: String?

  init(_ pageID: FormPageID, of formState: borrowing FormState, in presentation: FormPresentation) {
    switch pageID {
    case .review: (name, progress) = (presentation.words.checkAnswers, nil)
    case .step(let step):
      name = presentation.stepNames[step]
      let shown = formState.form.hasSteps ? formState.shownSteps : []
      progress = shown.firstIndex(of: step).flatMap {
        shown.count > 1 ? presentation.words.step($0 + 1, of: shown.count) : nil
      }
    }
  }

  /// The document's title: what differs comes first.
  func title(of form: String, _ words: Words) -> String {
    if name == nil, progress == nil { return form }
    return [name, progress].compactMap(\.self).reversed().reduce(form) { words.pageTitle($1, $0) }
  }
}

/// The values of a section that is on another page, in a hidden input.
struct HiddenSectionView: View {
  let name: String
  let text: String

  static let needs: [Need] = [
    .attribute("name", "name", or: "what the other pages hold would be lost"),
    .attribute("value", "text", or: "what the other pages hold would be lost"),
  ]

  static let slots: [Slot<HiddenSectionView>] = [
    .text("name") { $0.name },
    .text("text") { $0.text },
  ]
}
