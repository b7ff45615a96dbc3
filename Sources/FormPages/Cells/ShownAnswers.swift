package import FormCells
import Templates

/// The answers that texts of a form contain (`{answer:CELL}`), as the review shows them.
struct ShownAnswers: Sendable {
  /// By the id of the cell.
  private let texts: [String: String]

  init(in formState: FormState, _ presentation: FormPresentation) {
    let formState = formState.asShown
    var texts: [String: String] = [:]
    for index in formState.form.cellsOfTexts {
      let state = formState.states[index]
      guard state.isVisible, !state.isDisabled else { continue }
      let cell = presentation.cells[index]
      let lines = CellAnswer.lines(of: cell, in: formState).map { $0.before + $0.text + $0.behind }
      texts[cell.id] = lines.joined(separator: presentation.words[.listSeparator]).replacing("\n", with: " ")
    }
    self.texts = texts
  }

  func filled(_ text: String) -> String { AnswerText.filled(text) { texts[$0] ?? "" } }
}

extension ShownAnswers? {
  /// The text with the answers inserted. If the form's texts contain no answers, `{{answer:` still becomes `{answer:`.
  /// still resolved.
  func filled(_ text: String) -> String { self?.filled(text) ?? AnswerText.withoutAnswers(text) ?? text }
}

extension FormPresentation {
  /// The presentation with the answers inserted into its texts; the same presentation if no text contains answers.
  package func answering(_ formState: @autoclosure () -> FormState) -> FormPresentation {
    form.cellsOfTexts.isEmpty ? self : FormPresentation(self, answers: ShownAnswers(in: formState(), self))
  }
}

extension CellPresentation {
  /// Writes one of its texts; the answers in it become `bdi` elements.
  func write(_ text: String, to output: inout Output) {
    if answers == nil { output.write(text) } else { output.write(isolating: text) }
  }
}
