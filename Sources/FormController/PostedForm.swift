package import Support
package import FormCells
import FormPages
package import HTTPCore

/// A posted page. Its own fields are found by name; the fields of the cells come in the form's order, as on the page. It is
/// immutable, and a class only so that passing it costs one reference count.
package final class PostedForm: Sendable {
  private let data: FormData
  /// The files that came with the page and could not be added.
  let refusals: [AttachmentRefusal]
  /// The positions of the page's own fields. There are usually few, so a linear search is fastest.
  private let own: [Int]
  /// The positions of fields with the applied values of sections (`hiddenSections`).
  private let hidden: [Int]
  /// The button that was pressed; `nil` if a client sent the form without its default button.
  let action: FormAction?
  /// Identifies the answers that the page belongs to.
  package let draftToken: Token?
  /// Whether the whole form was sent, not one of the page's other buttons pressed.
  private let isWhole: Bool
  /// Whether a program sent values without opening the form. Every page posts its token and its version.
  package let isWithoutPage: Bool

  /// `nil` if no page has the button that was pressed.
  /// - `refusals`: of files. Files that were added are among the texts, as sealed names.
  package init?(_ data: FormData, refusals: [AttachmentRefusal] = []) {
    let sent = data.sent
    var (own, hidden): ([Int], [Int]) = ([], [])
    own.reserveCapacity(sent.fields.count)
    for (position, field) in sent.fields.enumerated() where sent.byte(0, at: field.name) == Self.mark {
      if Self.isHiddenSection(field, in: sent) { hidden.append(position) } else { own.append(position) }
    }
    self.data = data
    self.refusals = refusals
    self.own = own
    self.hidden = hidden
    var action: FormAction?
    // A browser posts only the button that was pressed, after the hidden fields. Of several, the last counts.
    for field in own.reversed().lazy.map({ sent.fields[$0] }) {
      guard let name = FormAction.fields.first(where: { sent.isText($0.rawValue, at: field.name) }) else { continue }
      guard let pressed = FormAction(name, value: sent.string(at: field.value)) else { return nil }
      action = pressed
      break
    }
    self.action = action
    switch action {
    case nil, .submit, .goOn: isWhole = true
    default: isWhole = false
    }
    let draftToken = sent.last(PageField.filling.rawValue, among: own)
    self.draftToken = draftToken.flatMap { sent.token(at: $0) }
    isWithoutPage =
      isWhole && action != .goOn && draftToken == nil && sent.last(PageField.version.rawValue, among: own) == nil
  }

  /// The values of a form that was sent without its page, and those that their cells do not accept. Fields of no cell are
  /// ignored.
  func plainInputs(for form: Form, _ numbers: NumberFormat) -> (inputs: [CellInput], refusals: [PageRequest.Refusal]) {
    let (inputs, mistakes) = data.plainInputs(for: form, numbers)
    let refusals = mistakes.compactMap { mistake in
      mistake.cell.flatMap(form.cell).map { PageRequest.Refusal(cell: $0.index, message: mistake.message) }
    }
    return (inputs, refusals)
  }

  /// The secret for correcting a submission, unverified; `nil` if the page has none.
  package var change: LinkSecret? { self[.changes].flatMap(LinkSecret.init) }

  /// The page's number format; `usual` if it does not say.
  func numbers(default usual: NumberFormat?) -> NumberFormat? {
    guard let place = data.sent.last(PageField.locale.rawValue, among: own) else { return usual }
    if let usual, data.sent.isText(usual.locale.description, at: place) { return usual }
    return LanguageTag(parsing: data.sent.string(at: place)).map { NumberFormat.of($0) } ?? usual
  }

  /// How the page's draft was saved for later; `nil` if it was not.
  var saved: SavedMark? { self[.saved].flatMap(SavedMark.init) }

  /// The invitation of the page, unverified; `nil` if it has none.
  package var invitation: LinkSecret? { self[.invitation].flatMap(LinkSecret.init) }

  /// The last value of that name.
  subscript(field: PageField) -> String? { data.sent.last(field.rawValue, among: own).map { data.sent.string(at: $0) } }

  /// All values of that name.
  func values(of field: PageField) -> [String] { data.values(of: field.rawValue) }

  /// The values that a link gave the form, on a page without a draft; `nil` if there are none.
  var prefill: Prefill? { self[.prefill].flatMap { Prefill(hiddenFieldValue: $0, numbers: numbers(default: nil)) } }

  /// The last value of a cell's field.
  func text(of cell: Cell) -> String? { data.pairs.last { $0.name == cell.id }?.value }

  var names: Set<String> { Set(data.pairs.map(\.name)) }

  /// The photo for a cell.
  func photo(of cell: Cell) -> FilePart.Content? { data.file(PageField.photo(of: cell.id))?.content }

  /// The files that came with the page, by `Cell.index`.
  func addedFiles(for form: Form) -> [(cell: Int, files: [AttachedFile])] {
    guard form.hasAttachments else { return [] }
    var added: [Int: [AttachedFile]] = [:]
    for pair in data.pairs {
      guard let (id, part) = PageField.part(named: pair.name), part == PageField.filePart, let cell = form.cell(id)
      else { continue }
      added[cell.index, default: []] += AttachedFile.list(pair.value)
    }
    return added.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The form with room for all entries that are on the page or that its "Undo" can restore.
  func withRoom(_ form: Form) -> Form {
    let form = self[.undo].map { UndoStep.room(in: $0, of: form) } ?? form
    let hidden = form.repeatedSections.isEmpty ? [:] : hiddenSections(of: form)
    return form.repeatedSections.reduce(form) { form, section in
      form.withRoom(for: hidden[section].map { form.lastNumber(hiddenFieldValue: $0, of: section) } ?? 0)
    }
  }

  /// What was entered, found by cell.
  func input(for form: Form, _ origin: PageInput.PageOrigin) -> PageInput {
    let sent = data.sent
    var openSection: Int?
    if case .section(let section) = self[.section].flatMap(form.overlay(named:)) { openSection = section }
    var posted = [Int](repeating: PageInput.noField, count: form.cells.count)
    var others: [Int: String] = [:]
    var parts: [Int: [String]] = [:]
    var heldPasswords: [String] = []
    var chosen: Set<Int> = []
    let (heldName, chosenName) = (PageField.held.rawValue, PageField.chosen.rawValue)
    var next = 0
    for (position, field) in sent.fields.enumerated() {
      if sent.byte(0, at: field.name) == Self.mark {
        if sent.isText(heldName, at: field.name) {
          heldPasswords.append(sent.string(at: field.value))
        } else if sent.isText(chosenName, at: field.name), let cell = form.cell(sent.string(at: field.value)) {
          chosen.insert(cell.index)
        }
      } else if next < posted.count, sent.isText(form.cells[next].id, at: field.name) {
        posted[next] = position
        next += 1
      } else if next > 0, sent.isText(form.cells[next - 1].id, at: field.name) {
        posted[next - 1] = position
      } else {
        let name = sent.string(at: field.name)
        if let cell = form.cell(name) {
          posted[cell.index] = position
          next = cell.index + 1
        } else if let (id, part) = PageField.part(named: name), let cell = form.cell(id) {
          let text = sent.string(at: field.value)
          if part == PageField.otherPart, cell.other != nil {
            others[cell.index] = text
          } else {
            cell.put(text, asPart: part, of: &parts[cell.index])
          }
        }
      }
    }
    return PageInput(
      origin, posted: posted, in: sent, others: others, parts: parts, baseline: self[.baseline] ?? "",
      openSection: openSection, hiddenSections: hiddenSections(of: form), heldPasswords: heldPasswords, chosen: chosen,
      isWhole: isWhole
    )
  }

  /// The applied values of sections whose cells are not on the page, by position. Each text names its section, because in a
  /// page of another version the positions differ.
  func hiddenSections(of form: Form) -> [Int: String] {
    let sent = data.sent
    var texts: [Int: String] = [:]
    for field in hidden.map({ sent.fields[$0] }) {
      let text = sent.string(at: field.value)
      guard let section = form.section(ofHiddenFieldValue: text) ?? Int(sent.string(at: field.name).dropFirst()),
        form.sections.indices.contains(section)
      else { continue }
      // Two former sections are one now.
      texts[section] = texts[section].map { $0.isEmpty ? text : "\($0),\(text)" } ?? text
    }
    return texts
  }

  /// The ticks of a selection view; `nil` if the page was not one.
  /// - Parameter level: of the view, named in its address.
  func ticks(at level: String) -> PageTicks? {
    guard let draft = self[.draft] else { return nil }
    let rows = (self[.rows] ?? "").split(separator: ",").map { Int($0) ?? 0 }
    var ticks = PageTicks(
      draft: draft, search: self[.searched] ?? "", shownRows: rows.first ?? 0,
      shownSelectedRows: rows.count == 2 ? rows[1] : 0, picked: data.values(of: PageField.pick.rawValue),
      kept: data.values(of: PageField.keep.rawValue), shown: self[.shown] ?? "", shownSelected: self[.kept] ?? "",
      other: self[.other], isApplied: action == .apply)
    ticks.level = level
    ticks.isChosen = data.values(of: PageField.chosen.rawValue).contains(PageField.pick.rawValue)
    return ticks
  }

  /// FNV-1a over everything that the visitor can have entered. Recognizes a page that is sent twice.
  var digest: UInt64 {
    let sent = data.sent
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for field in sent.fields {
      if sent.byte(0, at: field.name) == Self.mark, !Self.isHiddenSection(field, in: sent) { continue }
      for place in [field.name, field.value] { hash = sent.withText(at: place) { Self.digest($0, after: hash) } }
    }
    return hash
  }

  /// Hashes a text's length and its bytes.
  private static func digest(_ text: Span<UInt8>, after start: UInt64) -> UInt64 {
    var hash = start
    for shift in stride(from: 0, to: 64, by: 8) {
      hash = digest(UInt8(truncatingIfNeeded: text.count >> shift), hash: hash)
    }
    for index in text.indices { hash = digest(text[index], hash: hash) }
    return hash
  }

  private static func digest(_ byte: UInt8, hash: UInt64) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  /// Whether one of the page's own fields has the applied values of a section: after the mark, its name is a number.
  private static func isHiddenSection(_ field: SentTexts.Field, in sent: SentTexts) -> Bool {
    sent.byte(1, at: field.name).map { 48...57 ~= $0 } ?? false
  }

  /// The first byte of the names of a page's own fields.
  private static let mark = UInt8(ascii: "_")
}
