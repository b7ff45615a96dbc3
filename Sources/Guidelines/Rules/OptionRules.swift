import FormCells

/// For how many options each kind of cell is meant.
extension Guideline {
  /// C9: a select is for five to fifteen options, a half-height view for up to six.
  private static let selectOptions = 5...15
  private static let halfViewLimit = 6

  static let enoughOptions = Guideline(
    .se7, rule: "A select has five to fifteen options; fewer are shown in place.",
    advice: "Use a radio group, for several values a checkbox group, for on and off a switch.",
    cell: { cell in
      guard cell.cell.type == .select, let place = cell.place["options"] else { return [] }
      let count = cell.options.count
      guard count < selectOptions.lowerBound else { return [] }
      let instead = cell.cell.allowsSeveral ? "a “checkbox-group”" : "a “radio-group” or a “switch”"
      return [
        place.breach(
          "\(count) option\(count == 1 ? " is" : "s are") too few for a select, which is for five to fifteen; use \(instead)"
        )
      ]
    })

  static let enoughForAView = Guideline(
    .gr7, rule: "A list picker has five options or more; fewer are shown in place.",
    advice: "Use a radio group, for several values a checkbox group.",
    cell: { cell in
      guard cell.cell.type == .listPicker, let place = cell.place["options"] else { return [] }
      let (options, count) = (cell.options, cell.options.count)
      // Rows of contacts and objects are tall, and yes and no should be a switch.
      guard count < selectOptions.lowerBound, !options.contains(where: \.hasDetails), !areBoolean(options) else {
        return []
      }
      let instead = cell.cell.allowsSeveral ? "checkbox-group" : "radio-group"
      return [
        place.breach(
          "\(count) option\(count == 1 ? " is" : "s are") too few for a separate view; use a “\(instead)”, which shows them in place"
        )
      ]
    })

  static let fewEnoughOptions = Guideline(
    .se8, rule: "More than fifteen options can be searched.", advice: "Use a list picker, which has a search.",
    cell: { cell in
      guard cell.cell.type == .select, let place = cell.optionsPlace, let count = cell.cell.optionSource?.count,
        count > selectOptions.upperBound
      else { return [] }
      return [place.breach("\(count) options are too many for a select, which has no search; use a “list-picker”")]
    })

  static let halfViews = Guideline(
    .lv35, rule: "A half view is for up to six values.", advice: "Set “view” to “full” for a longer list.",
    cell: { cell in
      guard isHalf(cell), cell.place["source"] == nil, let place = cell.place["view"] ?? cell.optionsPlace else {
        return []
      }
      let count = cell.options.count
      guard count > halfViewLimit else { return [] }
      return [place.breach("a half view is for up to six values, and this list has \(count); add \"view\": \"full\"")]
    })

  static let fullViews = Guideline(
    .lv37, rule: "A list of unknown length has a full view.", advice: "Set “view” to “full” where options are data.",
    cell: { cell in
      guard isHalf(cell), cell.place["source"] != nil, let place = cell.place["view"] ?? cell.optionsPlace else {
        return []
      }
      return [place.breach("options that are data can become many, and a half view is for few; add \"view\": \"full\"")]
    })

  private static func isHalf(_ cell: CheckedCell) -> Bool {
    if case .listPicker(let picker) = cell.cell.kind { picker.view == .half } else { false }
  }

  static let longTexts = Guideline(
    .ti2, rule: "A text is short or of a certain format; what is long is a note.",
    advice: "Use a note for texts of several lines.",
    cell: { cell in
      let characterLimit = 200
      guard case .text(let text) = cell.cell.kind, let length = text.maxLength, length > characterLimit,
        let place = cell.place["maxLength"]
      else { return [] }
      return [
        place.breach(
          "\(length) characters do not fit into one line; use a “note” for long texts, or a lower “maxLength”")
      ]
    })
}

/// Compares the options of one cell with each other.
extension Guideline {
  static let sameStructure = Guideline(
    .lp5, rule: "All options of a picker have one structure: text, or an object or contact.",
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
            ? "this option has more than a label and others do not; the rows of one picker have one structure"
            : "this option has a label only and others have more; the rows of one picker have one structure")
      ]
    })

  static let noBooleans = Guideline(
    .lp7, rule: "A choice between yes and no is a switch.",
    advice: "Use a switch; its onLabel and offLabel are its words.",
    cell: { cell in
      guard [.listPicker, .select].contains(cell.cell.type), let place = cell.optionsPlace,
        areBoolean(cell.options)
      else { return [] }
      return [place.breach("these two options are yes and no in other words; use a “switch”")]
    })

  private static func areBoolean(_ options: [CheckedOption]) -> Bool {
    guard options.count == 2 else { return false }
    let languages = options[0].labels.map(\.language)
    let labels = languages.map { language in options.map { $0.label(in: language)?.text ?? "" } }
    return (labels + [options.map(\.value)]).contains(where: isBoolean)
  }

  private static func isBoolean(_ words: [String]) -> Bool {
    let words = Set(words.map { $0.lowercased() })
    return words.count == 2 && booleans.contains(words)
  }

  /// Pairs of words in the supported languages.
  private static let booleans: Set<Set<String>> = [
    ["true", "false"], ["yes", "no"], ["on", "off"], ["1", "0"], ["y", "n"],
    ["ja", "nein"], ["an", "aus"], ["wahr", "falsch"], ["oui", "non"], ["vrai", "faux"], ["sí", "no"], ["sim", "não"],
    ["sì", "no"], ["ja", "nee"], ["aan", "uit"], ["tak", "nie"], ["evet", "hayır"], ["نعم", "لا"], ["כן", "לא"],
    ["हाँ", "नहीं"], ["हां", "नहीं"], ["はい", "いいえ"], ["是", "否"], ["예", "아니요"], ["예", "아니오"], ["네", "아니요"],
  ]

  static let onlyRows = Guideline(
    .lp8, rule: "A picker's row can only be chosen; it has no field or button.",
    advice: "Ask for the text in a text cell that shows when the option is chosen (visibleWhen).",
    cell: { cell in
      cell.options.flatMap { option in
        (option.labels + option.description).filter(asksForMore).prefix(1).map { text in
          Breach(
            text,
            message:
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
    .se29, rule: "The options of a select are short.", advice: "Use a radio group, which shows long options in place.",
    cell: { cell in
      let columnLimit = 40
      guard cell.cell.type == .select else { return [] }
      return cell.options.flatMap(\.labels).filter { $0.columnCount > columnLimit }.prefix(1).map {
        Breach(
          $0,
          message:
            "an option of \($0.columnCount) characters is too long for a select; use a “radio-group” for wordy options")
      }
    })

  static let uniformOptions = Guideline(
    .se30, rule: "Options are uniform in form, case and punctuation.",
    advice: "Begin all options alike, with a capital letter or without, and end all or none with a full stop.",
    cell: { cell in
      let options = cell.options
      for language in options.first?.labels.map(\.language) ?? [] {
        let labels = options.compactMap { $0.label(in: language) }
        if let odd = odd(among: labels, beginsSmall) {
          let others = beginsSmall(odd) == true ? "a capital" : "a small"
          return [
            Breach(
              odd,
              message: "\(odd.quoted) does not begin with \(others) letter as the other options do; begin all alike")
          ]
        }
        if let odd = odd(among: labels, endsWithStop) {
          let others = endsWithStop(odd) == true ? "no" : "a"
          return [
            Breach(
              odd,
              message:
                "\(odd.quoted) differs from the other options, which have \(others) full stop at the end; end all alike"
            )
          ]
        }
      }
      return []
    })

  /// The first label of the minority, judged by a property that not every label has; `nil` if all are alike.
  private static func odd(among labels: [Wording], _ property: (Wording) -> Bool?) -> Wording? {
    let known = labels.compactMap { label in property(label).map { (label, $0) } }
    let count = known.count { $0.1 }
    guard count > 0, count < known.count else { return nil }
    let isRare = count * 2 <= known.count
    return known.first { $0.1 == isRare }?.0
  }

  /// `nil` if it does not begin with a letter that has case, or begins with a word of fixed case.
  private static func beginsSmall(_ wording: Wording) -> Bool? {
    guard let first = wording.text.first, first.isLetter, first.isUppercase || first.isLowercase,
      let word = EnglishWord.words(of: wording.text).first
    else { return nil }
    if first.isLowercase, word.hasOwnForm || word.isMinor { return nil }
    return first.isLowercase
  }

  /// `nil` if it is too short for a sentence, or the full stop may belong to an abbreviation.
  private static func endsWithStop(_ wording: Wording) -> Bool? {
    let words = wording.text.split(separator: " ")
    guard words.count > 2, let last = words.last, let end = last.last else { return nil }
    if end != "." { return false }
    let shortWord = 4
    return last.dropLast().contains(".") || last.count <= shortWord ? nil : true
  }

  static let logicalOrder = Guideline(
    .ax14, rule: "Options are in a logical order.",
    advice: "Order the options by number, by calendar or by the alphabet.",
    cell: { cell in
      cell.optionLists.compactMap { options in
        guard let language = options.first?.labels.first?.language else { return nil }
        let labels = options.compactMap { $0.label(in: language) }
        guard let (index, order) = OptionOrder.exception(among: labels), labels.indices.contains(index) else {
          return nil
        }
        return Breach(
          labels[index],
          message: "\(labels[index].quoted) breaks the order of the options (\(order)); move it to its place")
      }
    })
}

/// The orders that options may have, and the options that break them.
private enum OptionOrder {
  enum Order: String, CustomStringConvertible {
    case numbers, days = "the days of the week", months = "the months", alphabet = "the alphabet"
    var description: String { rawValue }
  }

  /// The first option that breaks the order of all others; `nil` if there is no such order or nothing breaks it.
  static func exception(among labels: [Wording]) -> (index: Int, order: Order)? {
    let texts = labels.map(\.text)
    if let numbers = numbers(texts) { return firstDescent(numbers).map { ($0, .numbers) } }
    if labels.first?.isEnglish == true {
      if let days = positions(texts, in: days) { return firstDescent(inRound: days).map { ($0, .days) } }
      if let months = positions(texts, in: months) { return firstDescent(inRound: months).map { ($0, .months) } }
    }
    return outOfAlphabet(texts).map { ($0, .alphabet) }
  }

  // MARK: Numbers

  /// The number in each text if the texts differ in nothing else; otherwise `nil`.
  private static func numbers(_ texts: [String]) -> [Int]? {
    guard texts.count > 2 else { return nil }
    var numbers: [Int] = []
    var frame: String?
    for text in texts {
      // Times, dates and fractions cannot be compared by their first number.
      if text.contains(where: { ":/.".contains($0) }) { return nil }
      guard let start = text.firstIndex(where: \.isNumber) else { return nil }
      let digits = text[start...].prefix { ("0"..."9").contains($0) || $0 == "," }
      guard let number = Int(digits.filter { $0 != "," }) else { return nil }
      let rest = text.filter(\.isLetter).lowercased()
      // One of the words may be singular.
      if let frame, frame != rest, frame + "s" != rest, frame != rest + "s" { return nil }
      // “A4” is a name.
      if start != text.startIndex, (1...2).contains(rest.count) { return nil }
      frame = frame ?? rest
      numbers.append(number)
    }
    return numbers
  }

  /// The first number that is less than the one before; `nil` if all numbers ascend or all descend.
  private static func firstDescent(_ numbers: [Int]) -> Int? {
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 >= $1 }) { return nil }
    return zip(numbers, numbers.dropFirst()).enumerated().first { $0.element.0 > $0.element.1 }.map { $0.offset + 1 }
  }

  // MARK: The calendar

  private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  private static func positions(_ texts: [String], in names: [String]) -> [Int]? {
    let positions = texts.compactMap { names.firstIndex(of: $0.lowercased()) }
    return positions.count == texts.count && texts.count > 2 ? positions : nil
  }

  /// A cycle may begin anywhere, so a single descent does not break it.
  private static func firstDescent(inRound positions: [Int]) -> Int? {
    let descents = zip(positions, positions.dropFirst()).enumerated().filter { $0.element.0 > $0.element.1 }
    guard let first = descents.first else { return nil }
    if descents.count == 1, let begin = positions.first, let end = positions.last, end < begin { return nil }
    return first.offset + 1
  }

  // MARK: The alphabet

  /// With fewer options, alphabetical order may be a coincidence.
  private static let alphabetMinimum = 8

  /// The only text that breaks alphabetical order. The first and the last text may: the usual choice, and “Other”.
  /// Letters beyond ASCII are sorted differently in each language, so texts with such letters are not checked.
  private static func outOfAlphabet(_ texts: [String]) -> Int? {
    guard texts.count >= alphabetMinimum, texts.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    let keys = texts.map { $0.lowercased() }
    guard let descent = keys.indices.dropFirst().first(where: { keys[$0 - 1] > keys[$0] }) else { return nil }
    func isOrdered(without index: Int) -> Bool {
      let rest = keys[..<index] + keys[(index + 1)...]
      return zip(rest, rest.dropFirst()).allSatisfy { $0 <= $1 }
    }
    guard let odd = [descent, descent - 1].first(where: isOrdered), odd > 0, odd < keys.count - 1 else { return nil }
    return odd
  }
}
