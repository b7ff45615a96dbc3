import FormCells

extension Guideline {
  /// Characters of a label that are read at a glance; a statement or question beside a control may be longer.
  private static let labelColumnLimit = 60
  private static let statementColumnLimit = 100

  static let briefLabels = Guideline(
    .se27, "A label is direct, clear and brief.",
    advice: "Name the thing in a few words without a colon or “please”, and move the rest into the helper text.",
    cell: { cell in
      let isStatement = [.switch, .radioGroup].contains(cell.cell.type)
      let limit = isStatement ? statementColumnLimit : labelColumnLimit
      return cell.labels.compactMap { label in
        if label.columnCount > limit {
          return Breach(
            label,
            "a label of \(label.columnCount) characters is not brief; name the thing and move the rest to “helper”")
        }
        if let last = label.text.last, ":：".contains(last) {
          return Breach(label, "a label stands by itself; remove the colon at the end")
        }
        if label.isEnglish, EnglishWord.words(of: label.text).contains(where: { $0.lowercased == "please" }) {
          return Breach(label, "a label is direct; leave out “please” and name what is asked for")
        }
        return nil
      }
    })

  static let noActions = Guideline(
    .se28, "A label names what is asked for, not what to do.",
    advice: "Leave the verb out: “First Name” rather than “Add First Name”.",
    cell: { cell in
      // What is in front of an order picker or a switch is something to do.
      if [.orderPicker, .switch].contains(cell.cell.type) { return [] }
      return cell.labels.filter(\.isEnglish).compactMap { label in
        let words = EnglishWord.words(of: label.text)
        guard words.count > 1, let verb = words.first, isInstruction(words), verb.lowercased != "please" else {
          return nil
        }
        return Breach(
          label, "a label that begins with “\(verb.text)” is an instruction; leave the verb out and name the thing")
      }
    })

  /// Whether words begin with a verb that tells what to do with a cell.
  static func isInstruction(_ words: [EnglishWord]) -> Bool {
    guard let first = words.first?.lowercased else { return false }
    if English.superfluousVerbs.contains(first) { return true }
    return English.ambiguousVerbs.contains(first) && words.count > 1
      && English.determiners.contains(words[1].lowercased)
  }

  static let choiceLabelCase = Guideline(
    .se32, "Labels of choices are in title case, or as the form’s “lint.labelCase” says.",
    advice: "Capitalise the words of the label, or set lint.labelCase to “sentence” or “off”.",
    cell: { $0.isEntry ? [] : labelCase($0) })

  static let entryLabelCase = Guideline(
    .ti5, "Labels of text inputs are in title case, or as the form’s “lint.labelCase” says.",
    advice: "Capitalise the words of the label, or set lint.labelCase to “sentence” or “off”.",
    cell: { $0.isEntry ? labelCase($0) : [] })

  private static func labelCase(_ cell: CheckedCell) -> [Breach] {
    cell.labels.filter(\.isEnglish).compactMap { label in
      switch cell.form.lint.labelCase {
      case .title:
        LetterCase.wordAgainstTitleCase(label.text).map {
          Breach(
            label,
            $0 == label.text && LetterCase.isShouted($0)
              ? "\(label.quoted) is all in capitals; labels are in title case"
              : "labels are in title case; capitalise “\($0)”, or set “lint.labelCase”")
        }
      case .sentence:
        LetterCase.wordAgainstSentenceCase(ofLabel: label.text).map {
          Breach(
            label,
            "the labels of this form are in sentence case; only the first word and names begin with a capital, not “\($0)”"
          )
        }
      case .off: nil
      }
    }
  }

  static let clearLabels = Guideline(
    .ax13, "A label identifies its purpose.",
    advice: "Name what is asked for, in words that no other cell of the section has.",
    form: { form in
      var first: [LabelInSection: CheckedCell] = [:]
      return form.cells.flatMap { cell -> [Breach] in
        let unclear = cell.labels.compactMap(unclear)
        guard unclear.isEmpty, let label = cell.labels.first, cell.cell.visibleWhen == nil else { return unclear }
        let key = LabelInSection(section: cell.section, label: label.text.lowercased())
        if let other = first[key] {
          return [
            Breach(
              label, "the cell “\(other.cell.id)” of this section has the same label; say what each of them is for")
          ]
        }
        first[key] = cell
        return []
      }
    })

  private struct LabelInSection: Hashable {
    let section: Int
    let label: String
  }

  private static func unclear(_ label: Wording) -> Breach? {
    guard label.text.contains(where: { $0.isLetter || $0.isNumber }) else {
      return Breach(label, "\(label.quoted) does not say what the cell is for; name what is asked for")
    }
    guard label.isEnglish else { return nil }
    let words = EnglishWord.words(of: label.text).map(\.lowercased)
    let name = words.filter { !$0.allSatisfy(\.isNumber) }.joined(separator: " ")
    guard meaningless.contains(name) else { return nil }
    return Breach(label, "\(label.quoted) names the control and not its purpose; name what is asked for")
  }

  private static let meaningless: Set<String> = [
    "text", "field", "input", "untitled", "tbd", "todo", "placeholder", "textbox", "text box", "text field",
    "input field",
    "new field", "form field", "dropdown", "drop-down", "checkbox", "radio button", "radio group", "list picker",
    "picker",
    "select", "choose", "lorem ipsum", "question",
  ]
}
