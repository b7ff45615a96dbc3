import FormCells

extension Guideline {
  /// The number of characters that are read at a glance; a statement or question beside a control may be longer.
  private static let labelColumnLimit = 60
  private static let statementColumnLimit = 100

  static let briefLabels = Guideline(
    .se27, rule: "A label is direct, clear and brief.",
    advice: "Name the thing in a few words without a colon or “please”, and move the rest into the helper text.",
    form: { form in
      let labels = form.cells.flatMap { cell in
        let isStatement = [.switch, .radioGroup].contains(cell.cell.type)
        let limit = isStatement ? statementColumnLimit : labelColumnLimit
        return cell.labels.compactMap { notBrief($0, kind: "label", limit: limit, otherPlace: "to “helper”") }
      }
      let headings = form.sections.flatMap(\.headings).compactMap {
        notBrief($0, kind: "title", limit: statementColumnLimit, otherPlace: "to “footer”")
      }
      let listTitles = form.cells.flatMap(\.listTitles).compactMap {
        notBrief($0, kind: "title", limit: labelColumnLimit, otherPlace: "into “prompt”")
      }
      return labels + headings + listTitles
    })

  /// - Parameters:
  ///   - kind: the name of the text in messages.
  ///   - otherPlace: where to put what does not belong into it.
  private static func notBrief(_ text: Wording, kind: String, limit: Int, otherPlace: String) -> Breach? {
    if text.columnCount > limit {
      return Breach(
        text,
        message:
          "a \(kind) of \(text.columnCount) characters is not brief; name the thing and move the rest \(otherPlace)"
      )
    }
    if let last = text.text.last, ":：".contains(last) {
      return Breach(text, message: "a \(kind) needs no colon at the end; remove it")
    }
    if text.isEnglish, EnglishWord.words(of: text.text).contains(where: { $0.lowercased == "please" }) {
      return Breach(text, message: "a \(kind) is direct; leave out “please” and name what is asked for")
    }
    return nil
  }

  static let noActions = Guideline(
    .se28, rule: "A label names what is asked for, not what to do.",
    advice: "Leave the verb out: “First Name” rather than “Add First Name”.",
    form: { form in
      // The text before an order picker or a switch is something to do.
      let cells = form.cells.filter { ![.orderPicker, .switch].contains($0.cell.type) }
      let labels = cells.flatMap(\.labels) + form.sections.flatMap(\.labels)
      return labels.filter(\.isEnglish).compactMap { label in
        let words = EnglishWord.words(of: label.text)
        guard words.count > 1, let verb = words.first, isInstruction(words), verb.lowercased != "please" else {
          return nil
        }
        return Breach(
          label,
          message: "a label that begins with “\(verb.text)” is an instruction; leave the verb out and name the thing")
      }
    })

  /// Whether words begin with a verb that says what to do with a cell.
  static func isInstruction(_ words: [EnglishWord]) -> Bool {
    guard let first = words.first?.lowercased else { return false }
    if English.superfluousVerbs.contains(first) { return true }
    return English.ambiguousVerbs.contains(first) && words.count > 1
      && English.determiners.contains(words[1].lowercased)
  }

  static let choiceLabelCase = Guideline(
    .se32, rule: "Labels of choices, titles and buttons are in title case, or as the form’s “lint.labelCase” says.",
    advice: "Capitalise the words of the label, or set lint.labelCase to “sentence” or “off”.",
    form: { form in
      let sections = form.sections.flatMap { labelCase($0.headings, kind: "titles", of: form.form) }
      let cells = form.cells.flatMap { cell in
        (cell.isEntry ? [] : labelCase(cell.labels, of: form.form))
          + labelCase(cell.listTitles, kind: "titles", of: form.form)
          + labelCase(cell.listActions + cell.questionActions, kind: "buttons", of: form.form)
      }
      return sections + cells
    })

  static let entryLabelCase = Guideline(
    .ti5, rule: "Labels of text inputs are in title case, or as the form’s “lint.labelCase” says.",
    advice: "Capitalise the words of the label, or set lint.labelCase to “sentence” or “off”.",
    cell: { $0.isEntry ? labelCase($0.labels, of: $0.form) : [] })

  /// - Parameter kind: the name of the texts in messages.
  private static func labelCase(_ labels: [Wording], kind: String = "labels", of form: Form) -> [Breach] {
    labels.filter(\.isEnglish).compactMap { label in
      switch form.lint.labelCase {
      case .title:
        LetterCase.wordAgainstTitleCase(label.text).map {
          Breach(
            label,
            message: $0 == label.text && LetterCase.isShouted($0)
              ? "\(label.quoted) is all in capitals; \(kind) are in title case"
              : "\(kind) are in title case; capitalise “\($0)”, or set “lint.labelCase”")
        }
      case .sentence:
        LetterCase.wordAgainstSentenceCase(ofLabel: label.text).map {
          Breach(
            label,
            message:
              "the \(kind) of this form are in sentence case; only the first word and names begin with a capital, not “\($0)”"
          )
        }
      case .off: nil
      }
    }
  }

  static let clearLabels = Guideline(
    .ax13, rule: "A label identifies its purpose.",
    advice: "Name what is asked for, in words that no other cell of the section, option or row beside it has.",
    form: { form in
      var first: [LabelInSection: CheckedCell] = [:]
      let modal = form.sections.flatMap(\.labels)
      let sections = modal.compactMap(unclear) + unfinished(form, besides: modal)
      return sections + form.cells.flatMap { cell in (cell.optionLists + [cell.rows]).flatMap(twins) }
        + form.cells.flatMap { cell -> [Breach] in
          let unclear = cell.labels.compactMap(unclear)
          guard unclear.isEmpty, let label = cell.labels.first, cell.cell.visibilityConditions.isEmpty else {
            return unclear
          }
          let key = LabelInSection(section: cell.section, label: label.text.lowercased())
          if let other = first[key] {
            return [
              Breach(
                label,
                message: "the cell “\(other.cell.id)” of this section has the same label; say what each of them is for")
            ]
          }
          first[key] = cell
          return []
        }
    })

  /// Options of one list, or rows, that look the same. If they show more than a label, all of it is compared.
  private static func twins(among options: [CheckedOption]) -> [Breach] {
    let languages = Set(options.flatMap { $0.labels.map(\.language) })
    var first: [String: CheckedOption] = [:]
    return options.compactMap { option in
      for language in languages.sorted() {
        guard let text = option.text(in: language) else { continue }
        let key = "\(language)\n\(text)"
        if let other = first[key] {
          let name = other.value.isEmpty ? other.place["id"]?.node.text ?? "" : other.value
          return (option.label(in: language).map { Breach($0, message: twin(of: name)) })
            ?? option.place.breach(twin(of: name))
        }
        first[key] = option
      }
      return nil
    }
  }

  private static func twin(of name: String) -> String {
    "“\(name)” has the same label, and nobody can tell one from the other; say what each of them is for"
  }

  private struct LabelInSection: Hashable {
    let section: Int
    let label: String
  }

  private static func unclear(_ label: Wording) -> Breach? {
    guard label.text.contains(where: { $0.isLetter || $0.isNumber }) else {
      return Breach(label, message: "\(label.quoted) does not say what the cell is for; name what is asked for")
    }
    guard label.isEnglish else { return nil }
    let words = EnglishWord.words(of: label.text).map(\.lowercased)
    let name = words.filter { !$0.allSatisfy(\.isNumber) }.joined(separator: " ")
    guard meaningless.contains(name) else { return nil }
    return Breach(label, message: "\(label.quoted) names the control and not its purpose; name what is asked for")
  }

  /// A title may be one word, which would be no label, but not a placeholder that somebody forgot to replace.
  private static func unfinished(_ form: CheckedForm, besides modal: [Wording]) -> [Breach] {
    let checked = Set(modal.map(\.offset))
    return (form.sections.flatMap(\.headings) + form.cells.flatMap(\.listTitles)).filter { title in
      !checked.contains(title.offset) && placeholders.contains(title.text.lowercased())
    }.map { Breach($0, message: "\($0.quoted) does not work as a title; name what is asked for below it") }
  }

  private static let placeholders: Set<String> = [
    "untitled", "tbd", "todo", "placeholder", "lorem ipsum", "new section", "section title",
  ]

  private static let meaningless: Set<String> = [
    "text", "field", "input", "untitled", "tbd", "todo", "placeholder", "textbox", "text box", "text field",
    "input field",
    "new field", "form field", "dropdown", "drop-down", "checkbox", "radio button", "radio group", "list picker",
    "picker",
    "select", "choose", "lorem ipsum", "question",
  ]
}
