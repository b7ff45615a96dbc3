import FormCells

/// Helper texts, placeholders and other words beside a cell.
extension Guideline {
  static let choiceTextCase = Guideline(
    .se33, rule: "Helper texts, notes and messages of choices, questions and footers are in sentence case.",
    advice: "Capitalise the first word and names only.",
    form: { form in
      form.sections.flatMap { textCase($0.footers, examples: []) }
        + form.cells.flatMap { cell in (cell.isEntry ? [] : textCase(cell)) + textCase(cell.question, examples: []) }
    })

  static let entryTextCase = Guideline(
    .ti6, rule: "Placeholders, helper texts, notes and messages of text inputs are in sentence case.",
    advice: "Capitalise the first word and names only.", cell: { $0.isEntry ? textCase($0) : [] })

  private static func textCase(_ cell: CheckedCell) -> [Breach] {
    textCase(
      cell.helpers + cell.wordings("prompt") + cell.notes + cell.messages.map(\.wording),
      examples: cell.wordings("placeholder"))
  }

  /// - Parameter examples: texts that may begin in either case.
  private static func textCase(_ sentences: [Wording], examples: [Wording]) -> [Breach] {
    let sentences = sentences.filter(\.isEnglish)
    return (sentences + examples.filter(\.isEnglish)).compactMap { text in
      if LetterCase.isShouted(text.text) {
        return Breach(text, message: "\(text.quoted) is all in capitals; use sentence case")
      }
      return LetterCase.wordAgainstSentenceCase(text.text).map {
        Breach(text, message: "this text is in sentence case: capitalise its first word and names only, not “\($0)”")
      }
    }
      + sentences.compactMap { text in
        LetterCase.smallBeginning(text.text).map {
          Breach(text, message: "this text begins like a sentence, with a capital; capitalise “\($0)”")
        }
      }
  }

  static let examplesAsPlaceholders = Guideline(
    .ti38, rule: "The placeholder of a text input is an example of a right value.",
    advice: "Show an example; what to do belongs in the label or the helper text.",
    cell: { cell in
      guard cell.isEntry else { return [] }
      return cell.wordings("placeholder").compactMap { placeholder in
        if cell.labels.contains(where: { $0.text.lowercased() == placeholder.text.lowercased() }) {
          return Breach(
            placeholder, message: "the placeholder says what the label says; show an example of a right value")
        }
        guard placeholder.isEnglish, isInstructionForInput(placeholder.text) else { return nil }
        return Breach(
          placeholder,
          message:
            "\(placeholder.quoted) is an instruction, and disappears when somebody types; show an example, and move the words to “helper”"
        )
      }
    })

  private static func isInstructionForInput(_ text: String) -> Bool {
    let words = EnglishWord.words(of: text)
    guard let first = words.first?.lowercased else { return false }
    // “Add 2 eggs” is an example.
    if first == "add" { return words.count > 1 && English.determiners.contains(words[1].lowercased) }
    return isInstruction(words) || words.count > 1 && words.last?.lowercased == "here"
  }

  static let oneLineHelpers = Guideline(
    .ti39, rule: "The helper text of a text input fits one line.",
    advice: "Shorten it, or say it in the section’s footer.",
    cell: { cell in
      let columnLimit = 80
      guard cell.isEntry else { return [] }
      return cell.helpers.filter { $0.columnCount > columnLimit || $0.text.contains(where: \.isNewline) }.map {
        Breach(
          $0,
          message:
            "a helper text of \($0.columnCount) characters takes more than one line; shorten it to \(columnLimit)")
      }
    })
}
