import FormCells

/// The options of one cell beside each other.
extension Guideline {
  static let sameStructure = Guideline(
    .lp5, "All options of a picker have one structure: text, or an object or contact.",
    advice: "Give all options of the picker a description (footnote, picture, initials), or none.",
    cell: { cell in
      guard [.listPicker, .select].contains(cell.cell.type) else { return [] }
      let options = cell.options
      let detailed = options.count(where: \.hasDetails)
      guard detailed > 0, detailed < options.count else { return [] }
      let isRare = detailed * 2 < options.count
      guard let odd = options.first(where: { $0.hasDetails == isRare }) else { return [] }
      return [
        odd.place.breach(
          isRare
            ? "this option has more than a label and others have not; the rows of one picker have one structure"
            : "this option has a label only and others have more; the rows of one picker have one structure")
      ]
    })

  static let noBooleans = Guideline(
    .lp7, "A choice between yes and no is a switch.", advice: "Use a switch; its onLabel and offLabel are its words.",
    cell: { cell in
      guard [.listPicker, .select].contains(cell.cell.type), let place = cell.optionsPlace else { return [] }
      let options = cell.options
      guard options.count == 2 else { return [] }
      let languages = options[0].labels.map(\.language)
      let labels = languages.map { language in options.map { $0.label(in: language)?.text ?? "" } }
      guard (labels + [options.map(\.value)]).contains(where: isBoolean) else { return [] }
      return [place.breach("these two options are yes and no in other words; use a “switch”")]
    })

  private static func isBoolean(_ words: [String]) -> Bool {
    let words = Set(words.map { $0.lowercased() })
    return words.count == 2 && booleans.contains(words)
  }

  /// In the languages that the product speaks.
  private static let booleans: Set<Set<String>> = [
    ["true", "false"], ["yes", "no"], ["on", "off"], ["1", "0"], ["y", "n"],
    ["ja", "nein"], ["an", "aus"], ["wahr", "falsch"], ["oui", "non"], ["vrai", "faux"], ["sí", "no"], ["sim", "não"],
    ["sì", "no"], ["ja", "nee"], ["aan", "uit"], ["tak", "nie"], ["evet", "hayır"], ["نعم", "لا"], ["כן", "לא"],
    ["हाँ", "नहीं"], ["हां", "नहीं"], ["はい", "いいえ"], ["是", "否"], ["예", "아니요"], ["예", "아니오"], ["네", "아니요"],
  ]

  static let onlyRows = Guideline(
    .lp8, "A row of a picker is chosen, and holds nothing to type or press.",
    advice: "Ask for the text in a text cell that shows when the option is chosen (visibleWhen).",
    cell: { cell in
      cell.options.flatMap { option in
        (option.labels + option.description).filter(asksForMore).prefix(1).map { text in
          Breach(
            text,
            "\(text.quoted) asks for more than a tick, and a row cannot be typed into; add a “text” cell with “visibleWhen”"
          )
        }
      }
    })

  private static func asksForMore(_ wording: Wording) -> Bool {
    let text = wording.text
    if ["___", ".....", "……", "☐", "[ ]", "( )"].contains(where: text.contains) { return true }
    guard wording.isEnglish else { return false }
    let lowercased = text.lowercased()
    return ["please specify", "please state", "please describe", "fill in"].contains(where: lowercased.contains)
  }

  static let shortOptions = Guideline(
    .se29, "The options of a select are short.", advice: "Use a radio group, which shows long options in place.",
    cell: { cell in
      let columnLimit = 40
      guard cell.cell.type == .select else { return [] }
      return cell.options.flatMap(\.labels).filter { $0.columnCount > columnLimit }.prefix(1).map {
        Breach(
          $0, "an option of \($0.columnCount) characters is long for a select; use a “radio-group” for wordy options")
      }
    })

  static let uniformOptions = Guideline(
    .se30, "Options are uniform in form, case and punctuation.",
    advice: "Begin all options alike, with a capital letter or without, and end all or none with a full stop.",
    cell: { cell in
      let options = cell.options
      for language in options.first?.labels.map(\.language) ?? [] {
        let labels = options.compactMap { $0.label(in: language) }
        if let odd = odd(among: labels, beginsSmall) {
          let others = beginsSmall(odd) == true ? "a capital" : "a small"
          return [
            Breach(odd, "\(odd.quoted) does not begin with \(others) letter as the other options do; begin all alike")
          ]
        }
        if let odd = odd(among: labels, endsWithStop) {
          let others = endsWithStop(odd) == true ? "no" : "a"
          return [
            Breach(
              odd,
              "\(odd.quoted) differs from the other options, which have \(others) full stop at the end; end all alike")
          ]
        }
      }
      return []
    })

  /// The first of those that are fewer, by something that not every label has; nil: they are alike.
  private static func odd(among labels: [Wording], _ property: (Wording) -> Bool?) -> Wording? {
    let known = labels.compactMap { label in property(label).map { (label, $0) } }
    let count = known.count { $0.1 }
    guard count > 0, count < known.count else { return nil }
    let isRare = count * 2 <= known.count
    return known.first { $0.1 == isRare }?.0
  }

  /// Nil: it begins with no letter that has a case, or with a word that has its own.
  private static func beginsSmall(_ wording: Wording) -> Bool? {
    guard let first = wording.text.first, first.isLetter, first.isUppercase || first.isLowercase,
      let word = EnglishWord.words(of: wording.text).first
    else { return nil }
    if first.isLowercase, word.hasOwnForm || word.isMinor { return nil }
    return first.isLowercase
  }

  /// Nil: it is too short for a sentence, or the stop may be that of an abbreviation.
  private static func endsWithStop(_ wording: Wording) -> Bool? {
    let words = wording.text.split(separator: " ")
    guard words.count > 2, let last = words.last, let end = last.last else { return nil }
    if end != "." { return false }
    let shortWord = 4
    return last.dropLast().contains(".") || last.count <= shortWord ? nil : true
  }

  static let logicalOrder = Guideline(
    .ax14, "Options are in a logical order.", advice: "Order the options by number, by calendar or by the alphabet.",
    cell: { cell in
      cell.optionLists.compactMap { options in
        guard let language = options.first?.labels.first?.language else { return nil }
        let labels = options.compactMap { $0.label(in: language) }
        guard let (index, order) = OptionOrder.exception(among: labels), labels.indices.contains(index) else {
          return nil
        }
        return Breach(
          labels[index],
          "\(labels[index].quoted) breaks the order of the options (\(order)); move it to its place")
      }
    })
}
