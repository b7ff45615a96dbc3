import Support

/// A text of a form that may contain answers, `{answer:CELL}`. `{{answer:` stands for the words `{answer:` themselves.
package enum AnswerText {
  package enum Part: Equatable {
    case words(String)
    /// The id of a cell.
    case answer(String)
  }

  private static let opening = "{answer:"

  /// Whether a text contains answers. For a text without a brace this is one search for a byte.
  package static func holdsAnswers(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "{")) && text.contains(opening)
  }

  /// The parts of a text in order. An opening without an end belongs to the words.
  package static func parts(_ text: String) -> [Part] {
    var parts: [Part] = []
    var words = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: opening) {
      if rest[..<mark.lowerBound].last == "{" {
        words += rest[..<mark.lowerBound].dropLast() + opening
        rest = rest[mark.upperBound...]
        continue
      }
      guard let end = rest[mark.upperBound...].firstIndex(of: "}") else { break }
      words += rest[..<mark.lowerBound]
      if !words.isEmpty { parts.append(.words(words)) }
      parts.append(.answer(String(rest[mark.upperBound..<end])))
      words = ""
      rest = rest[rest.index(after: end)...]
    }
    words += rest
    if !words.isEmpty { parts.append(.words(words)) }
    return parts
  }

  /// The text with answers in their places, each between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9).
  /// - Parameter answer: returns the answer in the cell with this id; empty if there is none.
  package static func filled(_ text: String, answer: (String) -> String) -> String {
    guard holdsAnswers(text) else { return text }
    return parts(text).map { part in
      switch part {
      case .words(let words): return words
      case .answer(let id):
        let answer = answer(id).filter { !"\u{2066}\u{2067}\u{2068}\u{2069}".contains($0) }
        return answer.isEmpty ? "" : "\u{2068}\(answer)\u{2069}"
      }
    }.joined()
  }

  /// The words of a text without answers; `nil` if it contains answers.
  package static func withoutAnswers(_ text: String) -> String? {
    guard holdsAnswers(text) else { return text }
    return parts(text).allSatisfy { if case .words = $0 { true } else { false } } ? filled(text) { _ in "" } : nil
  }

  /// The text for places without answers: the names of the cells are in their place.
  /// - Parameter label: returns the label of the cell with this id.
  package static func named(_ text: String, label: (String) -> String?) -> String {
    guard holdsAnswers(text) else { return text }
    return parts(text).map { part in
      switch part {
      case .words(let words): return words
      // A label may contain answers as well.
      case .answer(let id):
        return parts(label(id) ?? id).map { if case .words(let words) = $0 { words } else { "…" } }.joined()
      }
    }.joined()
  }

  /// The text with a word in place of each answer, for checks of its style.
  package static func sample(_ text: String) -> String {
    guard holdsAnswers(text) else { return text }
    return parts(text).map { if case .words(let words) = $0 { words } else { "Answer" } }.joined()
  }
}

extension Form {
  /// A text of the form for places without answers: the names of the cells are in their place.
  package func named(_ text: Localized, in languages: [LanguageTag]) -> String {
    AnswerText.named(text.text(in: languages)) { cell($0)?.label.text(in: languages) }
  }
}

extension FormDecoder {
  /// A text that must not contain answers; `nil` if it does, which is reported.
  func withoutAnswers(_ text: String, node: JSONNode, at path: String) -> String? {
    guard AnswerText.holdsAnswers(text) else { return text }
    for case .answer(let id) in AnswerText.parts(text) {
      report.add(
        ExpressionError(
          message:
            "answers are not shown here, only in labels, helpers, notes, contents, titles and footers of sections, and "
            + "messages of rules; write {{answer: for the words themselves",
          offset: text.firstRange(of: "{answer:\(id)").map { text[..<$0.lowerBound].utf8.count } ?? 0),
        of: node, text: text, path: path)
      return nil
    }
    return AnswerText.filled(text) { _ in "" }
  }
}

/// Checks the cells that texts of a definition name.
struct AnswerTextReader {
  let decoder: FormDecoder
  let drafts: CellDrafts

  /// The cells that texts name, by index, each once.
  /// - Parameters:
  ///   - keys: the keys of texts: strings, or objects of languages.
  ///   - own: the cell that has the texts.
  func cells(in reader: ObjectReader, _ keys: [String], own: Int? = nil) -> [Int] {
    var cells: [Int] = []
    for key in keys {
      guard let node = reader.given(key) else { continue }
      read(node, at: reader.path(of: key), own: own, into: &cells)
    }
    return cells
  }

  /// The same for the texts of a cell's notes.
  func cellsOfNotes(of draft: CellDraft, own: Int) -> [Int] {
    var cells: [Int] = []
    guard let node = draft.reader.given("notes"), case .array(let notes) = node.content else { return [] }
    for (position, note) in notes.enumerated() {
      guard case .object(let members) = note.content, let text = members.first(where: { $0.key == "text" }) else {
        continue
      }
      read(text.value, at: "\(draft.reader.path(of: "notes"))[\(position)].text", own: own, into: &cells)
    }
    return cells
  }

  private func read(_ node: JSONNode, at path: String, own: Int?, into cells: inout [Int]) {
    switch node.content {
    case .string(let text):
      guard AnswerText.holdsAnswers(text) else { return }
      for part in AnswerText.parts(text) {
        switch part {
        case .words(let words):
          if words.contains("{answer:"), !text.contains("{{answer:") {
            refuse(
              "“{answer:” has no end; write {answer:CELL}, or {{answer: for the words themselves", node: node,
              text: text, path: path,
              place: words)
          }
        case .answer(let id):
          guard let cell = cell(id, own: own, node: node, text: text, path: path) else { continue }
          if !cells.contains(cell) { cells.append(cell) }
        }
      }
    case .object(let members):
      for member in members { read(member.value, at: "\(path).\(member.key)", own: own, into: &cells) }
    case .null, .bool, .number, .array: break
    }
  }

  private func cell(_ id: String, own: Int?, node: JSONNode, text: String, path: String) -> Int? {
    func refuse(_ message: String) -> Int? {
      self.refuse(message, node: node, text: text, path: path, place: id)
      return nil
    }
    guard let index = drafts.indexByID[id] else {
      return drafts.repeated.mistake(
        inUnknown: id, among: drafts.indexByID.keys,
        instead: "name a cell that calculates something of it, such as count(\(id))"
      ).flatMap(refuse)
    }
    if let section = drafts.repeated.section(of: index) {
      return refuse(
        "“\(id)” is in each entry of “\(section.id)”, and a text cannot hold the answers of one; name a cell outside "
          + "that calculates something of all, with \"calculate\": \"\(calculation(of: index, id, in: section.id))\"")
    }
    if index == own { return refuse("the text is of the cell “\(id)” itself; name another cell") }
    guard let kind = drafts.kind(of: index) else { return index }
    switch type(of: kind).place {
    case .withheld: return refuse("“\(id)” is a password, which no page shows; name another cell")
    case .none: return refuse("“\(id)” is a text of the form, which has no answer; name another cell")
    case .field, .hiddenFieldValue: return index
    }
  }

  /// An expression that summarises the answers of all entries.
  private func calculation(of cell: Int, _ id: String, in section: String) -> String {
    let isNumber = drafts.kind(of: cell).map { [.number, .duration].contains($0.measure) } ?? false
    return "\(isNumber ? "sum" : "count")(\(section).\(id))"
  }

  private func refuse(_ message: String, node: JSONNode, text: String, path: String, place: String) {
    let offset = text.firstRange(of: place).map { text[..<$0.lowerBound].utf8.count } ?? 0
    decoder.report.add(ExpressionError(message: message, offset: offset), of: node, text: text, path: path)
  }
}
