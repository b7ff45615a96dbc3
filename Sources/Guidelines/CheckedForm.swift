import FormCells
import Support

/// A form as the rules look at it: its sections and cells with their places.
struct CheckedForm {
  let form: Form
  let document: JSONNode
  let sections: [CheckedSection]
  let cells: [CheckedCell]
  /// The places of its rules.
  let rules: [Place]

  init(_ document: DefinitionDocument) {
    let form = document.form
    let sections = document.root.elements("sections", under: "")
    var cells: [CheckedCell] = []
    for (index, section) in sections.enumerated() {
      for cell in section.node.elements("cells", under: section.keyPath) where form.cells.indices.contains(cells.count)
      {
        cells.append(
          CheckedCell(
            form.cells[cells.count], form: form, section: index, at: cell,
            optionLists: document.root.member("optionLists")))
      }
    }
    self.form = form
    self.document = document.root
    self.sections = sections.enumerated().map { index, place in
      CheckedSection(
        form: form, section: form.sections.indices.contains(index) ? form.sections[index] : nil, place: place)
    }
    self.cells = cells
    rules = document.root.elements("rules", under: "")
  }

  /// The document itself.
  var whole: Place { Place(node: document, keyPath: "") }

  /// The places of the rules of a form with room for entries, by position: those of the form, and those of a first entry. None
  /// where a rule has mistakes, which have a place only.
  func rulePlaces(in roomy: Form) -> [Int: Place] {
    var places: [Int: Place] = [:]
    guard rules.count == form.rules.count else { return [:] }
    for (position, place) in rules.enumerated() { places[position] = place }
    guard roomy.room > 0 else { return places }
    var position = rules.count
    for section in form.repeatedSections {
      let own = sections[section].place.elements("rules")
      guard own.count == form.sections[section].repeated?.rules.count else { return places }
      for place in own {
        places[position] = place
        position += 1
      }
    }
    return places
  }
}

/// A section as the rules look at it.
struct CheckedSection {
  let form: Form
  /// Nil: it cannot be read.
  let section: FormSection?
  let place: Place

  var titles: [Wording] { place.wordings("title", of: form) }
  var footers: [Wording] { place.wordings("footer", of: form) }

  /// The names of a modal section, which is drawn as a cell: those of its cell.
  var labels: [Wording] {
    guard place["container"]?.node.text == Section.Container.modal.rawValue else { return [] }
    let own = place.wordings("label", of: form)
    return own.isEmpty ? titles : own
  }

  /// All that its headings say.
  var headings: [Wording] { titles + place.wordings("label", of: form) }
}

/// A node of the document, and its key path.
struct Place {
  let node: JSONNode
  let keyPath: String

  /// The member of this key.
  subscript(key: String) -> Place? {
    node.member(key).map { Place(node: $0, keyPath: "\(keyPath).\(key)") }
  }

  /// The elements of the array under this key; none where there is no array.
  func elements(_ key: String) -> [Place] { node.elements(key, under: keyPath) }

  func breach(_ message: String) -> Breach { Breach(at: node.offset, keyPath: keyPath, message: message) }

  /// The texts under a key, one for each language; none where the key is not there.
  func wordings(_ key: String, of form: Form) -> [Wording] { self[key]?.wordings(of: form) ?? [] }

  /// The texts that stand here, one for each language.
  func wordings(of form: Form) -> [Wording] {
    switch node.content {
    case .string(let text):
      [Wording(text: AnswerText.sample(text), language: form.locale, offset: node.offset, keyPath: keyPath)]
    case .object(let members):
      members.compactMap { member in
        guard let text = member.value.text, let language = LanguageTag(parsing: member.key) else { return nil }
        return Wording(
          text: AnswerText.sample(text), language: language, offset: member.value.offset,
          keyPath: "\(keyPath).\(member.key)")
      }
    default: []
    }
  }
}

extension JSONNode {
  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  func elements(_ key: String, under keyPath: String) -> [Place] {
    guard case .array(let elements) = member(key)?.content else { return [] }
    let path = keyPath.isEmpty ? key : "\(keyPath).\(key)"
    return elements.enumerated().map { Place(node: $1, keyPath: "\(path)[\($0)]") }
  }
}

/// A cell as the rules look at it.
struct CheckedCell {
  let cell: Cell
  let form: Form
  /// The position of its section.
  let section: Int
  let place: Place
  /// The form's named lists of options.
  private let namedLists: JSONNode?

  init(_ cell: Cell, form: Form, section: Int, at place: Place, optionLists: JSONNode?) {
    self.cell = cell
    self.form = form
    self.section = section
    self.place = place
    namedLists = optionLists
  }

  /// None of a box to tick: that is a sentence to agree to, which has links.
  var labels: [Wording] {
    if case .switch(let kind) = cell.kind, kind.style == .checkbox { [] } else { wordings("label") }
  }
  var helpers: [Wording] { wordings("helper") }

  /// The texts under a key, one for each language; none where the key is not there.
  func wordings(_ key: String) -> [Wording] { place.wordings(key, of: form) }

  /// The words that stand in place of built-in error messages.
  var errorMessages: [(key: Cell.MessageKey, wording: Wording)] {
    messages.filter { $0.key != .success }
  }

  var messages: [(key: Cell.MessageKey, wording: Wording)] {
    guard let messages = place["messages"] else { return [] }
    return Cell.MessageKey.allCases.flatMap { key in
      messages.wordings(key.rawValue, of: form).map { (key, $0) }
    }
  }

  /// The texts that are said with the cell while a condition holds.
  var notes: [Wording] { place.elements("notes").flatMap { $0.wordings("text", of: form) } }

  /// The headers of its value lists, and the words of their buttons.
  var listTitles: [Wording] {
    lists.flatMap { $0.wordings("title", of: form) } + (place["allList"]?.wordings("title", of: form) ?? [])
  }
  var listActions: [Wording] { lists.flatMap { $0.wordings("actionLabel", of: form) } }

  /// The question before changes are lost, and the words of its buttons.
  var question: [Wording] { place["discard"]?.wordings("title", of: form) ?? [] }
  var questionActions: [Wording] {
    ["confirm", "keep"].flatMap { place["discard"]?.wordings($0, of: form) ?? [] }
  }

  /// The options that stand in the definition; none where they are data.
  var options: [CheckedOption] { (ownOptions + lists.flatMap { $0.elements("options") }).map(option) }

  /// What the rows of a matrix ask.
  var rows: [CheckedOption] { place.elements("rows").map(option) }

  /// The same by value list: one where there are no lists.
  var optionLists: [[CheckedOption]] {
    lists.isEmpty ? [options] : lists.map { $0.elements("options").map(option) }
  }

  /// Those of a named list are looked at with each cell that offers it.
  private var ownOptions: [Place] {
    guard let name = place["options"]?["list"]?.node.text else { return place.elements("options") }
    return namedLists?.elements(name, under: "optionLists") ?? []
  }

  private var lists: [Place] { place.elements("lists") }

  private func option(_ place: Place) -> CheckedOption {
    CheckedOption(
      place: place, value: place.node.text ?? place["value"]?.node.text ?? "",
      labels: place.node.text == nil ? place.wordings("label", of: form) : place.wordings(of: form),
      description: place.wordings("description", of: form))
  }

  /// Where its options stand: the key that the cell has of the three.
  var optionsPlace: Place? { place["options"] ?? place["lists"] ?? place["source"] }

  /// Whether its value is written in a field, rather than chosen.
  var isEntry: Bool {
    switch cell.type {
    case .text, .password, .currency, .note, .date, .dateRange, .time, .dateTime, .duration, .number, .slider: true
    case .switch, .rating, .matrix, .radioGroup, .checkboxGroup, .listPicker, .select, .orderPicker, .attachment,
      .content:
      false
    }
  }
}

/// An option of the definition.
struct CheckedOption {
  let place: Place
  let value: String
  let labels: [Wording]
  let description: [Wording]

  /// Whether it is drawn as an object or a contact.
  var hasDetails: Bool {
    ["description", "footnote", "image", "initials"].contains { place[$0] != nil }
  }

  /// All that it shows in a language, apart from pictures; nil: it shows nothing, or a picture.
  func text(in language: LanguageTag) -> String? {
    if place["image"] != nil { return nil }
    let label = labels.isEmpty ? value : label(in: language)?.text
    guard let label else { return nil }
    let details = ["description", "footnote", "status", "initials"].map { key -> String in
      guard let detail = place[key] else { return "" }
      return detail.node.text ?? detail.node.member(language.description)?.text ?? ""
    }
    return ([label] + details).joined(separator: "\n")
  }

  /// Its label in a language; nil: it has none.
  func label(in language: LanguageTag) -> Wording? { labels.first { $0.language == language } }
}
