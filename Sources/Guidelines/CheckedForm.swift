import FormCells
import Support

/// A form as the guidelines see it: its sections and cells with their places in the document.
struct CheckedForm {
  let form: Form
  let document: JSONNode
  let sections: [CheckedSection]
  let cells: [CheckedCell]
  /// The places of the form's rules.
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

  /// The place of the document itself.
  var whole: Place { Place(node: document, keyPath: "") }

  /// The places of the rules of a form with room for entries, by position: the form's own rules, and those of a first
  /// entry. Empty if a rule has mistakes, because such a rule has a place but is not in the form.
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

/// A section as the guidelines see it.
struct CheckedSection {
  let form: Form
  /// `nil` if the section cannot be read.
  let section: FormSection?
  let place: Place

  var titles: [Wording] { place.wordings("title", of: form) }
  var footers: [Wording] { place.wordings("footer", of: form) }

  /// The texts that name a modal section; because it is drawn as a cell, they are its labels.
  var labels: [Wording] {
    guard place["container"]?.node.text == Section.Container.modal.rawValue else { return [] }
    let own = place.wordings("label", of: form)
    return own.isEmpty ? titles : own
  }

  /// All texts of its headings.
  var headings: [Wording] { titles + place.wordings("label", of: form) }
}

/// A node of the document, with its key path.
struct Place {
  let node: JSONNode
  let keyPath: String

  /// The member with this key.
  subscript(key: String) -> Place? {
    node.member(key).map { Place(node: $0, keyPath: "\(keyPath).\(key)") }
  }

  /// The elements of the array under this key; empty if there is no array.
  func elements(_ key: String) -> [Place] { node.elements(key, under: keyPath) }

  func breach(_ message: String) -> Breach { Breach(at: node.offset, keyPath: keyPath, message: message) }

  /// The texts under a key, one for each language; empty if the key is missing.
  func wordings(_ key: String, of form: Form) -> [Wording] { self[key]?.wordings(of: form) ?? [] }

  /// The texts at this place, one for each language.
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

/// A cell as the guidelines see it.
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

  /// The cell's labels; none for a checkbox, whose label is a sentence with links to agree to.
  var labels: [Wording] {
    if case .switch(let kind) = cell.kind, kind.style == .checkbox { [] } else { wordings("label") }
  }
  var helpers: [Wording] { wordings("helper") }

  /// The texts under a key, one for each language; empty if the key is missing.
  func wordings(_ key: String) -> [Wording] { place.wordings(key, of: form) }

  /// The texts that replace built-in error messages.
  var errorMessages: [(key: Cell.MessageKey, wording: Wording)] {
    messages.filter { $0.key != .success }
  }

  var messages: [(key: Cell.MessageKey, wording: Wording)] {
    guard let messages = place["messages"] else { return [] }
    return Cell.MessageKey.allCases.flatMap { key in
      messages.wordings(key.rawValue, of: form).map { (key, $0) }
    }
  }

  /// The notes, which are shown with the cell while a condition holds.
  var notes: [Wording] { place.elements("notes").flatMap { $0.wordings("text", of: form) } }

  /// The headers of its value lists, and the labels of their buttons.
  var listTitles: [Wording] {
    lists.flatMap { $0.wordings("title", of: form) } + (place["allList"]?.wordings("title", of: form) ?? [])
  }
  var listActions: [Wording] { lists.flatMap { $0.wordings("actionLabel", of: form) } }

  /// The question before changes are discarded, and the labels of its buttons.
  var question: [Wording] { place["discard"]?.wordings("title", of: form) ?? [] }
  var questionActions: [Wording] {
    ["confirm", "keep"].flatMap { place["discard"]?.wordings($0, of: form) ?? [] }
  }

  /// The options in the definition; empty if they are data.
  var options: [CheckedOption] { (ownOptions + lists.flatMap { $0.elements("options") }).map(option) }

  /// The rows of a matrix.
  var rows: [CheckedOption] { place.elements("rows").map(option) }

  /// The options of each value list; a single list if there are no value lists.
  var optionLists: [[CheckedOption]] {
    lists.isEmpty ? [options] : lists.map { $0.elements("options").map(option) }
  }

  /// The options of a named list are checked with each cell that offers them.
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

  /// The place of its options: whichever of the three keys the cell has.
  var optionsPlace: Place? { place["options"] ?? place["lists"] ?? place["source"] }

  /// Whether its value is entered in a field, not chosen.
  var isEntry: Bool {
    switch cell.type {
    case .text, .password, .currency, .note, .date, .dateRange, .time, .dateTime, .duration, .number, .slider: true
    case .switch, .rating, .matrix, .radioGroup, .checkboxGroup, .listPicker, .select, .orderPicker, .attachment,
      .content:
      false
    }
  }
}

/// An option in the definition.
struct CheckedOption {
  let place: Place
  let value: String
  let labels: [Wording]
  let description: [Wording]

  /// Whether it is shown as an object or a contact.
  var hasDetails: Bool {
    ["description", "footnote", "image", "initials"].contains { place[$0] != nil }
  }

  /// Everything that it shows in a language, apart from pictures; `nil` if it shows nothing or has a picture.
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

  /// Its label in a language; `nil` if it has none.
  func label(in language: LanguageTag) -> Wording? { labels.first { $0.language == language } }
}
