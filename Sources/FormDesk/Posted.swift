import Support
import FormCells
import FormPages
package import HTTPMessage

/// A posted page. Its own fields are found by name; the cells' stand in the form's order, as pages have them.
package struct Posted: Sendable {
  private let data: FormData
  /// The positions of the page's own fields: mostly few, so that one is found faster by looking at each.
  private let own: [Int]
  /// The button that was pressed; nil: none, from a client that sends a form without its default button.
  private(set) var press: Press?

  /// Nil: no page has the button that was pressed.
  package init?(_ data: FormData) {
    self.data = data
    own = data.pairs.indices.filter { data.pairs[$0].isOfPage }
    press = nil
    for field in Press.fields {
      guard let value = self[field] else { continue }
      guard let pressed = Press(field, value) else { return nil }
      press = pressed
      break
    }
  }

  /// Whether a program has sent values without having opened the form: no page is without its marks.
  package var isWithoutPage: Bool {
    (press == nil || press == .submit) && self[.version] == nil && self[.filling] == nil
  }

  /// The values of a form that was sent without its page; what no cell takes is left out.
  func plainEntries(for form: Form, _ numbers: NumberFormat) -> [CellEntry] { data.plainEntries(for: form, numbers).0 }

  subscript(field: PageField) -> String? { self[field.rawValue] }

  /// The last value of that name.
  private subscript(name: String) -> String? {
    for position in own.reversed() where data.pairs[position].name == name { return data.pairs[position].value }
    return nil
  }

  var names: Set<String> { Set(data.pairs.map(\.name)) }

  /// The answers that the page belongs to.
  var filling: Token? { self[.filling].flatMap { Token($0) } }

  /// The photo for a cell.
  func photo(of cell: Cell) -> [UInt8] { data.file(PageField.photo(of: cell.id))?.bytes ?? [] }

  /// The entries, found by cell.
  /// - Parameter shown: what is held, where pages write it otherwise (`Appearance.texts`).
  func entries(for form: Form, _ lineage: PageEntries.Lineage, shown: [Int: String] = [:]) -> PageEntries {
    var carried: [Int: String] = [:]
    for section in form.sections.indices where form.hasPages || form.sections[section].container == .modal {
      carried[section] = self[form.name(of: .section(section))]
    }
    var openSection: Int?
    if case .section(let section) = self[.section].flatMap(form.innerView(named:)) { openSection = section }
    var posted = [String?](repeating: nil, count: form.cells.count)
    var others: [Int: String] = [:]
    var last = -1
    for pair in data.pairs where !pair.isOfPage {
      if let cell = form.cell(pair.name, expectedAt: last + 1) {
        posted[cell] = pair.value
        last = cell
      } else if let cell = PageField.cell(ofOther: pair.name).flatMap(form.cell), cell.other != nil {
        others[cell.index] = pair.value
      }
    }
    // None of their options is chosen.
    for cell in others.keys where posted[cell] == nil { posted[cell] = "" }
    let held = self[.held] == nil ? [] : data.values(of: PageField.held.rawValue)
    return PageEntries(
      lineage, posted: posted, others: others, shown: shown, baseline: self[.baseline] ?? "",
      openSection: openSection,
      carriedSections: carried, heldPasswords: Set(held.compactMap { form.cell($0)?.index }),
      isWhole: press == nil || press == .submit || press == .goOn)
  }

  /// The boxes of a selection view; nil: the page was none.
  var ticks: PageTicks? {
    guard let draft = self[.draft] else { return nil }
    let rows = (self[.rows] ?? "").split(separator: ",").map { Int($0) ?? 0 }
    return PageTicks(
      draft: draft, search: self[.searched] ?? "", shownRows: rows.first ?? 0,
      shownSelectedRows: rows.count == 2 ? rows[1] : 0, picked: data.values(of: PageField.pick.rawValue),
      kept: data.values(of: PageField.keep.rawValue), shown: self[.shown] ?? "", shownSelected: self[.kept] ?? "",
      other: self[.other], isApplied: press == .apply)
  }

  /// FNV-1a over what the visitor can have entered: tells a page that is sent twice.
  var digest: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    func add(_ text: String) {
      withUnsafeBytes(of: text.utf8.count) { $0.forEach(add) }
      for byte in text.utf8 { add(byte) }
    }
    for pair in data.pairs where !pair.isOfPage || pair.name.isCarriedSection {
      add(pair.name)
      add(pair.value)
    }
    return hash
  }
}

extension FormData.Pair {
  /// Whether it is one of the page's own rather than a cell's.
  fileprivate var isOfPage: Bool { name.utf8.first == UInt8(ascii: "_") }
}

extension String {
  /// `_` and digits: the applied values of a section.
  fileprivate var isCarriedSection: Bool {
    utf8.count > 1 && utf8.first == 95 && utf8.dropFirst().allSatisfy { 48...57 ~= $0 }
  }
}
